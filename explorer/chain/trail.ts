// What has happened to a transaction so far: its receipts, their cost, and the result. It is
// collected from events as they arrive, or built from the node's response.

import type { ActionView } from 'perigee/wire';
import { describeFailure, openTagged } from '../format/actions.ts';
import { listMoves, parseEvent, type TokenMove } from '../format/events.ts';
import { nanosToMs } from '../format/times.ts';
import type { ChainEvent } from './eventRange.ts';
import type {
  Outcome,
  Receipt,
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

/** Why a receipt failed, and what it was. */
export interface TrailFailure {
  readonly reason: string;
  readonly account: string;
  /** The method that it called; null for other actions. */
  readonly method: string | null;
}

export interface Trail {
  readonly transaction: Transaction;
  readonly blockHeight: number;
  readonly timestampNanosec: string;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The methods that its receipts call, by receipt id. */
  readonly methods: ReadonlyMap<string, string>;
  readonly gasBurnt: number;
  readonly tokensBurnt: bigint;
  readonly ending: Ending;
  /** Why receipts failed, although the transaction may have succeeded. */
  readonly failures: readonly TrailFailure[];
  /** Movements of tokens that contracts logged. */
  readonly moves: readonly TokenMove[];
  /** From its block to that of its last receipt, except refunds; null if unknown. */
  readonly spanMs: number | null;
}

type Placed = Pick<Trail, 'blockHeight' | 'timestampNanosec' | 'spanMs' | 'methods'>;

function createTrail(
  transaction: Transaction,
  outcomes: ReadonlyMap<string, Outcome>,
  placed: Placed,
): Trail {
  return {
    ...placed,
    ...summarize(transaction.hash, outcomes, placed.methods),
    transaction,
    moves: [...outcomes.values()].flatMap(({ executor_id, logs }) =>
      logs.flatMap((log) => {
        const event = parseEvent(log);
        return event === null ? [] : listMoves(executor_id, event);
      }),
    ),
  };
}

export type OutcomeSummary = Pick<
  Trail,
  'outcomes' | 'gasBurnt' | 'tokensBurnt' | 'ending' | 'failures'
>;

/** What is known about a transaction from its outcomes alone. */
export function summarize(
  hash: string,
  outcomes: ReadonlyMap<string, Outcome>,
  methods: Trail['methods'] = new Map(),
): OutcomeSummary {
  const all = [...outcomes.values()];
  return {
    outcomes,
    gasBurnt: all.reduce((sum, { gas_burnt }) => sum + Number(gas_burnt), 0),
    tokensBurnt: all.reduce((sum, { tokens_burnt }) => sum + BigInt(tokens_burnt), 0n),
    ending: findEnding(hash, outcomes),
    failures: [...outcomes].flatMap(([id, { status, executor_id: account }]) => {
      const { kind, fields } = openTagged(status);
      if (kind !== 'Failure') return [];
      return [{ reason: describeFailure(fields), account, method: methods.get(id) ?? null }];
    }),
  };
}

export function beginTrail(event: TransactionEvent): Trail {
  const { transaction, outcome, block_height, timestamp_nanosec } = event;
  const placed = {
    blockHeight: block_height,
    timestampNanosec: timestamp_nanosec,
    spanMs: 0,
    methods: new Map<string, string>(),
  };
  return createTrail(transaction, new Map([[transaction.hash, outcome]]), placed);
}

export function extendTrail(trail: Trail, event: ReceiptEvent): Trail {
  const { receipt, outcome, timestamp_nanosec } = event;
  const outcomes = new Map(trail.outcomes).set(receipt.receipt_id, outcome);
  const endMs = nanosToMs(timestamp_nanosec) - nanosToMs(trail.timestampNanosec);
  const isRefund = receipt.predecessor_id === SYSTEM;
  const spanMs = isRefund ? trail.spanMs : Math.max(trail.spanMs ?? 0, endMs);
  const method = methodOf(receipt);
  const { blockHeight, timestampNanosec } = trail;
  const methods =
    method === null ? trail.methods : new Map(trail.methods).set(receipt.receipt_id, method);
  const placed = { blockHeight, timestampNanosec, spanMs, methods };
  return createTrail(trail.transaction, outcomes, placed);
}

/** The method that a receipt calls first. */
export function methodOf({ receipt }: Receipt): string | null {
  return firstMethod('Action' in receipt ? receipt.Action.actions : []);
}

function firstMethod(actions: readonly ActionView[]): string | null {
  const called = actions.map(openTagged).find(({ kind }) => kind === 'FunctionCall');
  return called === undefined ? null : String(called.fields.method_name);
}

export function trailOfStatus(
  status: TransactionStatus,
  placed: Omit<Placed, 'spanMs' | 'methods'>,
): Trail {
  const outcomes = [status.transaction_outcome, ...status.receipts_outcome];
  const byId = new Map(outcomes.map(({ id, outcome }) => [id, outcome]));
  const receipts = 'receipts' in status ? status.receipts : [];
  const methods = new Map(
    receipts.flatMap((receipt) => {
      const method = methodOf(receipt);
      return method === null ? [] : [[receipt.receipt_id, method]];
    }),
  );
  // If an account calls itself, the response does not have the receipt with the call.
  const [own] = status.transaction_outcome.outcome.receipt_ids;
  const called = firstMethod(status.transaction.actions);
  if (own !== undefined && called !== null) methods.set(own, called);
  return createTrail(status.transaction, byId, { ...placed, spanMs: null, methods });
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

/** How a transaction stands. Its own result may be a success although a receipt failed. */
export type Standing = 'succeeded' | 'partly' | 'failed' | 'waiting';

export function standingOf({ ending, failures }: Pick<Trail, 'ending' | 'failures'>): Standing {
  if (ending.kind === 'failed') return 'failed';
  if (failures.length > 0) return 'partly';
  return ending.kind === 'pending' ? 'waiting' : 'succeeded';
}
