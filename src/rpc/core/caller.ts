// Who sends a request, as far as that decides how it is answered.

import {
  ALLOWED,
  ALLOWED_WITH_SECRETS,
  type ControlAccess,
  HIDDEN,
} from '../controls/controlAccess.ts';

export interface Caller {
  /** Is asked only when a control is called: finding out may take a while. */
  readonly findControlAccess: () => Promise<ControlAccess>;
  /** Part of the node, or of the program that it runs in: its memory is its own matter. */
  readonly isInsider?: boolean;
  /** The address that it asks from; absent for programs on this machine. */
  readonly source?: string;
  /** Is told of requests beyond the first that came as one. */
  readonly spend?: (requests: number) => void;
}

export const STRANGER: Caller = { findControlAccess: () => Promise.resolve(HIDDEN) };

/** A caller inside the node, or one whose access was decided elsewhere. */
export function createInsider(showsSecrets: boolean): Caller {
  const access = showsSecrets ? ALLOWED_WITH_SECRETS : ALLOWED;
  return { findControlAccess: () => Promise.resolve(access), isInsider: true };
}
