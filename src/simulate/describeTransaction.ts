// Describes a simulated transaction. Outcomes and changes of the state have a share of the result
// that all transactions of a request use; what finds nothing left is counted as left out.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { MIB } from '../base/units.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import { collectOutcomes, finalStatus, listPending } from '../chain/stored/transactionOutcomes.ts';
import { COST_NAMES } from '../params/costNames.ts';
import { describeExecutionError } from '../trace/collect/describeFailure.ts';
import { BoundedList, ByteBudget } from '../trace/collect/traceBudget.ts';
import { describeTruncation } from '../trace/collect/traceRecorder.ts';
import type { TraceSource } from '../trace/storedHistory.ts';
import { traceTransactions } from '../trace/traceTransaction.ts';
import type { TraceLevel, TransactionTrace } from '../trace/tree/transactionTrace.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';
import { outcomeToView } from '../types/views/outcomeView.ts';
import type { SentTransaction } from './runBlock.ts';
import type { SimulatedTransaction } from './simulation.ts';
import {
  describeDifferences,
  type RowDifference,
  type RowDifferences,
  readDifferences,
} from './stateDifferences.ts';

/** Of the JSON text, about. */
const OUTCOME_BYTES_MAX = 4 * MIB;
const DIFFERENCE_BYTES_MAX = 4 * MIB;
/** Of an outcome and of a row besides its logs and bytes. */
const OUTCOME_BYTES = 2_000;
const ROW_BYTES = 800;

/** What was simulated. */
interface Simulated {
  readonly source: TraceSource;
  /** The blocks that were made. */
  readonly blocks: readonly Hash[];
  readonly sent: readonly SentTransaction[];
  readonly level: TraceLevel | null;
}

/**
 * Describes the transactions of a request. What they need is read for all of them at once: the work
 * must grow with their number.
 */
export class Describer {
  readonly #level: TraceLevel | null;
  /** The others by the `bytesKey` of a transaction. */
  readonly #executed: ReadonlyMap<string, readonly StoredOutcome[]>;
  readonly #traces: ReadonlyMap<string, TransactionTrace>;
  readonly #differences: ReadonlyMap<string, RowDifferences>;
  readonly #outcomeBytes = new ByteBudget(OUTCOME_BYTES_MAX);
  readonly #differenceBytes = new ByteBudget(DIFFERENCE_BYTES_MAX);

  constructor({ source, blocks, sent, level }: Simulated) {
    const included = sent.filter(({ error }) => error === null);
    const executed = included.map(({ hash }) => collectOutcomes(source.stored, hash));
    const keys = included.map(({ hash }) => bytesKey(hash));
    const owners = executed.flatMap((outcomes, at) =>
      outcomes.map(({ id }) => [bytesKey(id), keys[at] as string] as const),
    );
    this.#level = level;
    this.#executed = new Map(executed.map((outcomes, at) => [keys[at] as string, outcomes]));
    this.#differences = readDifferences(source, blocks, new Map(owners));
    // Only what shows something is executed again.
    const traced = included.filter((_, at) => level !== null || hasFailed(executed[at] ?? []));
    const transactionHashes = traced.map(({ hash }) => hash);
    const traces = traceTransactions(source, { transactionHashes, level: level ?? 'calls' });
    this.#traces = new Map(traces.map((trace) => [bytesKey(trace.transactionHash), trace]));
  }

  describe({ hash, error }: SentTransaction): SimulatedTransaction {
    if (error !== null) return describeRefused(hash, error);
    const key = bytesKey(hash);
    const outcomes = this.#executed.get(key) ?? [];
    const [own, ...others] = outcomes;
    if (own === undefined) return describeWaiting(hash);
    const trace = this.#traces.get(key) ?? null;
    const shown = new BoundedList<StoredOutcome>(this.#outcomeBytes);
    for (const other of others) shown.add(outcomeBytes(other), () => other);
    const rows = new BoundedList<RowDifference>(this.#differenceBytes);
    for (const row of this.#differences.get(key)?.values() ?? []) {
      rows.add(rowBytes(row), () => row);
    }
    return {
      transactionHash: hash,
      status: finalStatus(outcomes),
      failure: trace?.failure ?? null,
      gasBurnt: outcomes.reduce((sum, { outcome }) => sum + outcome.gasBurnt, 0n),
      tokensBurnt: outcomes.reduce((sum, { outcome }) => sum + outcome.tokensBurnt, 0n),
      transactionOutcome: outcomeToView(own, COST_NAMES),
      receiptsOutcome: shown.entries.map((outcome) => outcomeToView(outcome, COST_NAMES)),
      pending: listPending(outcomes),
      failures: trace === null ? [] : listFailures(trace),
      stateChanges: describeDifferences(rows.entries),
      suggestedGas: [],
      trace: this.#level === null ? null : trace,
      truncated: [
        ...describeTruncation('receipts_outcome', shown.leftOut),
        ...describeTruncation('state_changes', rows.leftOut),
      ],
    };
  }
}

function hasFailed(outcomes: readonly StoredOutcome[]): boolean {
  return outcomes.some(({ outcome }) => outcome.status.kind === 'Failure');
}

const NOTHING = {
  failure: null,
  gasBurnt: 0n,
  tokensBurnt: 0n,
  transactionOutcome: null,
  receiptsOutcome: [],
  pending: [],
  failures: [],
  stateChanges: describeDifferences([]),
  suggestedGas: [],
  trace: null,
  truncated: [],
} as const;

function describeRefused(hash: Hash, error: InvalidTxError): SimulatedTransaction {
  const failure = { kind: 'InvalidTxError', value: error } as const;
  return {
    ...NOTHING,
    transactionHash: hash,
    status: { kind: 'Failure', value: failure },
    failure: describeExecutionError(failure),
  };
}

/** The blocks had no room for it, or its nonce is too far ahead. */
function describeWaiting(hash: Hash): SimulatedTransaction {
  return { ...NOTHING, transactionHash: hash, status: { kind: 'NotStarted' } };
}

function listFailures({ receipts }: TransactionTrace): SimulatedTransaction['failures'] {
  return receipts.flatMap(({ receiptId, receiverId, failure }) =>
    failure === null ? [] : [{ receiptId, receiverId, ...failure }],
  );
}

/** A control character takes six bytes. */
function outcomeBytes({ outcome }: StoredOutcome): number {
  const logs = outcome.logs.reduce((sum, log) => sum + log.length, 0);
  const value = outcome.status.kind === 'SuccessValue' ? outcome.status.value.length : 0;
  return OUTCOME_BYTES + 6 * logs + 2 * value;
}

function rowBytes({ key, before, after }: RowDifference): number {
  return ROW_BYTES + 2 * (key.length + (before?.length ?? 0) + (after?.length ?? 0));
}
