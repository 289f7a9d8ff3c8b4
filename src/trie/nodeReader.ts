/** What the trie reads from: nodes and values by the SHA-256 of their bytes. */

import { fail } from '../base/assert.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';

export interface NodeReader {
  /** Callers follow hashes out of nodes they have read, so a missing node is a defect. */
  read(hash: Hash): Uint8Array;
  /** Absent where a trie holds all rows of its state. */
  readonly beneath?: RowSource | undefined;
}

/** Of the trie whose root is zero. */
export const EMPTY_TRIE: NodeReader = {
  read: () => fail('an empty trie has no nodes'),
};

/** The rows that a forked chain began with, which are in no trie of it. */
export interface RowSource {
  /** Throws `RowUnavailable` when that cannot be determined. */
  get(key: Uint8Array): Uint8Array | null;
  /** The keys that begin with a prefix, in order. */
  keys(prefix: Uint8Array): readonly Uint8Array[];
}

/** A row may or may not exist: the source does not respond, or this node has not seen it. */
export class RowUnavailable extends PerigeeError<{ readonly code: 'row_unavailable' }> {
  constructor(message: string) {
    super({ code: 'row_unavailable' }, message);
  }
}

/** Called with each node that a walk reads, in order, for proofs and to count the cost. */
export type VisitNode = (hash: Hash, bytes: Uint8Array) => void;
