// A block with everything that its chunks did: the `StreamerMessage` of the reference's indexer.
// neardata sends it whole, with the transaction of each receipt; Lake has a file for `block` and
// one for each of the `shards`; EXPERIMENTAL_indexer_block adds the tracked shards. Fields that
// older nodes did not write are defaulted, unknown ones are ignored.

import { PerigeeError } from '../../base/errors.ts';
import { parseJsonBytes } from '../../base/json/exactJson.ts';
import { type Codec, described, named, type TypeOf } from '../../codec/codec.ts';
import { counted } from '../../codec/formatWithin.ts';
import { option, vec } from '../../codec/primitives.ts';
import { repeatable, scanJson } from '../../codec/scan.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, shardId } from '../../types/primitives.ts';
import { BlockView } from '../../types/views/blockView.ts';
import { ChunkHeaderView } from '../../types/views/chunkView.ts';
import { OutcomeWithIdView } from '../../types/views/outcomeView.ts';
import { ReceiptView } from '../../types/views/receiptView.ts';
import { StateChangeWithCauseView } from '../../types/views/stateChangeView.ts';
import { SignedTransactionView } from '../../types/views/transactionView.ts';

const TransactionOutcome = struct({
  executionOutcome: OutcomeWithIdView,
  /** Null in what the reference writes: the receipt of a transaction is not yet executed. */
  receipt: defaulted(option(ReceiptView), null),
});

export const TransactionMessage = named(
  'IndexerTransactionWithOutcome',
  struct({
    transaction: SignedTransactionView,
    outcome: named('IndexerExecutionOutcomeWithOptionalReceipt', TransactionOutcome),
  }),
);
export type TransactionMessage = TypeOf<typeof TransactionMessage>;

/** It is shown by the chunk that carries it, and where it is executed. */
const receipt = repeatable(ReceiptView);
const outcomeFields = { executionOutcome: OutcomeWithIdView, receipt };

export const ReceiptOutcomeMessage = struct({
  ...outcomeFields,
  /** The originating transaction, which only neardata includes. */
  txHash: omitNull(option(hash)),
});
export type ReceiptOutcomeMessage = TypeOf<typeof ReceiptOutcomeMessage>;

const receipts = vec(counted(receipt));

export const ChunkMessage = named(
  'IndexerChunkView',
  struct({
    author: accountId,
    header: ChunkHeaderView,
    transactions: vec(counted(TransactionMessage)),
    receipts: described(
      receipts,
      'Receipts that the previous chunk of the shard sent, to any shard; not those executed here.',
    ),
    // Older nodes had them in `receipts`.
    localReceipts: described(
      defaulted(receipts, []),
      'Receipts of transactions whose signer is the receiver.',
    ),
    instantReceipts: described(
      defaulted(receipts, []),
      'Receipts that were created and processed in this chunk.',
    ),
  }),
);
export type ChunkMessage = TypeOf<typeof ChunkMessage>;

const shardFields = {
  shardId,
  chunk: described(
    defaulted(option(ChunkMessage), null),
    'Null if the block has no new chunk for the shard.',
  ),
  stateChanges: vec(counted(StateChangeWithCauseView)),
};

export const ShardMessage = struct({
  ...shardFields,
  receiptExecutionOutcomes: vec(counted(ReceiptOutcomeMessage)),
});
export type ShardMessage = TypeOf<typeof ShardMessage>;

/** Without the transactions of receipts, as the reference's own interface has it. */
export const IndexerShard = struct('IndexerShard', {
  ...shardFields,
  receiptExecutionOutcomes: vec(
    counted(struct('IndexerExecutionOutcomeWithReceipt', outcomeFields)),
  ),
});

export const BlockMessage = struct({ block: BlockView, shards: vec(ShardMessage) });
export type BlockMessage = TypeOf<typeof BlockMessage>;

export function parseBlockMessage(bytes: Uint8Array): BlockMessage {
  return parseQuickly(BlockMessage, bytes);
}

export function parseShardMessage(bytes: Uint8Array): ShardMessage {
  return parseQuickly(ShardMessage, bytes);
}

/** Messages are megabytes. What cannot be scanned is read exactly, for its value or its error. */
function parseQuickly<T>(codec: Codec<T>, bytes: Uint8Array): T {
  try {
    return scanJson(codec, bytes);
  } catch (error) {
    if (error instanceof PerigeeError) return codec.parse(parseJsonBytes(bytes));
    throw error;
  }
}
