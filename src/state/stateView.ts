// Read-only state of a shard after a block: the interface between RPC and the two ways to keep a
// state, as a trie or as rows by height.

import type { Hash } from '../base/crypto/hash.ts';
import type { ListedRow } from '../trie/trie.ts';
import type { RowRange } from '../trie/trieIterate.ts';
import type { FoundValue, StateReader } from './stateUpdate.ts';

export interface StateView extends StateReader {
  /** False without a trie, where nothing can be proved. */
  readonly canProve: boolean;
  find(key: Uint8Array): FoundValue | null;
  /** In the order of the keys. Without a trie, no node is visited. */
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
