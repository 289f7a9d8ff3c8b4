// What a transaction of the test kit did.

import { base64ToBytes, bytesToUtf8 } from '../base/bytes/bytes.ts';
import { parseJson } from '../base/json/plainJson.ts';
import type { TransactionStatus } from '../client/rpc.ts';

export type Outcome = TransactionStatus<'EXECUTED_OPTIMISTIC'>;

/** An event of NEP-297. */
export interface ContractEvent {
  /** The contract that logged it. */
  readonly contractId: string;
  readonly standard: string;
  readonly version: string;
  readonly event: string;
  readonly data?: unknown;
}

export interface CallResult<T> {
  /** What the call returned: parsed JSON, null for nothing, or bytes that are not JSON. */
  readonly value: T;
  readonly hash: string;
  /** Of all receipts, in the order of their execution. */
  readonly logs: readonly string[];
  /** The logs that are events. */
  readonly events: readonly ContractEvent[];
  /** By the transaction and all of its receipts. */
  readonly gasBurnt: bigint;
  readonly tokensBurnt: bigint;
  /** The response of the RPC method. */
  readonly outcome: Outcome;
}

const EVENT_PREFIX = 'EVENT_JSON:';

export function describeResult(outcome: Outcome, returned: string): CallResult<unknown> {
  const parts = [outcome.transaction_outcome, ...outcome.receipts_outcome];
  const sum = (read: (part: (typeof parts)[number]) => bigint) =>
    parts.reduce((total, part) => total + read(part), 0n);
  return {
    value: readValue(base64ToBytes(returned)),
    hash: outcome.transaction_outcome.id,
    logs: listLogs(outcome),
    events: outcome.receipts_outcome.flatMap(({ outcome: { executor_id: contractId, logs } }) =>
      logs.flatMap((log) => readEvent(contractId, log)),
    ),
    gasBurnt: sum((part) => BigInt(part.outcome.gas_burnt)),
    tokensBurnt: sum((part) => BigInt(part.outcome.tokens_burnt)),
    outcome,
  };
}

export function listLogs({ receipts_outcome }: Outcome): string[] {
  return receipts_outcome.flatMap(({ outcome }) => outcome.logs);
}

/** JSON, null for nothing, or the bytes themselves. */
export function readValue(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null;
  try {
    return parseJson(bytesToUtf8(bytes));
  } catch {
    return bytes;
  }
}

function readEvent(contractId: string, log: string): ContractEvent[] {
  if (!log.startsWith(EVENT_PREFIX)) return [];
  try {
    const event = parseJson(log.slice(EVENT_PREFIX.length)) as Partial<ContractEvent> | null;
    const { standard, version, event: name, data } = event ?? {};
    if (typeof standard !== 'string' || typeof name !== 'string') return [];
    return [{ contractId, standard, version: String(version), event: name, data }];
  } catch {
    return [];
  }
}
