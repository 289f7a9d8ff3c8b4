// Where a shard can be split, as a chunk header proposes it. The two amounts of memory are
// estimates of what the accounts before the boundary and those from it on take up in the trie.

import { described, type TypeOf } from '../codec/codec.ts';
import { u64Number } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { accountId } from './accountId.ts';

/** The amounts are sums of the memory usage in trie nodes, so they stay below 2^53. */
export const TrieSplit = struct('TrieSplit', {
  boundaryAccount: described(accountId, 'The first account of the right part.'),
  leftMemory: described(u64Number, 'What the left part takes up in the trie, in bytes.'),
  rightMemory: described(u64Number, 'What the right part takes up in the trie, in bytes.'),
});
export type TrieSplit = TypeOf<typeof TrieSplit>;
