// The newest block with everything that the next one is built from.

import type { Hash } from '../../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import type { Block } from '../../types/block.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ChunkExtra } from '../records/chunkExtra.ts';

/** One shard as the newest block left it, for the next one. */
export interface ShardHead {
  /** Of its last new chunk, which the next block repeats if it has none. */
  readonly chunk: ChunkHeader;
  readonly extra: ChunkExtra;
  /** What the shard sent when its last new chunk was applied; its next chunk carries it. */
  readonly outgoingReceipts: readonly Receipt[];
}

export interface Head {
  readonly block: Block;
  readonly hash: Hash;
  /** The hashes of all blocks before this one. */
  readonly ancestors: PartialMerkleTree;
  /** Those of the next block, in its order: if the layout changes, they are not the block's own. */
  readonly shards: readonly ShardHead[];
}
