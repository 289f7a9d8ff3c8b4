// The events of a chain: its blocks, the transactions in them, the receipts that they execute, and
// the logs of both. The place of an event is the height of its block and its index there. It counts
// all events, so it does not depend on a filter.

import { described, type TypeOf } from '../../codec/codec.ts';
import { option, string, u64Number, u64Text, vec } from '../../codec/primitives.ts';
import { omitEmpty, struct } from '../../codec/struct.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { balance, gas, hash, height, shardId } from '../../types/primitives.ts';
import { ExecutionOutcomeView } from '../../types/views/outcomeView.ts';
import { ReceiptView } from '../../types/views/receiptView.ts';
import { SignedTransactionView } from '../../types/views/transactionView.ts';
import { UnverifiedKind } from '../core/unverifiedKind.ts';
import { ContractEvent } from './contractEvent.ts';

export const EVENT_KINDS = ['block', 'transaction', 'receipt', 'log'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const ChunkSummary = struct('ChunkSummary', {
  shardId,
  chunkHash: hash,
  transactions: u64Number,
  receipts: described(u64Number, 'Receipts that were executed.'),
  gasUsed: gas,
  gasLimit: gas,
  balanceBurnt: balance,
});

/** A new block, with its new chunks and their effects. */
export const BlockEvent = struct('BlockEvent', {
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

/** An event has no HTTP headers, so the event itself names what is unverified. */
const unverified = described(
  omitEmpty(vec(UnverifiedKind)),
  'What nothing on the chain verifies; missing if everything is verified.',
);

/** A transaction in a block, with the outcome of its conversion to a receipt. */
export const TransactionEvent = struct('TransactionEvent', {
  ...where,
  transaction: SignedTransactionView,
  outcome: described(ExecutionOutcomeView, 'Of the conversion to a receipt.'),
  unverified,
});
export type TransactionEvent = TypeOf<typeof TransactionEvent>;

/** A receipt that a block executed. */
export const ReceiptEvent = struct('ReceiptEvent', {
  ...where,
  transactionHash: described(option(hash), 'The transaction that it came from.'),
  receipt: ReceiptView,
  outcome: ExecutionOutcomeView,
  unverified,
});
export type ReceiptEvent = TypeOf<typeof ReceiptEvent>;

/** One line that a contract logged. */
export const LogEvent = struct('LogEvent', {
  ...where,
  transactionHash: option(hash),
  receiptId: hash,
  accountId,
  index: described(u64Number, 'The index of the line in the logs of its receipt.'),
  log: string,
  event: described(option(ContractEvent), 'The NEP-297 event in the line.'),
});
export type LogEvent = TypeOf<typeof LogEvent>;

/** A revert: the blocks above this height are no longer part of the chain. */
export const RevertEvent = struct('RevertEvent', { height });
export type RevertEvent = TypeOf<typeof RevertEvent>;

/** The data of events by kind, for descriptions and generated types. */
export const EVENT_TYPES = {
  block: BlockEvent,
  transaction: TransactionEvent,
  receipt: ReceiptEvent,
  log: LogEvent,
  revert: RevertEvent,
} as const;

/** The place of an event. */
export interface EventPlace {
  readonly height: number;
  readonly index: number;
}

/** What filters match. */
export interface EventFacets {
  readonly kind: EventKind;
  /** The accounts that took part; empty for a block, which passes every account filter. */
  readonly accounts: readonly AccountId[];
  /** The NEP-297 event in a log. */
  readonly announced: ContractEvent | null;
}

/** An event as it is sent. */
export interface EventContent extends EventFacets {
  readonly json: string;
}

/** A place in the chain with its event; null for an event that does not pass the filter. */
export interface PlacedEvent {
  readonly place: EventPlace;
  readonly content: EventContent | null;
}

export function formatPlace({ height: at, index }: EventPlace): string {
  return `${at}.${index}`;
}
