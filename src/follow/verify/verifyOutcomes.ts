// Whether the outcomes of a shard are those that it committed to: the next new chunk of the shard
// carries their root. Until then they are unconfirmed.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import { BlockRefused } from './blockRefused.ts';

/** What a block executed on a shard, not confirmed yet. */
interface UnconfirmedOutcomes {
  /** Of the block that executed them. */
  readonly height: number;
  readonly shardId: number;
  readonly root: Hash;
}

/**
 * Whether the chunks of a later block confirm the outcomes; false if none of them can. A shard that
 * was split or merged is confirmed by a shard derived from it, which starts with its values.
 */
export function confirmOutcomes(
  { height, shardId, root }: UnconfirmedOutcomes,
  chunks: readonly ChunkHeader[],
  blockHeight: number,
): boolean {
  const own = chunks.find(({ inner }) => inner.value.shardId === shardId);
  const candidates = (own === undefined ? chunks : [own]).filter(
    ({ heightIncluded }) => heightIncluded === blockHeight,
  );
  if (candidates.length === 0) return false;
  if (candidates.some(({ inner }) => equalBytes(inner.value.prevOutcomeRoot, root))) return true;
  if (own === undefined && candidates.length < chunks.length) return false;
  const reason = `the shard's next chunk, in block ${blockHeight}, commits to other outcomes`;
  throw new BlockRefused('outcome root', { height, shardId }, reason);
}
