/** What the trie reads from: nodes and values by the SHA-256 of their bytes. */

import type { Hash } from '../base/hash.ts';

export interface NodeReader {
  /** Whoever asks follows a hash out of a node it has read, so what is missing is a defect. */
  read(hash: Hash): Uint8Array;
}

/** Is told of each node that a walk reads, in order, for proofs and for the cost of reading. */
export type VisitNode = (hash: Hash, bytes: Uint8Array) => void;
