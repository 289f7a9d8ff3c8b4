// Binds the contents of a block's chunks to the chain as far as possible. This comes last, after
// the outcomes are confirmed, because outcomes contain the ids under which transactions and
// receipts were executed. What cannot be bound stays apart (`transactions` with null, `receipts`
// being null), is stored only as shown, and is marked in every response that contains it.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { formatHash } from '../../base/crypto/hash.ts';
import { isSameValue } from '../../codec/isSameValue.ts';
import type { Protocol } from '../../params/protocol.ts';
import {
  createTransactionReceipt,
  receiptGasPrice,
} from '../../runtime/transactions/transactionReceipt.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import { ReceiptView, receiptToView } from '../../types/views/receiptView.ts';
import { BlockRefused, type RefusedPlace } from '../blockRefused.ts';
import type { ChunkMessage, ShardMessage } from '../messages/blockMessage.ts';
import type { BaseBlocks } from './baseBlocks.ts';
import { type BoundTransactions, bindTransactions } from './bindTransactions.ts';
import type { VerifiedBlock, VerifiedShard } from './verifiedBlock.ts';
import { type ReceiptKnowledge, verifyReceipts } from './verifyReceipts.ts';

export interface BoundShard extends VerifiedShard, BoundTransactions {
  /** What the new chunk carries; null if that cannot be proven. */
  readonly receipts: readonly Receipt[] | null;
  /** What the chunk's transactions were converted to, computed from them. */
  readonly ofTransactions: readonly Receipt[];
  /** All receipts that the message shows; many appear twice. */
  readonly shownReceipts: readonly ReceiptView[];
}

export interface BoundBlock extends Omit<VerifiedBlock, 'shards'> {
  readonly shards: readonly BoundShard[];
}

export interface Binding {
  readonly bases: BaseBlocks;
  readonly receipts: Omit<ReceiptKnowledge, 'layout'>;
  /** The gas price of the block, which the previous block sets. */
  readonly gasPrice: bigint;
  /** A receipt that an earlier block has bound. */
  boundReceipt(id: Hash): Receipt | null;
  /** A receipt that an earlier block has shown, but that is unbound. */
  shownReceipt(id: Hash): ReceiptView | null;
}

/** Throws BlockRefused for what contradicts the chain. */
export function bindBlock(block: VerifiedBlock, binding: Binding): BoundBlock {
  const shards = block.shards.map((shard) => bindShard(shard, block, binding));
  const { height } = block.header.lite;
  const here = new Map<string, Receipt>();
  for (const { receipts, ofTransactions } of shards) {
    for (const receipt of [...ofTransactions, ...(receipts ?? [])]) {
      here.set(bytesKey(receipt.receiptId), receipt);
    }
  }
  const find = (id: Hash) => here.get(bytesKey(id)) ?? binding.boundReceipt(id);
  const verified = new Set<ReceiptView>();
  for (const { shardId, shownReceipts } of shards) {
    for (const shown of shownReceipts) {
      if (verified.has(shown)) continue;
      verifySame(shown, find(shown.receiptId), { height, shardId }, binding);
      verified.add(shown);
    }
  }
  return { ...block, shards };
}

const NO_TRANSACTIONS: BoundTransactions = { transactions: [], isWhole: true };

function bindShard(
  shard: VerifiedShard,
  { header, layout, protocol }: VerifiedBlock,
  { bases, receipts: knowledge, gasPrice }: Binding,
): BoundShard {
  const { chunk } = shard.message;
  const { height } = header.lite;
  const shownReceipts = listReceipts(shard.message);
  if (chunk === null) {
    return { ...shard, ...NO_TRANSACTIONS, receipts: null, ofTransactions: [], shownReceipts };
  }
  const { codeByHash } = knowledge;
  const bound = bindTransactions(shard.header, height, chunk.transactions, { codeByHash, bases });
  const carried = listCarried(chunk);
  const receipts = verifyReceipts(shard.header, height, carried, { ...knowledge, layout });
  const ofTransactions =
    protocol === null ? [] : deriveReceipts(chunk, bound, { height, protocol, gasPrice });
  return { ...shard, ...bound, receipts, ofTransactions, shownReceipts };
}

interface Priced {
  readonly height: number;
  readonly protocol: Protocol;
  readonly gasPrice: bigint;
}

function deriveReceipts(
  chunk: ChunkMessage,
  { transactions }: BoundTransactions,
  { height, protocol, gasPrice }: Priced,
): Receipt[] {
  const price = receiptGasPrice(protocol, gasPrice);
  const made = new Set(
    chunk.transactions.flatMap(({ outcome }) =>
      outcome.executionOutcome.outcome.receiptIds.map(bytesKey),
    ),
  );
  return transactions
    .filter((transaction): transaction is HashedTransaction => transaction !== null)
    .map((transaction) => createTransactionReceipt(transaction, height, price))
    .filter(({ receiptId }) => made.has(bytesKey(receiptId)));
}

/** Older nodes put receipts that a chunk makes for itself among those that it carries. */
export function listCarried({ receipts, transactions }: ChunkMessage): readonly ReceiptView[] {
  const local = new Set(
    transactions.flatMap(({ outcome }) =>
      outcome.executionOutcome.outcome.receiptIds.map(bytesKey),
    ),
  );
  return receipts.filter(({ receiptId }) => !local.has(bytesKey(receiptId)));
}

/**
 * Local and instant receipts come from what their own chunk executes, and nothing accounts for any
 * others in these lists.
 */
function listReceipts({ chunk, receiptExecutionOutcomes }: ShardMessage): ReceiptView[] {
  const executed = receiptExecutionOutcomes.map(({ receipt }) => receipt);
  if (chunk === null) return executed;
  const outcomes = [
    ...chunk.transactions.map(({ outcome }) => outcome.executionOutcome),
    ...receiptExecutionOutcomes.map(({ executionOutcome }) => executionOutcome),
  ];
  const made = new Set(outcomes.flatMap(({ outcome }) => outcome.receiptIds.map(bytesKey)));
  const own = [...chunk.localReceipts, ...chunk.instantReceipts].filter(({ receiptId }) =>
    made.has(bytesKey(receiptId)),
  );
  return [...executed, ...own, ...chunk.receipts];
}

/** A receipt is shown again wherever it appears, and must be the one that was bound. */
function verifySame(
  shown: ReceiptView,
  bound: Receipt | null,
  place: RefusedPlace,
  { shownReceipt }: Binding,
): void {
  const known = bound === null ? shownReceipt(shown.receiptId) : receiptToView(bound);
  if (known === null || isSameValue(known, shown)) return;
  // Values may differ in a field that their text leaves out.
  if (ReceiptView.json(known) === ReceiptView.json(shown)) return;
  const reason = `what it shows of receipt ${formatHash(shown.receiptId)} is not what was sent`;
  throw new BlockRefused('receipt', place, reason);
}
