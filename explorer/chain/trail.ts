// What has happened to a transaction so far: its receipts, their cost, and the result. It is
// collected from events as they arrive, or built from the node's response.

import { describeFailure, openTagged } from '../format/actions.ts';
import { nanosToMs } from '../format/times.ts';
import type { ChainEvent } from './eventRange.ts';
import type {
  Outcome,
  ReceiptEvent,
  Transaction,
  TransactionEvent,
  TransactionStatus,
} from './wire.ts';

export const SYSTEM = 'system';

export type Ending =
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly value: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Trail {
  readonly transaction: Transaction;
  readonly blockHeight: number;
  readonly timestampNanosec: string;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly gasBurnt: number;
  readonly tokensBurnt: bigint;
  readonly ending: Ending;
  /** Why receipts failed, although the transaction may have succeeded. */
  readonly failures: readonly string[];
  /** From its block to that of its last receipt, except refunds; null if unknown. */
  readonly spanMs: number | null;
}

type Placed = Pick<Trail, 'blockHeight' | 'timestampNanosec' | 'spanMs'>;

function createTrail(
  transaction: Transaction,
  outcomes: ReadonlyMap<string, Outcome>,
  placed: Placed,
): Trail {
  const all = [...outcomes.values()];
  return {
    ...placed,
    transaction,
    outcomes,
    gasBurnt: all.reduce((sum, { gas_burnt }) => sum + Number(gas_burnt), 0),
    tokensBurnt: all.reduce((sum, { tokens_burnt }) => sum + BigInt(tokens_burnt), 0n),
    ending: findEnding(transaction.hash, outcomes),
    failures: all.flatMap(({ status }) => {
      const { kind, fields } = openTagged(status);
      return kind === 'Failure' ? [describeFailure(fields)] : [];
    }),
  };
}

export function beginTrail(event: TransactionEvent): Trail {
  const { transaction, outcome, block_height, timestamp_nanosec } = event;
  const placed = { blockHeight: block_height, timestampNanosec: timestamp_nanosec, spanMs: 0 };
  return createTrail(transaction, new Map([[transaction.hash, outcome]]), placed);
}

export function extendTrail(trail: Trail, event: ReceiptEvent): Trail {
  const { receipt, outcome, timestamp_nanosec } = event;
  const outcomes = new Map(trail.outcomes).set(receipt.receipt_id, outcome);
  const endMs = nanosToMs(timestamp_nanosec) - nanosToMs(trail.timestampNanosec);
  const isRefund = receipt.predecessor_id === SYSTEM;
  const spanMs = isRefund ? trail.spanMs : Math.max(trail.spanMs ?? 0, endMs);
  const { blockHeight, timestampNanosec } = trail;
  return createTrail(trail.transaction, outcomes, { blockHeight, timestampNanosec, spanMs });
}

export function trailOfStatus(status: TransactionStatus, placed: Omit<Placed, 'spanMs'>): Trail {
  const outcomes = [status.transaction_outcome, ...status.receipts_outcome];
  const byId = new Map(outcomes.map(({ id, outcome }) => [id, outcome]));
  return createTrail(status.transaction, byId, { ...placed, spanMs: null });
}

/** Follows receipts that return other receipts. */
function findEnding(hash: string, outcomes: ReadonlyMap<string, Outcome>): Ending {
  for (let outcome = outcomes.get(hash); outcome !== undefined; ) {
    const { kind, fields } = openTagged(outcome.status);
    if (kind === 'Failure') return { kind: 'failed', reason: describeFailure(fields) };
    if (kind === 'SuccessValue') return { kind: 'done', value: String(fields.value ?? '') };
    outcome = kind === 'SuccessReceiptId' ? outcomes.get(String(fields.value)) : undefined;
  }
  return { kind: 'pending' };
}

/** The transactions in some events, newest first. */
export function gatherTrails(events: readonly ChainEvent[]): Trail[] {
  const trails = new Map<string, Trail>();
  for (const { kind, data } of events) {
    if (kind === 'transaction') trails.set(data.transaction.hash, beginTrail(data));
    if (kind !== 'receipt' || data.transaction_hash === null) continue;
    const trail = trails.get(data.transaction_hash);
    if (trail !== undefined) trails.set(data.transaction_hash, extendTrail(trail, data));
  }
  return [...trails.values()].reverse();
}
