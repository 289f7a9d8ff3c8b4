// What can be heard of a chain: its blocks, the transactions in them, the receipts that they
// execute, and the logs of both. An event's place, the height of its block and its number there,
// never changes and counts every event, whoever hears which of them.

import type { TypeOf } from '../../codec/codec.ts';
import { option, string, u64Number, u64Text, vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { balance, gas, hash, height, shardId } from '../../types/primitives.ts';
import { ExecutionOutcomeView } from '../../types/views/outcomeView.ts';
import { ReceiptView } from '../../types/views/receiptView.ts';
import { SignedTransactionView } from '../../types/views/transactionView.ts';
import { ContractEvent } from './contractEvent.ts';

export const EVENT_KINDS = ['block', 'transaction', 'receipt', 'log'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const ChunkSummary = view({
  shardId,
  chunkHash: hash,
  transactions: u64Number,
  /** Receipts that were executed. */
  receipts: u64Number,
  gasUsed: gas,
  gasLimit: gas,
  balanceBurnt: balance,
});

/** A new block; its new chunks with what they did. */
export const BlockEvent = view({
  height,
  hash,
  prevHash: hash,
  timestampNanosec: u64Text,
  epochId: hash,
  gasPrice: balance,
  lastFinalBlock: hash,
  chunks: vec(ChunkSummary),
});
export type BlockEvent = TypeOf<typeof BlockEvent>;

const where = { blockHeight: height, blockHash: hash, timestampNanosec: u64Text, shardId };

/** A transaction in a block, with the outcome of turning it into a receipt. */
export const TransactionEvent = view({
  ...where,
  transaction: SignedTransactionView,
  outcome: ExecutionOutcomeView,
});
export type TransactionEvent = TypeOf<typeof TransactionEvent>;

/** A receipt that a block executed. */
export const ReceiptEvent = view({
  ...where,
  /** The transaction that it came from. */
  transactionHash: option(hash),
  receipt: ReceiptView,
  outcome: ExecutionOutcomeView,
});
export type ReceiptEvent = TypeOf<typeof ReceiptEvent>;

/** One line that a contract logged. */
export const LogEvent = view({
  ...where,
  transactionHash: option(hash),
  receiptId: hash,
  accountId,
  /** The number of the line among those of its receipt. */
  index: u64Number,
  log: string,
  /** The event that the line announces. */
  event: option(ContractEvent),
});
export type LogEvent = TypeOf<typeof LogEvent>;

/** Blocks were taken back: those above this height are no longer of the chain. */
export const RevertEvent = view({ height });
export type RevertEvent = TypeOf<typeof RevertEvent>;

/** Where an event stands. */
export interface EventPlace {
  readonly height: number;
  readonly index: number;
}

/** What filters look at. */
export interface EventFacets {
  readonly kind: EventKind;
  /** The accounts that took part; a block concerns everybody and names none. */
  readonly accounts: readonly AccountId[];
  /** What a log announces. */
  readonly announced: ContractEvent | null;
}

/** An event as it is sent. */
export interface EventContent extends EventFacets {
  readonly json: string;
}

/** A place in the chain with the event that is there; null for one that does not pass a filter. */
export interface PlacedEvent {
  readonly place: EventPlace;
  readonly content: EventContent | null;
}

export function formatPlace({ height: at, index }: EventPlace): string {
  return `${at}.${index}`;
}
