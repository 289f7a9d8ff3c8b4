// The head of a stored chain with everything that the next block is built from.

import type { Hash } from '../../base/crypto/hash.ts';
import { requireRow } from '../../store/requireRow.ts';
import { blockShardKey, numberKey } from '../../store/storeKeys.ts';
import type { Block } from '../../types/block.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { Column } from '../columns/columns.ts';
import type { Epochs } from '../epoch/epochs.ts';
import type { Head } from './head.ts';
import type { StoredChain } from './storedChain.ts';

export function loadHead(stored: StoredChain, epochs: Epochs): Head {
  const { hash } = stored.head();
  const block = requireRow(stored.block(hash), Column.block, hash);
  const layout = epochs.epoch(block.header.lite.epochId).shardLayout;
  const shards = shardIds(layout).map((shardId, shardIndex) => {
    const found = stored.chunkExtra(hash, shardId);
    const extra = requireRow(found, Column.chunkExtra, blockShardKey(hash, shardId));
    const sentBy = includingBlock(stored, block, shardIndex);
    return { extra, outgoingReceipts: stored.outgoingReceipts(sentBy, shardId) };
  });
  return { block, hash, ancestors: stored.ancestors(hash), shards };
}

/** The block that included the chunk which a shard has at this block. */
function includingBlock(stored: StoredChain, block: Block, shardIndex: number): Hash {
  const { heightIncluded } = block.body.chunks[shardIndex] as ChunkHeader;
  return requireRow(stored.hashAt(heightIncluded), Column.blockAt, numberKey(heightIncluded));
}
