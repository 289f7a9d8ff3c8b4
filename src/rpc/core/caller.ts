// What is known about the sender of a request, as far as the response depends on it.

import type { HttpClient } from '../../http/access/httpClient.ts';

export interface Caller extends HttpClient {
  /** Part of the node, or of the embedding program: its memory is not bounded here. */
  readonly isInsider?: boolean;
}

export const STRANGER: Caller = { findTrust: () => Promise.resolve({ kind: 'remote' }) };

/** A caller inside the node, or one whose access was checked elsewhere. */
export function createInsider(showsSecrets: boolean): Caller {
  const trust = { kind: showsSecrets ? 'proven' : 'local' } as const;
  return { findTrust: () => Promise.resolve(trust), isInsider: true };
}
