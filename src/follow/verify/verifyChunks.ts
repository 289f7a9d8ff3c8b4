// Whether the chunk headers of a block are those that its own header commits to.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { blockRoots } from '../../chain/blocks/blockRoots.ts';
import { encode } from '../../codec/codec.ts';
import type { BlockHeader } from '../../types/block.ts';
import { ChunkHeader } from '../../types/chunk.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import { BlockRefused } from '../blockRefused.ts';
import { lastChunk } from './lastChunk.ts';

/** New chunks are those of the epoch's shards, in the order of its layout. */
export function verifyShardIds(
  height: number,
  chunks: readonly ChunkHeader[],
  layout: ShardLayout,
): void {
  const ids = shardIds(layout);
  const isRight =
    chunks.length === ids.length &&
    chunks.every(
      ({ inner, heightIncluded }, i) => heightIncluded !== height || inner.value.shardId === ids[i],
    );
  if (isRight) return;
  const found = chunks.map(({ inner }) => inner.value.shardId).join(', ');
  const reason = `its shards are ${found}, and those of its epoch are ${ids.join(', ')}`;
  throw new BlockRefused('epoch', { height }, reason);
}

/**
 * A block without a new chunk of a shard repeats the chunk header of the previous block: that of
 * the shard itself, or, until its first chunk, that of the shard that it was split from.
 */
export function verifyRepeatedChunks(
  height: number,
  chunks: readonly ChunkHeader[],
  before: readonly ChunkHeader[],
  layout: ShardLayout,
): void {
  const ids = shardIds(layout);
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.heightIncluded === height) continue;
    const shardId = ids[i] as number;
    const last = lastChunk(before, layout, shardId);
    if (last !== null && equalBytes(encode(ChunkHeader, chunk), encode(ChunkHeader, last))) {
      continue;
    }
    const reason = 'its chunk is neither new nor that of the block before';
    throw new BlockRefused('chunk roots', { height, shardId }, reason);
  }
}

export function verifyChunks(header: BlockHeader, chunks: readonly ChunkHeader[]): void {
  const { height, prevStateRoot, prevOutcomeRoot } = header.lite;
  const { chunkHeadersRoot, chunkMask, chunkTxRoot, prevChunkOutgoingReceiptsRoot } = header.rest;
  const found = blockRoots(chunks);
  const roots = {
    chunk_headers_root: [chunkHeadersRoot, found.chunkHeadersRoot],
    prev_state_root: [prevStateRoot, found.prevStateRoot],
    outcome_root: [prevOutcomeRoot, found.prevOutcomeRoot],
    chunk_receipts_root: [prevChunkOutgoingReceiptsRoot, found.prevChunkOutgoingReceiptsRoot],
    chunk_tx_root: [chunkTxRoot, found.chunkTxRoot],
  } as const;
  for (const [name, [expected, computed]] of Object.entries(roots)) {
    if (equalBytes(expected, computed)) continue;
    throw new BlockRefused('chunk roots', { height }, `its chunks do not give its ${name}`);
  }
  verifyMask(height, chunkMask, chunks);
  for (const { inner, heightIncluded } of chunks) {
    if (heightIncluded !== height || equalBytes(inner.value.prevBlockHash, header.prevHash))
      continue;
    const { shardId } = inner.value;
    throw new BlockRefused(
      'chunk roots',
      { height, shardId },
      'its new chunk follows another block',
    );
  }
}

/** The mask says which chunks are new. */
function verifyMask(
  height: number,
  mask: readonly boolean[],
  chunks: readonly ChunkHeader[],
): void {
  const isRight =
    mask.length === chunks.length &&
    chunks.every(({ heightIncluded }, i) => mask[i] === (heightIncluded === height));
  if (isRight) return;
  throw new BlockRefused('chunk mask', { height }, 'its chunk_mask does not fit its chunks');
}
