/** What the trie reads from: nodes and values by the SHA-256 of their bytes. */

import type { Hash } from '../base/crypto/hash.ts';

export interface NodeReader {
  /** Callers follow hashes out of nodes they have read, so a missing node is a defect. */
  read(hash: Hash): Uint8Array;
}

/** Called with each node that a walk reads, in order, for proofs and to count the cost. */
export type VisitNode = (hash: Hash, bytes: Uint8Array) => void;
