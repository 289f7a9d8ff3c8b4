// Reading a chain: every question that RPC, the light client and the producer ask of stored blocks.
// The answers come from the store alone, so any thread or process with the store can give them.

import type { Hash } from '../../base/crypto/hash.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import type { Block } from '../../types/block.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { OutcomeWithId } from '../../types/outcome.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { KeyChanges } from '../../types/stateChange.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { LightClientBlockView } from '../../types/views/blockView.ts';
import type { ChunkExtra } from '../records/chunkExtra.ts';

export interface ChainTip {
  readonly hash: Hash;
  readonly height: number;
}

/** An outcome with where it happened and its path in that chunk's outcome tree. */
export interface StoredOutcome extends OutcomeWithId {
  readonly blockHash: Hash;
  readonly shardId: number;
  readonly proof: readonly MerklePathItem[];
}

export interface IncludedTransaction {
  readonly transaction: HashedTransaction;
  readonly blockHash: Hash;
}

export interface ChainReader {
  head(): ChainTip;
  /** The newest final block; the genesis block while nothing else is final. */
  finalHead(): ChainTip;
  genesis(): ChainTip;
  /** The oldest block that is kept whole; the first one where nothing is collected. */
  tail(): ChainTip;

  block(hash: Hash): Block | null;
  /** That of a block, without decoding the rest; null for an unknown hash. */
  height(hash: Hash): number | null;
  /** Null for a height without a block and for one that is not reached yet. */
  hashAt(height: number): Hash | null;
  /**
   * The block on top of this one; null for the head and for unknown hashes. `block` is that of the
   * hash, if the caller has it.
   */
  nextHash(hash: Hash, block?: Block): Hash | null;
  /** The number of blocks before this one; null for an unknown hash. */
  ordinal(hash: Hash): number | null;
  /** The root of a complete subtree of the tree over all block hashes. */
  subtreeRoot(level: number, index: number): Hash;

  chunk(hash: Hash): Chunk | null;
  chunkExtra(blockHash: Hash, shardId: number): ChunkExtra | null;

  transaction(hash: Hash): IncludedTransaction | null;
  receipt(id: Hash): Receipt | null;
  /** The receipt or transaction that made a receipt. */
  receiptParent(id: Hash): Hash | null;
  outcome(id: Hash): StoredOutcome | null;

  /** The changes that a block made to keys with a prefix, in the order of the keys. */
  stateChanges(blockHash: Hash, keyPrefix: Uint8Array): readonly KeyChanges[];
  /** A node or value of the state by its hash. */
  stateNode(hash: Hash): Uint8Array;

  lightClientBlock(epochId: Hash): LightClientBlockView | null;
}
