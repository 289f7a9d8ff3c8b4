// Whether the outcomes of a shard are those that it committed to: the next new chunk of the shard
// carries their root. Until then they are unconfirmed.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import { shardBefore } from '../../types/shardSplits.ts';
import { BlockRefused } from '../blockRefused.ts';
import type { VerifiedBlock } from './verifiedBlock.ts';

/** What a block executed on a shard, not confirmed yet. */
interface UnconfirmedOutcomes {
  /** Of the block that executed them. */
  readonly height: number;
  readonly shardId: number;
  /** Of the block. */
  readonly layout: ShardLayout;
  readonly root: Hash;
}

/**
 * Whether the chunks of a later block confirm the outcomes; false if none of them can. If the shard
 * was split, both of its children start with its values.
 */
export function confirmOutcomes(
  { height, shardId, layout, root }: UnconfirmedOutcomes,
  later: Pick<VerifiedBlock, 'header' | 'layout' | 'chunks'>,
): boolean {
  const blockHeight = later.header.lite.height;
  const next = later.chunks.filter(
    ({ inner, heightIncluded }) =>
      heightIncluded === blockHeight &&
      shardBefore(layout, later.layout, inner.value.shardId) === shardId,
  );
  if (next.length === 0) return false;
  if (next.every(({ inner }) => equalBytes(inner.value.prevOutcomeRoot, root))) return true;
  const reason = `the shard's next chunk, in block ${blockHeight}, commits to other outcomes`;
  throw new BlockRefused('outcome root', { height, shardId }, reason);
}
