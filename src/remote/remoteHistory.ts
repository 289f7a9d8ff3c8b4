// The history of a transaction of another network, for traces. Every receipt is executed by itself
// and compared with the outcome that the network has. One that differs does not show what it did.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import type { Dialect } from '../params/dialect.ts';
import { describeUnknownVersion, isKnownVersion } from '../params/protocol.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { totalPrepaidGas } from '../runtime/fees/fees.ts';
import { createReceiptId } from '../runtime/results/createIds.ts';
import type { TraceRecorder } from '../trace/collect/traceRecorder.ts';
import { findDifference } from '../trace/reexecute/findDifference.ts';
import type { TracedHistory } from '../trace/tracedHistory.ts';
import { actionReceipt, type Receipt } from '../types/receipt.ts';
import type { ChangesBefore, PastRows } from './changesBefore.ts';
import type { PastReceipts } from './pastReceipts.ts';
import type { ReceiptCheck } from './remoteTrace.ts';
import {
  type Assumptions,
  findAssumptions,
  profileOf,
  type ReceiptRun,
  runReceipt,
} from './runReceipt.ts';

export interface RemoteExecution {
  readonly receipts: PastReceipts;
  readonly dialect: Dialect;
  readonly contracts: ContractRunner;
  readonly rows: PastRows;
}

type OrderedRun = ReceiptRun & { readonly rows: ChangesBefore };

export class RemoteHistory implements TracedHistory {
  readonly checks: ReceiptCheck[] = [];
  readonly #notices = new Set<string>();
  readonly #execution: RemoteExecution;
  readonly #assumptions = new Map<string, Assumptions>();

  constructor(execution: RemoteExecution) {
    this.#execution = execution;
  }

  /** What is not exact, one sentence each. */
  get notices(): readonly string[] {
    return [...this.#notices];
  }

  transaction() {
    const { past, root } = this.#execution.receipts;
    const { signerId, receiverId } = past.transaction;
    const first = root.outcome.receiptIds[0];
    const receipt = first === undefined ? null : this.receipt(first);
    const actions = receipt === null ? [] : (actionReceipt(receipt)?.actions ?? []);
    return { signerId, receiverId, prepaidGas: totalPrepaidGas(actions), root };
  }

  receipt(id: Hash): Receipt | null {
    return this.#execution.receipts.receipt(id);
  }

  outcome(id: Hash): StoredOutcome | null {
    return this.#execution.receipts.outcome(id);
  }

  height(blockHash: Hash): number {
    return this.#execution.receipts.block(blockHash)?.height ?? 0;
  }

  changes(blockHash: Hash, key: Uint8Array) {
    const { receipts } = this.#execution;
    const block = receipts.block(blockHash);
    return (block && receipts.changesOf(block).get(bytesKey(key))) ?? [];
  }

  rowBefore({ blockHash }: { readonly blockHash: Hash }, key: Uint8Array): Uint8Array | null {
    const block = this.#execution.receipts.block(blockHash);
    return block && this.#execution.rows.row(block.prevHash, key);
  }

  /** What was assumed about a receipt that has been executed. */
  assumptionsOf(id: Hash): Assumptions | null {
    return this.#assumptions.get(bytesKey(id)) ?? null;
  }

  execute(recorder: TraceRecorder, outcomes: readonly StoredOutcome[]): void {
    const [root, ...executed] = outcomes as [StoredOutcome, ...StoredOutcome[]];
    this.#checkConversion(root);
    for (const outcome of executed) {
      const check = this.#check(recorder, outcome);
      if (check.result !== 'exact') recorder.forget(outcome.id);
      this.checks.push(check);
    }
  }

  /** The id of the first receipt is a hash of the transaction's. */
  #checkConversion({ id, outcome, blockHash }: StoredOutcome): void {
    const [receiptId] = outcome.receiptIds;
    if (receiptId === undefined) return;
    if (equalBytes(receiptId, createReceiptId(id, this.height(blockHash), 0))) return;
    this.checks.push(differs(id, 'receipt_ids'));
  }

  #check(recorder: TraceRecorder, recorded: StoredOutcome): ReceiptCheck {
    const { id } = recorded;
    const run = this.#describe(recorded);
    if (typeof run === 'string') return notExecuted(id, run);
    try {
      const assumptions = findAssumptions(run, recorded.outcome);
      this.#assumptions.set(bytesKey(id), assumptions);
      const contracts = recorder.observe(run.contracts);
      const ran = runReceipt(run, assumptions, { observer: recorder, contracts });
      const field = findDifference(recorded.outcome, ran.executed.outcome.outcome);
      if (field === null) this.#note(run, recorded, assumptions);
      return field === null
        ? { receiptId: id, result: 'exact', field: null, reason: null }
        : differs(id, field, ran.readsHidden ? HIDDEN : null);
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error;
      if (error.code === 'row_unavailable') return notExecuted(id, error.message);
      if (error.code !== 'inconsistent_state') throw error;
      return notExecuted(id, `what the source says does not fit together: ${error.message}`);
    }
  }

  /** Or why it cannot be executed. */
  #describe({ id, blockHash }: StoredOutcome): OrderedRun | string {
    const { receipts, dialect, contracts } = this.#execution;
    const receipt = receipts.receipt(id);
    const block = receipts.block(blockHash);
    if (receipt === null || block === null) return 'the source does not have it';
    if (actionReceipt(receipt) === null) return 'the source shows an outcome of something else';
    const { protocolVersion } = block.epoch;
    if (!isKnownVersion(protocolVersion, dialect)) {
      return describeUnknownVersion(protocolVersion, dialect);
    }
    if (!receipts.hasCode(id)) return 'the source does not have the code that it deploys';
    const { findData } = receipts;
    const inputs = actionReceipt(receipt)?.inputDataIds ?? [];
    if (inputs.some((dataId) => findData(dataId) === undefined)) {
      return 'the source does not have the data that it was resumed with';
    }
    const rows = receipts.rowsBefore(block, receipt);
    return { receipt, block, rows, findData, dialect, contracts };
  }

  #note(run: OrderedRun, { id, outcome }: StoredOutcome, { nodes }: Assumptions): void {
    const name = formatHash(id);
    const { touched, cached, lookups } = nodes;
    if (lookups > 1 && touched + cached > 0) {
      this.#notices.add(
        `The trie nodes that the ${lookups} writes of receipt ${name} paid for are known as a ` +
          'sum only: the gas of the receipt is exact, that of its single host calls may not be.',
      );
    }
    if (lookups > 0 && profileOf(outcome) === null) {
      this.#notices.add(
        `The source has no gas profile of receipt ${name}, so the gas of its writes is a guess.`,
      );
    }
    for (const other of run.rows.unordered) {
      this.#notices.add(
        `Receipt ${other} has changed rows that receipt ${name} reads, and the source does not ` +
          'prove which of them was executed first.',
      );
    }
    if (run.block.epoch.validators === null) {
      this.#notices.add(
        `The source does not know the validators of block ${run.block.height}: contracts that ` +
          'ask for the height of the epoch or for stakes get 0.',
      );
    }
  }
}

const HIDDEN = 'it depends on what waits to be resumed, which no node shows';

function differs(receiptId: Hash, field: string, reason: string | null = null): ReceiptCheck {
  return { receiptId, result: 'differs', field, reason };
}

function notExecuted(receiptId: Hash, reason: string): ReceiptCheck {
  return { receiptId, result: 'not_executed', field: null, reason };
}
