// Whether the chunk headers of a block are those that its own header commits to.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { blockRoots } from '../../chain/blocks/blockRoots.ts';
import { encode } from '../../codec/codec.ts';
import type { BlockHeader } from '../../types/block.ts';
import { ChunkHeader } from '../../types/chunk.ts';
import { BlockRefused } from './blockRefused.ts';

/** A block without a new chunk of a shard repeats the chunk header of the previous block. */
export function verifyRepeatedChunks(
  height: number,
  chunks: readonly ChunkHeader[],
  before: readonly ChunkHeader[],
): void {
  for (const chunk of chunks) {
    if (chunk.heightIncluded === height) continue;
    const { shardId } = chunk.inner.value;
    const last = before.find(({ inner }) => inner.value.shardId === shardId);
    // A shard of a new layout has the chunk of the shard that it was derived from.
    if (last === undefined || equalBytes(encode(ChunkHeader, chunk), encode(ChunkHeader, last))) {
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
