// Describes a simulated transaction. Outcomes and changes of the state have a share of the result
// that all transactions of a request use; what finds nothing left is counted as left out.

import type { Hash } from '../base/crypto/hash.ts';
import { MIB } from '../base/units.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import { collectOutcomes, finalStatus, listPending } from '../chain/stored/transactionOutcomes.ts';
import { COST_NAMES } from '../params/costNames.ts';
import { describeExecutionError } from '../trace/collect/describeFailure.ts';
import { BoundedList, ByteBudget, TraceBudget } from '../trace/collect/traceBudget.ts';
import { describeTruncation } from '../trace/collect/traceRecorder.ts';
import type { TraceSource } from '../trace/storedHistory.ts';
import { traceTransaction } from '../trace/traceTransaction.ts';
import type { TraceLevel, TransactionTrace } from '../trace/tree/transactionTrace.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';
import { outcomeToView } from '../types/views/outcomeView.ts';
import type { SentTransaction } from './runBlock.ts';
import type { SimulatedTransaction } from './simulation.ts';
import { describeDifferences, type RowDifference, readDifferences } from './stateDifferences.ts';

/** Of the JSON text, about. */
const OUTCOME_BYTES_MAX = 4 * MIB;
const DIFFERENCE_BYTES_MAX = 4 * MIB;
/** Of an outcome and of a row besides its logs and bytes. */
const OUTCOME_BYTES = 2_000;
const ROW_BYTES = 800;

/** What the descriptions of a request have in common. */
export class Describer {
  readonly #source: TraceSource;
  readonly #level: TraceLevel | null;
  /** The blocks that were made. */
  readonly #blocks: readonly Hash[];
  readonly #traces = new TraceBudget();
  readonly #outcomes = new ByteBudget(OUTCOME_BYTES_MAX);
  readonly #differences = new ByteBudget(DIFFERENCE_BYTES_MAX);

  constructor(source: TraceSource, blocks: readonly Hash[], level: TraceLevel | null) {
    this.#source = source;
    this.#blocks = blocks;
    this.#level = level;
  }

  describe({ hash, error }: SentTransaction): SimulatedTransaction {
    if (error !== null) return describeRefused(hash, error);
    const outcomes = collectOutcomes(this.#source.stored, hash);
    const [own, ...others] = outcomes;
    if (own === undefined) return describeWaiting(hash);
    const trace = this.#trace(hash, outcomes);
    const shown = new BoundedList<StoredOutcome>(this.#outcomes);
    for (const other of others) shown.add(outcomeBytes(other), () => other);
    const rows = this.#readRows(outcomes);
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

  /** Each trace executes whole chunks again, so only those are made that show something. */
  #trace(hash: Hash, outcomes: readonly StoredOutcome[]): TransactionTrace | null {
    const hasFailure = outcomes.some(({ outcome }) => outcome.status.kind === 'Failure');
    if (this.#level === null && !hasFailure) return null;
    const request = { transactionHash: hash, level: this.#level ?? 'calls' } as const;
    return traceTransaction(this.#source, request, this.#traces);
  }

  #readRows(outcomes: readonly StoredOutcome[]): BoundedList<RowDifference> {
    const ids = outcomes.map(({ id }) => id);
    const rows = new BoundedList<RowDifference>(this.#differences);
    for (const row of readDifferences(this.#source, this.#blocks, ids)) {
      rows.add(rowBytes(row), () => row);
    }
    return rows;
  }
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
