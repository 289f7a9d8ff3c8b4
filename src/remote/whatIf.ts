// What would have happened if the state had been another one: the receipts of the transaction are
// executed on the changed rows, and then those that these create. Rows that the real receipts have
// written are as they were before. Bound: 2,000 receipts.

import { bytesKey } from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import type { StateEdit } from '../chain/patch/stateEdit.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import { accountTrieKey } from '../state/trieKey.ts';
import type { TraceRecorder } from '../trace/collect/traceRecorder.ts';
import { findDifference } from '../trace/reexecute/findDifference.ts';
import type { ExecutedAt, TracedHistory } from '../trace/tracedHistory.ts';
import { actionReceipt, type Receipt } from '../types/receipt.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { StateChange } from '../types/stateChange.ts';
import { type ChangedRows, ChangedState } from './changedState.ts';
import type { RemoteBlock } from './pastTransaction.ts';
import type { RemoteExecution, RemoteHistory } from './remoteHistory.ts';
import { type Assumptions, type RanReceipt, type ReceiptRun, runReceipt } from './runReceipt.ts';

const RECEIPTS_MAX = 2_000;
/** Trie nodes of a write, where the network has none to compare with. */
const NODES_OF_WRITE = 9;

interface Step {
  readonly run: ReceiptRun;
  readonly assumptions: Assumptions;
  readonly ran: RanReceipt;
  readonly outcome: StoredOutcome;
  readonly accountBefore: Uint8Array | null;
}

interface Waiting {
  readonly receipt: Receipt;
  /** The block of the receipt that created it. */
  readonly after: RemoteBlock;
}

export class WhatIf implements TracedHistory {
  readonly #execution: RemoteExecution;
  readonly #real: RemoteHistory;
  readonly #state: ChangedState;
  readonly #steps = new Map<string, Step>();
  readonly #receipts = new Map<string, Receipt>();
  readonly #data = new Map<string, Uint8Array | null>();
  #waiting: Waiting[] = [];

  constructor(execution: RemoteExecution, real: RemoteHistory, edits: readonly StateEdit[]) {
    this.#execution = execution;
    this.#real = real;
    this.#state = new ChangedState(execution, edits);
    this.#begin();
  }

  transaction() {
    return this.#real.transaction();
  }

  receipt(id: Hash): Receipt | null {
    return this.#receipts.get(bytesKey(id)) ?? null;
  }

  outcome(id: Hash): StoredOutcome | null {
    return this.#steps.get(bytesKey(id))?.outcome ?? null;
  }

  height(blockHash: Hash): number {
    return this.#real.height(blockHash);
  }

  changes(blockHash: Hash, key: Uint8Array): readonly StateChange[] {
    const paid = this.#real
      .changes(blockHash, key)
      .filter(({ cause }) => cause.kind === 'TransactionProcessing');
    const name = bytesKey(key);
    const made = [...this.#steps.values()]
      .filter(({ outcome }) => bytesKey(outcome.blockHash) === bytesKey(blockHash))
      .flatMap(({ ran }) => ran.changes.find((row) => bytesKey(row.key) === name)?.changes ?? []);
    return [...paid, ...made];
  }

  rowBefore(executed: ExecutedAt, key: Uint8Array): Uint8Array | null {
    const step = this.#steps.get(bytesKey(executed.id));
    return step === undefined ? this.#real.rowBefore(executed, key) : step.accountBefore;
  }

  execute(recorder: TraceRecorder, outcomes: readonly StoredOutcome[]): void {
    for (const { id } of outcomes) {
      const step = this.#steps.get(bytesKey(id));
      if (step === undefined) continue;
      const contracts = recorder.observe(step.run.contracts);
      runReceipt(step.run, step.assumptions, { observer: recorder, contracts });
    }
  }

  /** How it differs from what happened, one sentence each. */
  describeDifferences(): string[] {
    const { receipts } = this.#execution;
    const changed = [...this.#steps.values()].flatMap(({ run, outcome }) => {
      const name = `Receipt ${formatHash(outcome.id)} of ${run.receipt.receiverId}`;
      const recorded = receipts.outcome(outcome.id);
      if (recorded === null) return [`${name} does not exist in reality.`];
      const field = findDifference(recorded.outcome, outcome.outcome);
      return field === null ? [] : [`${name} has another ${field}.`];
    });
    const missing = receipts.past.outcomes
      .filter(({ id }) => !this.#steps.has(bytesKey(id)))
      .map(({ id, outcome }) => {
        return `Receipt ${formatHash(id)} of ${outcome.executorId} is not created or not executed.`;
      });
    return [...changed, ...missing];
  }

  #begin(): void {
    const { receipts } = this.#execution;
    const { root } = receipts;
    const block = receipts.block(root.blockHash);
    const first = root.outcome.receiptIds[0];
    const receipt = first === undefined ? null : receipts.receipt(first);
    if (block === null || receipt === null) return;
    this.#receipts.set(bytesKey(receipt.receiptId), receipt);
    const queue: Waiting[] = [{ receipt, after: block }];
    while (this.#steps.size < RECEIPTS_MAX) {
      const next = queue.shift() ?? this.#takeReady();
      if (next === undefined) return;
      queue.push(...this.#process(next));
    }
  }

  /** What is created by it. */
  #process(arriving: Waiting): Waiting[] {
    const { receipt } = arriving;
    const { body } = receipt;
    if (body.kind === 'Data' || body.kind === 'PromiseResume') {
      const key = bytesKey(body.value.dataId);
      if (!this.#data.has(key)) this.#data.set(key, body.value.data);
      return [];
    }
    if (actionReceipt(receipt) === null) return [];
    if (!this.#isReady(receipt)) {
      this.#waiting.push(arriving);
      return [];
    }
    const step = this.#run(arriving);
    this.#steps.set(bytesKey(receipt.receiptId), step);
    this.#state.write(step.ran.changes);
    const made = step.ran.executed.newReceipts;
    for (const one of made) this.#receipts.set(bytesKey(one.receiptId), one);
    return made.map((one) => ({ receipt: one, after: step.run.block }));
  }

  #isReady(receipt: Receipt): boolean {
    const inputs = actionReceipt(receipt)?.inputDataIds ?? [];
    return inputs.every((dataId) => this.#findData(dataId) !== undefined);
  }

  #takeReady(): Waiting | undefined {
    const ready = this.#waiting.find(({ receipt }) => this.#isReady(receipt));
    this.#waiting = this.#waiting.filter((one) => one !== ready);
    return ready;
  }

