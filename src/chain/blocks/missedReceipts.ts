// Receipts that blocks brought for a shard while its chunks were missing. They wait, and the
// shard's next chunk takes them after its own, the newest block's first.

import type { Block } from '../../types/block.ts';
import { type Chunk, type ChunkHeader, chunkHash } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIndex } from '../../types/shardLayout.ts';
import { shardBefore } from '../../types/shardSplits.ts';
import { receiptsForShard } from '../records/chunkRoots.ts';
import type { Head } from '../stored/head.ts';
import { incomingReceipts } from './incomingReceipts.ts';

interface MissedReceiptsSource {
  block(hash: Uint8Array): Block | null;
  chunk(hash: Uint8Array): Chunk | null;
}

/** A shard of the next block. */
interface ReceivingShard {
  readonly layout: ShardLayout;
  readonly shardId: number;
  /** The shards of an earlier block. */
  layoutOf(block: Block): ShardLayout;
}

/**
 * Walks back from the head to the block, left out, that included the last chunk of the shard or of
 * its parent. What came for the parent is divided among its children.
 */
export function receiptsOfMissedBlocks(
  source: MissedReceiptsSource,
  head: Pick<Head, 'block'>,
  { layout, shardId, layoutOf }: ReceivingShard,
): readonly Receipt[] {
  const receipts: Receipt[] = [];
  for (let block: Block | null = head.block; block !== null; ) {
    const own = layoutOf(block);
    const receiver = shardBefore(own, layout, shardId) ?? shardId;
    if (isNewChunk(block, shardIndex(own, receiver))) break;
    const { prevHash } = block.header;
    const brought = incomingReceipts(own, receiver, prevHash, carriedBy(source, block));
    const isParent = receiver !== shardId;
    receipts.push(...(isParent ? receiptsForShard(layout, brought, shardId) : brought));
    block = source.block(prevHash);
  }
  return receipts;
}

function isNewChunk(block: Block, shardIndex: number): boolean {
  const chunk = block.body.chunks[shardIndex] as ChunkHeader;
  return chunk.heightIncluded === block.header.lite.height;
}

function carriedBy(source: MissedReceiptsSource, block: Block): (readonly Receipt[])[] {
  return block.body.chunks
    .filter((_, shardIndex) => isNewChunk(block, shardIndex))
    .map((header) => source.chunk(chunkHash(header))?.prevOutgoingReceipts ?? []);
}
