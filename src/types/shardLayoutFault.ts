// Whether a chain can have a shard layout that a user wrote. Its split map is checked when it is
// parsed.

import { boundaryAccounts, type ShardLayout, shardIds } from './shardLayout.ts';
import { SHARD_ID_MAX } from './shardSplits.ts';

const SHARDS_MAX = 1_024;

/** What makes a layout unusable, as the object of a sentence, or null. */
export function findLayoutFault(layout: ShardLayout): string | null {
  const count = layout.kind === 'V0' ? layout.value.numShards : shardIds(layout).length;
  if (count < 1 || count > SHARDS_MAX)
    return `a shard_layout of ${count} shards, which is not from 1 to ${SHARDS_MAX}`;
  if (layout.kind === 'V0') return null;
  const boundaries = boundaryAccounts(layout);
  if (count !== boundaries.length + 1) {
    return `a shard_layout of ${count} shards with ${boundaries.length} boundary accounts`;
  }
  const tooLarge = shardIds(layout).find((id) => id > SHARD_ID_MAX);
  if (tooLarge !== undefined) {
    return `a shard_layout with the shard ${tooLarge}, and ids end at ${SHARD_ID_MAX}`;
  }
  if (new Set(shardIds(layout)).size !== count) return 'a shard_layout that names a shard twice';
  // Ids are ASCII, so comparing them as text is comparing their bytes.
  const isSorted = boundaries.every((one, i) => i === 0 || (boundaries[i - 1] as string) < one);
  return isSorted ? null : 'a shard_layout whose boundary accounts are not in order';
}
