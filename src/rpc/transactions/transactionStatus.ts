// The status of a transaction: its outcome with those of all its receipts, and the milestone that
// it has reached. Follows `get_tx_execution_status` of the reference's
// chain/client/src/view_client_actor.rs and the assembly of the result in chain/chain/src/chain.rs.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import { receiptIdsOf, statusOf } from '../../chain/stored/outcomeRow.ts';
import {
  collectOutcomes,
  finalStatus,
  listPending,
} from '../../chain/stored/transactionOutcomes.ts';
import { BorshReader } from '../../codec/borsh.ts';
import {
  type Codec,
  described,
  documented,
  type JsonWriter,
  named,
  preformatted,
  type TypeOf,
  writeOnly,
} from '../../codec/codec.ts';
import { option, vec } from '../../codec/primitives.ts';
import type { Describe } from '../../codec/schema.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { requireRow } from '../../store/requireRow.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { Receipt } from '../../types/receipt.ts';
import { type HashedTransaction, isToItself } from '../../types/transaction.ts';
import { FinalExecutionStatus } from '../../types/views/finalStatusView.ts';
import { ReceiptView, receiptToView, showReceipt } from '../../types/views/receiptView.ts';
import { SignedTransactionView, showTransaction } from '../../types/views/transactionView.ts';
import {
  describedOutcome,
  type OutcomeInBlock,
  shownOutcome,
  whereExecuted,
} from '../core/shownOutcome.ts';
import type { StatusSource } from './chainAsOf.ts';

export const TX_LEVELS = [
  'NONE',
  'INCLUDED',
  'EXECUTED_OPTIMISTIC',
  'INCLUDED_FINAL',
  'EXECUTED',
  'FINAL',
] as const;
export type TxLevel = (typeof TX_LEVELS)[number];

const LEVEL_MEANINGS: Readonly<Record<TxLevel, string>> = {
  NONE: 'Transaction is waiting to be included in a block.',
  INCLUDED: 'Included in a block; the block may not be finalized.',
  EXECUTED_OPTIMISTIC:
    'Included and all non-refund receipts executed; blocks may not be finalized.',
  INCLUDED_FINAL: 'Included in a finalized block.',
  EXECUTED: 'Included in a finalized block and all non-refund receipts executed.',
  FINAL: 'Included in a finalized block and all receipts, refunds included, finalized.',
};

