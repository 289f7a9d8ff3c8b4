// Read-only state of a shard after a block: the interface between RPC and the two ways to keep a
// state, as a trie or as rows by height.

import type { Hash } from '../base/crypto/hash.ts';
import type { VisitNode } from '../trie/nodeReader.ts';
import type { FoundValue, StateReader } from './stateUpdate.ts';

export interface RowRange {
  /** Only keys that begin with these bytes. */
  readonly prefix: Uint8Array;
  /** Only keys that come after this one. */
  readonly after?: Uint8Array;
  /** Called with the trie nodes that prove the result; never called without a trie. */
  readonly visit?: VisitNode;
}

export interface ListedRow {
  readonly key: Uint8Array;
  read(): Uint8Array;
}

export interface StateView extends StateReader {
  /** False without a trie, where nothing can be proved. */
  readonly canProve: boolean;
  find(key: Uint8Array): FoundValue | null;
  /** In the order of the keys. */
  rows(range: RowRange): Iterable<ListedRow>;
}

interface BlockPlace {
  readonly blockHash: Hash;
  readonly blockHeight: number;
}

export interface KeptStates {
  /** Null when nothing is known of the shard at that block. */
  after(block: BlockPlace, shardId: number): StateView | null;
}
