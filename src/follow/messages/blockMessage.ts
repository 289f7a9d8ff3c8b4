// A block with everything that its chunks did, as NEAR Lake and neardata exchange it: the
// `StreamerMessage` of the reference's indexer. neardata sends it whole; Lake keeps `block` and
// each of the `shards` in a file of its own. Fields that older nodes did not write are defaulted,
// unknown ones are ignored.

import { parseJsonBytes } from '../../base/json/exactJson.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { option, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, shardId } from '../../types/primitives.ts';
import { BlockView } from '../../types/views/blockView.ts';
import { ChunkHeaderView } from '../../types/views/chunkView.ts';
import { OutcomeWithIdView } from '../../types/views/outcomeView.ts';
import { ReceiptView } from '../../types/views/receiptView.ts';
import { StateChangeWithCauseView } from '../../types/views/stateChangeView.ts';
import { SignedTransactionView } from '../../types/views/transactionView.ts';

export const TransactionMessage = struct({
  transaction: SignedTransactionView,
  outcome: struct({
    executionOutcome: OutcomeWithIdView,
    /** Null in what the reference writes: the receipt of a transaction is not yet executed. */
    receipt: defaulted(option(ReceiptView), null),
  }),
});
export type TransactionMessage = TypeOf<typeof TransactionMessage>;

export const ReceiptOutcomeMessage = struct({
  executionOutcome: OutcomeWithIdView,
  receipt: ReceiptView,
  /** The originating transaction; neardata includes it, Lake does not. */
  txHash: omitNull(option(hash)),
});
export type ReceiptOutcomeMessage = TypeOf<typeof ReceiptOutcomeMessage>;

export const ChunkMessage = struct({
  author: accountId,
  header: ChunkHeaderView,
  transactions: vec(TransactionMessage),
  /** Those that the previous chunk of the shard sent out, to any shard; not those executed here. */
  receipts: vec(ReceiptView),
  /** Receipts of transactions whose signer is the receiver. Older nodes had them in `receipts`. */
  localReceipts: defaulted(vec(ReceiptView), []),
  /** Receipts that were created and processed in this very chunk. */
  instantReceipts: defaulted(vec(ReceiptView), []),
});
export type ChunkMessage = TypeOf<typeof ChunkMessage>;

export const ShardMessage = struct({
  shardId,
  /** Null if the block has no new chunk for the shard. */
  chunk: defaulted(option(ChunkMessage), null),
  receiptExecutionOutcomes: vec(ReceiptOutcomeMessage),
  stateChanges: vec(StateChangeWithCauseView),
});
export type ShardMessage = TypeOf<typeof ShardMessage>;

export const BlockMessage = struct({ block: BlockView, shards: vec(ShardMessage) });
export type BlockMessage = TypeOf<typeof BlockMessage>;

export function parseBlockMessage(bytes: Uint8Array): BlockMessage {
  return BlockMessage.parse(parseJsonBytes(bytes));
}
