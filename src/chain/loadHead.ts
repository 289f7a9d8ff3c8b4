// The head of a stored chain with everything that the next block is built from.

import { assert } from '../base/assert.ts';
import type { Hash } from '../base/hash.ts';
import type { Block } from '../types/block.ts';
import type { ChunkHeader } from '../types/chunk.ts';
import { shardIds } from '../types/shardLayout.ts';
import type { Epochs } from './epoch/epochs.ts';
import type { Head } from './head.ts';
import type { StoredChain } from './storedChain.ts';

export function loadHead(stored: StoredChain, epochs: Epochs): Head {
  const { hash } = stored.head();
  const block = stored.block(hash);
  assert(block !== null, 'the head names a stored block');
  const layout = epochs.epoch(block.header.lite.epochId).shardLayout;
  const shards = shardIds(layout).map((shardId, shardIndex) => {
    const extra = stored.chunkExtra(hash, shardId);
    assert(extra !== null, 'a stored block has its results on every shard');
    const sentBy = includingBlock(stored, block, shardIndex);
    return { extra, outgoingReceipts: stored.outgoingReceipts(sentBy, shardId) };
  });
  return { block, hash, ancestors: stored.ancestors(hash), shards };
}

/** The block that included the chunk which a shard has at this block. */
function includingBlock(stored: StoredChain, block: Block, shardIndex: number): Hash {
  const { heightIncluded } = block.body.chunks[shardIndex] as ChunkHeader;
  const hash = stored.hashAt(heightIncluded);
  assert(hash !== null, 'chunks are included by blocks');
  return hash;
}
