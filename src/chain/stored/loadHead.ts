// The head of a stored chain, or an older block, with everything that the next block is built from.

import { requireRow } from '../../store/requireRow.ts';
import { blockShardKey, numberKey } from '../../store/storeKeys.ts';
import type { Block } from '../../types/block.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIds, shardIndex } from '../../types/shardLayout.ts';
import { inheritsReceipts, shardBefore } from '../../types/shardSplits.ts';
import { Column } from '../columns/columns.ts';
import type { Epochs } from './epochs.ts';
import type { Head } from './head.ts';
import type { StoredChain } from './storedChain.ts';

export function loadHead(stored: StoredChain, epochs: Epochs, hash = stored.head().hash): Head {
  const block = requireRow(stored.block(hash), Column.block, hash);
  const layout = epochs.epoch(epochs.epochIdAfter(hash)).shardLayout;
  const shards = shardIds(layout).map((shardId) => {
    const found = stored.chunkExtra(hash, shardId);
    const extra = requireRow(found, Column.chunkExtra, blockShardKey(hash, shardId));
    const chunk = chunkOf(block, { layout, shardId }, epochs);
    const outgoingReceipts = sentBefore(stored, { layout, shardId }, chunk, epochs);
    return { chunk, extra, outgoingReceipts };
  });
  return { block, hash, ancestors: stored.ancestors(hash), shards };
}

/** A shard of a block's own layout or of the next one. */
interface ShardOfLayout {
  readonly layout: ShardLayout;
  readonly shardId: number;
}

/** The chunk that a block has of a shard, or of the shard's parent. */
function chunkOf(block: Block, { layout, shardId }: ShardOfLayout, epochs: Epochs): ChunkHeader {
  const own = epochs.epoch(block.header.lite.epochId).shardLayout;
  const before = shardBefore(own, layout, shardId) ?? shardId;
  return block.body.chunks[shardIndex(own, before)] as ChunkHeader;
}

/** What a shard or its parent sent in the block that included its last new chunk. */
function sentBefore(
  stored: StoredChain,
  { layout, shardId }: ShardOfLayout,
  { heightIncluded }: ChunkHeader,
  epochs: Epochs,
): readonly Receipt[] {
  const row = stored.hashAt(heightIncluded);
  const hash = requireRow(row, Column.blockAt, numberKey(heightIncluded));
  const own = epochs.epoch(epochs.blockInfo(hash).epochId).shardLayout;
  const sender = shardBefore(own, layout, shardId) ?? shardId;
  if (sender !== shardId && !inheritsReceipts(layout, shardId)) return [];
  return stored.outgoingReceipts(hash, sender);
}
