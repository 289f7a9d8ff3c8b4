// The last chunk of a shard, in a block before its next one. A shard that was split off has that of
// its parent until its own first chunk.

import type { ChunkHeader } from '../../types/chunk.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import { parentShard } from '../../types/shardSplits.ts';

/** `layout` is that of the shard. Null if the block has no chunk of it or its parent. */
export function lastChunk(
  chunks: readonly ChunkHeader[],
  layout: ShardLayout,
  shardId: number,
): ChunkHeader | null {
  const chunkOf = (id: number | null) => chunks.find(({ inner }) => inner.value.shardId === id);
  return chunkOf(shardId) ?? chunkOf(parentShard(layout, shardId)) ?? null;
}