  /** What other transactions sent stays the same. */
  #findData(dataId: Uint8Array): Uint8Array | null | undefined {
    const key = bytesKey(dataId);
    if (this.#data.has(key)) return this.#data.get(key);
    return this.#execution.receipts.past.data.find((one) => bytesKey(one.dataId) === key)?.data;
  }

  #run({ receipt, after }: Waiting): Step {
    const { dialect, contracts } = this.#execution;
    const block = this.#placeOf(receipt, after);
    const rows: ChangedRows = this.#state.rowsFor(block, receipt);
    const data = new Map(
      (actionReceipt(receipt)?.inputDataIds ?? []).map((dataId) => [
        bytesKey(dataId),
        this.#findData(dataId),
      ]),
    );
    const findData = (dataId: Uint8Array) => data.get(bytesKey(dataId));
    const run = { receipt, block, rows, findData, dialect, contracts };
    const assumptions = this.#assume(run);
    const ran = runReceipt(run, assumptions);
    const { receiptId: id, receiverId } = receipt;
    const shardId = shardIdOfAccount(block.epoch.shardLayout, receiverId);
    const outcome = { ...ran.executed.outcome, id, blockHash: block.hash, shardId, proof: [] };
    return { run, assumptions, ran, outcome, accountBefore: rows.get(accountTrieKey(receiverId)) };
  }

  /** The block that has executed it, or else the next one of the transaction's. */
  #placeOf({ receiptId }: Receipt, after: RemoteBlock): RemoteBlock {
    const { receipts } = this.#execution;
    const recorded = receipts.outcome(receiptId);
    const block = recorded && receipts.block(recorded.blockHash);
    if (block !== null) return block;
    const later = receipts.past.blocks.filter(({ height }) => height > after.height);
    return later.sort((a, b) => a.height - b.height)[0] ?? after;
  }

  /** Every write costs as much as in reality, on average. */
  #assume(run: ReceiptRun): Assumptions {
    const known = this.#real.assumptionsOf(run.receipt.receiptId);
    const yieldStatus = known?.yieldStatus ?? null;
    const minimumStake = known?.minimumStake ?? 0n;
    const none = { touched: 0, cached: 0, lookups: 0 };
    const { lookups } = runReceipt(run, { nodes: none, yieldStatus, minimumStake });
    const { touched, cached, lookups: before } = known?.nodes ?? none;
    if (lookups === before && known !== null) return known;
    const average = before === 0 ? NODES_OF_WRITE : (touched + cached) / before;
    const nodes = { touched: Math.round(average * lookups), cached: 0, lookups };
    return { nodes, yieldStatus, minimumStake };
  }
}
