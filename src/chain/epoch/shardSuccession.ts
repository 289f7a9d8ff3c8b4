// Which shards of a new layout take over the chunk producers of the shards before.

import { type ShardLayout, sameLayout, shardIds, shardIndex } from '../../types/shardLayout.ts';
import { childShards } from '../../types/shardSplits.ts';

/**
 * With 'same', producers stay where they are; with 'none', all of them are new everywhere.
 * Otherwise each shard of the previous layout has a list of new shards, all by index.
 */
export type ShardSuccession = 'same' | 'none' | readonly (readonly number[])[];

/** Without `isSticky`, which is what the protocol did at first, a new layout starts afresh. */
export function findSuccession(
  before: ShardLayout,
  after: ShardLayout,
  isSticky: boolean,
): ShardSuccession {
  if (sameLayout(before, after)) return 'same';
  if (!isSticky) return 'none';
  const successors: number[][] = [];
  for (const id of shardIds(before)) {
    const indexes = childShards(after, id)?.map((child) => shardIndex(after, child));
    // The new layout may be unrelated to the previous one.
    if (indexes === undefined || indexes.includes(-1)) return 'none';
    successors.push(indexes.sort((a, b) => a - b));
  }
  return successors;
}
