// Who sends a request, as far as that decides how it is answered.

import type { HttpClient } from '../../http/access/httpClient.ts';

export interface Caller extends HttpClient {
  /** Part of the node, or of the program that runs it: its memory is not ours to bound. */
  readonly isInsider?: boolean;
}

export const STRANGER: Caller = { findTrust: () => Promise.resolve({ kind: 'remote' }) };

/** A caller inside the node, or one whose access was decided elsewhere. */
export function createInsider(showsSecrets: boolean): Caller {
  const trust = { kind: showsSecrets ? 'proven' : 'local' } as const;
  return { findTrust: () => Promise.resolve(trust), isInsider: true };
}
