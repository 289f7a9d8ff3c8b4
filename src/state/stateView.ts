// The state of a shard after a block, for reading only: the seam between those who answer questions
// and the two ways in which a node may keep a state, as a trie or as rows by height.

import type { Hash } from '../base/crypto/hash.ts';
import type { VisitNode } from '../trie/nodeReader.ts';
import type { FoundValue, StateReader } from './stateUpdate.ts';

export interface RowRange {
  /** Only keys that begin with these bytes. */
  readonly prefix: Uint8Array;
  /** Only keys that come after this one. */
  readonly after?: Uint8Array;
  /** Is told of the trie's nodes that prove the answer; where there is no trie, of nothing. */
  readonly visit?: VisitNode;
}

export interface ListedRow {
  readonly key: Uint8Array;
  read(): Uint8Array;
}

export interface StateView extends StateReader {
  /** False where there is no trie to prove anything by. */
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
