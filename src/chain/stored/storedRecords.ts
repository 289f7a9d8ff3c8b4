// The values of the columns that only the chain reads and writes: how each record is laid out.

import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import type { Codec, TypeOf } from '../../codec/codec.ts';
import { u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { BlockInfo } from '../../types/epoch.ts';
import { ExecutionOutcome } from '../../types/outcome.ts';
import { hash, height, shardId } from '../../types/primitives.ts';
import { Receipt } from '../../types/receipt.ts';
import { SignedTransaction } from '../../types/transaction.ts';
import { MerklePathItemView } from '../../types/views/outcomeView.ts';
import { EpochStatistics } from '../epoch/epochStatistics.ts';

export const TipRecord = struct({ hash, height });

export const TreeRecord: Codec<PartialMerkleTree> = struct({
  path: vec(hash) as Codec<Uint8Array[]>,
  size: u64Number,
});

/**
 * What the chain goes on from: the block's place in the tree over all blocks, and its epoch's
 * count.
 */
export const BlockExtraRecord = struct({
  ancestors: TreeRecord,
  blockInfo: BlockInfo,
  statistics: EpochStatistics,
});

/** A transaction with the block whose chunk first held it. */
export const TransactionRecord = struct({ blockHash: hash, signed: SignedTransaction });

export const ReceiptRecord = struct({ parentId: hash, receipt: Receipt });

export const OutcomeRecord = struct({
  blockHash: hash,
  shardId,
  proof: vec(MerklePathItemView),
  outcome: ExecutionOutcome,
});
export type OutcomeRecord = TypeOf<typeof OutcomeRecord>;

export const ReceiptList = vec(Receipt);
export const HashList = vec(hash);