export const TxExecutionStatus: Codec<TxLevel> = documented(
  words('TxExecutionStatus', TX_LEVELS),
  `How far a transaction has got:\n\n${TX_LEVELS.map(
    (level) => `- \`${level}\`: ${LEVEL_MEANINGS[level]}`,
  ).join('\n')}`,
);

/** The levels that satisfy each `wait_until`. Two of them are incomparable: not a linear order. */
const SATISFYING: Readonly<Record<TxLevel, readonly TxLevel[]>> = {
  NONE: TX_LEVELS,
  INCLUDED: TX_LEVELS.slice(1),
  EXECUTED_OPTIMISTIC: ['EXECUTED_OPTIMISTIC', 'EXECUTED', 'FINAL'],
  INCLUDED_FINAL: ['INCLUDED_FINAL', 'EXECUTED', 'FINAL'],
  EXECUTED: ['EXECUTED', 'FINAL'],
  FINAL: ['FINAL'],
};

export function satisfies(level: TxLevel, wanted: TxLevel): boolean {
  return SATISFYING[wanted].includes(level);
}

const shownTransaction = writeOnly({
  json: showTransaction,
  schema: SignedTransactionView.schema,
});
const shownReceipt = writeOnly(preformatted(ReceiptView));

function outcomeFields(outcome: Codec<OutcomeInBlock>) {
  return {
    status: FinalExecutionStatus,
    transaction: shownTransaction,
    transactionOutcome: described(outcome, 'The outcome of the transaction itself.'),
    receiptsOutcome: described(
      vec(outcome),
      'The outcomes of all its receipts, a receipt before those that it generated.',
    ),
  };
}

const receipts = described(
  vec(shownReceipt),
  'The receipts generated from the transaction, without the first one of a transaction to its ' +
    'own signer.',
);

function finalOutcomeView(outcome: Codec<OutcomeInBlock>) {
  return struct({
    finalExecutionStatus: TxExecutionStatus,
    ...outcomeFields(outcome),
    receipts: omitNull(option(receipts)),
  });
}

const FinalOutcomeView = finalOutcomeView(shownOutcome);
type FinalOutcomeView = TypeOf<typeof FinalOutcomeView>;

/** Without an outcome, only the level. */
export interface TxStatus {
  readonly level: TxLevel;
  readonly outcome: FinalOutcomeView | null;
}

const NoOutcomeView = struct({
  finalExecutionStatus: described(TxExecutionStatus, 'The milestone reached.'),
});

/** With receipts, without them, or without an outcome; whatever the method, any of the three. */
const describeStatus: Describe = (scope) => {
  const fields = outcomeFields(shownOutcome);
  const level = NoOutcomeView.schema(scope);
  const forms = [
    struct('FinalExecutionOutcomeWithReceiptView', { ...fields, receipts }),
    struct('FinalExecutionOutcomeView', fields),
  ];
  return {
    anyOf: [
      ...forms.map((form) => ({
        allOf: [form.schema(scope), level],
        unevaluatedProperties: false,
      })),
      { ...level, additionalProperties: false },
    ],
  };
};

function txStatus(view: Codec<FinalOutcomeView>): JsonWriter<TxStatus> {
  return named('RpcTransactionResponse', {
    json: ({ level, outcome }) =>
      outcome === null ? NoOutcomeView.json({ finalExecutionStatus: level }) : view.json(outcome),
    schema: describeStatus,
  });
}

export const TxStatus = txStatus(FinalOutcomeView);
/** As the interface description has it. */
export const DescribedTxStatus = txStatus(finalOutcomeView(describedOutcome));

/** Whether the status can no longer change, unless blocks are reverted. */
export function isFinalStatus(written: string): boolean {
  return written.startsWith('{"final_execution_status":"FINAL"');
}

/** The progress of a transaction, before the result is built. */
export interface TxReach {
  readonly level: TxLevel;
  readonly included: HashedTransaction;
  /** In pre-order, as far as they exist. */
  readonly outcomes: readonly StoredOutcome[];
}

/** Null if no block contains the transaction. */
export function probeTransaction(chain: StatusSource, transactionHash: Hash): TxReach | null {
  const included = chain.transaction(transactionHash)?.transaction;
  if (included === undefined) return null;
  const outcomes = collectOutcomes(chain, transactionHash);
  const [own, ...others] = outcomes;
  const level = own === undefined ? 'INCLUDED' : reachedLevel(chain, own, others);
  return { level, included, outcomes };
}

/**
 * The progress at an earlier height, given the present one and the chain as it was then; null if no
 * block contained the transaction. What an outcome led to was executed after it, so the outcomes of
 * that time are some of the present ones, in the same order.
 */
export function reachAsOf(source: StatusSource, height: number, reach: TxReach): TxReach | null {
  const outcomes = reach.outcomes.filter((outcome) => blockHeight(source, outcome) <= height);
  const [own, ...others] = outcomes;
  if (own !== undefined) return { ...reach, outcomes, level: reachedLevel(source, own, others) };
  const isIncluded = source.transaction(reach.included.hash) !== null;
  return isIncluded ? { ...reach, outcomes, level: 'INCLUDED' } : null;
}

export function describeReach(
  chain: StatusSource,
  { level, included, outcomes }: TxReach,
  withReceipts: boolean,
): TxStatus {
  const [own, ...others] = outcomes;
  for (const id of listPending(outcomes)) chain.verifyPending(id);
  if (own === undefined) {
    chain.verifyPending(included.hash);
    return { level, outcome: null };
  }
  const outcome = {
    finalExecutionStatus: level,
    status: finalStatus(outcomes),
    transaction: included,
    transactionOutcome: whereExecuted(own),
    receiptsOutcome: others.map(whereExecuted),
    receipts: withReceipts ? listReceipts(chain, included, own, others) : null,
  };
  return { level, outcome };
}

function reachedLevel(
  chain: StatusSource,
  own: StoredOutcome,
  others: readonly StoredOutcome[],
): TxLevel {
  if (statusOf(own).kind === 'Unknown') return 'NONE';
  const executed = new Set<string>();
  for (const other of others) {
    if (statusOf(other).kind !== 'Unknown') executed.add(bytesKey(other.id));
  }
  const awaited = receiptIdsOf(own)
    .concat(...others.map(receiptIdsOf))
    .map(bytesKey)
    .filter((id) => !executed.has(id));
  const refunds = new Set(
    awaited.length === 0 ? [] : others.flatMap((other) => pendingRefund(chain, other, executed)),
  );
  const isExecuted = awaited.every((id) => refunds.has(id));
  const finalHeight = chain.finalHead().height;
  const isFinal = (outcome: StoredOutcome) => blockHeight(chain, outcome) <= finalHeight;
  if (!isFinal(own)) return isExecuted ? 'EXECUTED_OPTIMISTIC' : 'INCLUDED';
  if (!isExecuted) return 'INCLUDED_FINAL';
  if (awaited.length > 0) return 'EXECUTED';
  return others.every(isFinal) ? 'FINAL' : 'EXECUTED';
}

function pendingRefund(
  chain: StatusSource,
  parent: StoredOutcome,
  executed: ReadonlySet<string>,
): string[] {
  const last = receiptIdsOf(parent).at(-1);
  if (last === undefined || executed.has(bytesKey(last))) return [];
  return isRefund(chain, parent, last) ? [bytesKey(last)] : [];
}

/** Waits ignore refunds: the last receipt of an outcome, if the system sent it. */
export function isRefund(
  chain: Pick<StatusSource, 'outgoingReceipts'>,
  parent: StoredOutcome,
  id: Hash,
): boolean {
  const last = receiptIdsOf(parent).at(-1);
  if (last === undefined || !equalBytes(last, id)) return false;
  const { blockHash, shardId } = parent;
  return listSystemReceipts(chain.outgoingReceipts(blockHash, shardId)).has(bytesKey(id));
}

/**
 * By list of receipts: a chain returns the same list object to every caller. A WeakMap, so that the
 * ids are collected with the list, which is in the cache `outgoing_receipts`.
 */
const systemReceipts = new WeakMap<readonly Receipt[], ReadonlySet<string>>();

function listSystemReceipts(sent: readonly Receipt[]): ReadonlySet<string> {
  let ids = systemReceipts.get(sent);
  if (ids === undefined) {
    const isSystem = ({ predecessorId }: Receipt) => predecessorId === SYSTEM_ACCOUNT;
    ids = new Set(sent.filter(isSystem).map(({ receiptId }) => bytesKey(receiptId)));
    systemReceipts.set(sent, ids);
  }
  return ids;
}

/** The height of the block in which something was executed. */
export function blockHeight(chain: StatusSource, { blockHash }: StoredOutcome): number {
  return requireRow(chain.height(blockHash), Column.block, blockHash);
}

/** The first receipt of a transaction to its own signer is never sent, and is omitted. */
function listReceipts(
  chain: StatusSource,
  included: HashedTransaction,
  own: StoredOutcome,
  others: readonly StoredOutcome[],
): string[] {
  const first = receiptIdsOf(own)[0];
  const isLocal = first !== undefined && isToItself(included);
  const listed = isLocal ? others.filter(({ id }) => !equalBytes(id, first)) : others;
  return listed.map(({ id }) => formatReceipt(chain, id));
}

function formatReceipt(chain: StatusSource, id: Hash): string {
  const bytes = chain.receiptBytes(id);
  if (bytes !== null) return showReceipt(new BorshReader(bytes));
  return ReceiptView.json(receiptToView(requireRow(chain.receipt(id), Column.receipt, id)));
}
