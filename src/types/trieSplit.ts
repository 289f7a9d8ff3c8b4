// Where a shard can be split, as a chunk header proposes it. The two amounts of memory are
// estimates of what the accounts before the boundary and those from it on take up in the trie.

import type { TypeOf } from '../codec/codec.ts';
import { u64Number } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { accountId } from './accountId.ts';

/** The amounts are sums of the memory usage in trie nodes, so they stay below 2^53. */
export const TrieSplit = struct({
  boundaryAccount: accountId,
  leftMemory: u64Number,
  rightMemory: u64Number,
});
export type TrieSplit = TypeOf<typeof TrieSplit>;
