// Receipts that blocks brought for a shard while its chunks were missing. They wait, and the
// shard's next chunk takes them after its own, the newest block's first.

import type { Block } from '../../types/block.ts';
import { type Chunk, type ChunkHeader, chunkHash } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import type { Head } from '../stored/head.ts';
import { incomingReceipts } from './incomingReceipts.ts';

interface MissedReceiptsSource {
  block(hash: Uint8Array): Block | null;
  chunk(hash: Uint8Array): Chunk | null;
}

/** Walks back from the head to the block, left out, that included the shard's last chunk. */
export function receiptsOfMissedBlocks(
  source: MissedReceiptsSource,
  head: Head,
  shardIndex: number,
  layout: ShardLayout,
): readonly Receipt[] {
  const shard = shardIds(layout)[shardIndex] as number;
  const receipts: Receipt[] = [];
  let block: Block | null = head.block;
  while (block !== null && !isNewChunk(block, shardIndex)) {
    receipts.push(
      ...incomingReceipts(layout, shard, block.header.prevHash, carriedBy(source, block)),
    );
    block = source.block(block.header.prevHash);
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
