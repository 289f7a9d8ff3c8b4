// The newest block with everything that the next one is built from.

import type { Hash } from '../../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import type { Block } from '../../types/block.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ChunkExtra } from '../blocks/chunkExtra.ts';

/** One shard as the newest block left it. */
export interface ShardHead {
  readonly extra: ChunkExtra;
  /** What the shard sent when its last new chunk was applied; its next chunk carries it. */
  readonly outgoingReceipts: readonly Receipt[];
}

export interface Head {
  readonly block: Block;
  readonly hash: Hash;
  /** The hashes of all blocks before this one. */
  readonly ancestors: PartialMerkleTree;
  /** In shard index order. */
  readonly shards: readonly ShardHead[];
}
