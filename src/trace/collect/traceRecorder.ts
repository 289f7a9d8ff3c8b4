// Records what chosen receipts do while their chunks are applied again. It observes the receipts,
// and runs their contracts with a recorder of host functions; other receipts run as always.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { formatJsonString } from '../../base/json/exactJson.ts';
import { explainContractCall } from '../../explain/explainContractCall.ts';
import type { ContractRunner } from '../../runtime/chunkContext.ts';
import { nameStack } from '../../runtime/contracts/describeStack.ts';
import type { ObservedAction, ReceiptObserver } from '../../runtime/receipts/receiptObserver.ts';
import type { Action } from '../../types/action.ts';
import { actionReceipt, type Receipt } from '../../types/receipt.ts';
import { showBytes } from '../tree/tracedBytes.ts';
import type { ActionTrace, TraceLevel, Truncation } from '../tree/transactionTrace.ts';
import { showAction } from './actionFields.ts';
import { type CallFailure, describeActionError } from './describeFailure.ts';
import { HostRecorder } from './hostRecorder.ts';
import { BoundedList, type TraceBudget } from './traceBudget.ts';

/** Of an action besides what it carries. */
const ACTION_BYTES = 1_000;

interface RecordedCall {
  readonly host: HostRecorder;
  failure: CallFailure | undefined;
}

/** By the `bytesKey` of a receipt: the gas attached to its transaction, if that is known. */
type ChosenReceipts = ReadonlyMap<string, bigint | undefined>;

interface OpenReceipt {
  readonly actions: readonly Action[];
  readonly traces: BoundedList<ActionTrace>;
  readonly transactionGas: bigint | undefined;
}

interface RecordedActions {
  readonly actions: readonly ActionTrace[];
  readonly leftOut: number;
}

export class TraceRecorder implements ReceiptObserver {
  readonly #level: TraceLevel;
  readonly #budget: TraceBudget;
  readonly #chosen: ChosenReceipts;
  readonly #recorded = new Map<string, BoundedList<ActionTrace>>();
  #receipt: OpenReceipt | null = null;
  #call: RecordedCall | null = null;

  constructor(level: TraceLevel, budget: TraceBudget, chosen: ChosenReceipts) {
    this.#level = level;
    this.#budget = budget;
    this.#chosen = chosen;
  }

  /** The actions of a chosen receipt; without any if it was not executed. */
  actionsOf(receiptId: Hash): RecordedActions {
    const traces = this.#recorded.get(bytesKey(receiptId));
    return { actions: traces?.entries ?? [], leftOut: traces?.leftOut ?? 0 };
  }

  /** Nothing is shown of what a receipt did. */
  forget(receiptId: Hash): void {
    this.#recorded.delete(bytesKey(receiptId));
  }

  /** Runs contracts as `runner` does, and records the calls of chosen receipts. */
  observe({ run, describeStack = nameStack }: ContractRunner): ContractRunner {
    return {
      run: (protocol, call) => {
        if (this.#receipt === null) return run(protocol, call);
        const { transactionGas } = this.#receipt;
        const host = new HostRecorder(this.#budget, this.#level === 'host');
        const recorded: RecordedCall = { host, failure: undefined };
        this.#call = recorded;
        const outcome = run(protocol, { ...call, tracer: host });
        const { aborted, wasmStack } = outcome;
        if (aborted !== null) {
          recorded.failure = {
            explanation: explainContractCall({ protocol, call, outcome, transactionGas }),
            stack: describeStack({ protocol, code: call.code, stack: wasmStack }),
          };
        }
        return outcome;
      },
    };
  }

  beginReceipt(receipt: Receipt): void {
    const key = bytesKey(receipt.receiptId);
    const isTraced = this.#level !== 'receipts' && this.#chosen.has(key);
    if (!isTraced) return;
    const traces = new BoundedList<ActionTrace>(this.#budget.actions);
    const actions = actionReceipt(receipt)?.actions ?? [];
    this.#receipt = { actions, traces, transactionGas: this.#chosen.get(key) };
    this.#recorded.set(key, traces);
  }

  endAction(observed: ObservedAction): void {
    if (this.#receipt === null) return;
    const { actions, traces } = this.#receipt;
    const action = actions[observed.index] as Action;
    const call = this.#call;
    this.#call = null;
    // A control character takes six characters.
    const logs = observed.logs.reduce((sum, log) => sum + formatJsonString(log).length, 0);
    traces.add(ACTION_BYTES + logs, () => createActionTrace(action, observed, call));
  }

  endReceipt(): void {
    if (this.#receipt === null) return;
    const { actions, traces } = this.#receipt;
    const tried = traces.entries.length + traces.leftOut;
    for (const action of actions.slice(tried)) {
      traces.add(ACTION_BYTES, () => ({ ...describeAction(action), status: 'not_executed' }));
    }
    this.#receipt = null;
  }
}

function createActionTrace(
  action: Action,
  { gasBurnt, gasUsed, logs, returnData, error }: ObservedAction,
  call: RecordedCall | null,
): ActionTrace {
  const hostCalls = call?.host.calls;
  const storageChanges = call?.host.storageChanges();
  return {
    ...describeAction(action),
    status: error === null ? 'success' : 'failure',
    gasBurnt,
    gasUsed,
    result: returnData.kind === 'value' ? showBytes(returnData.value) : null,
    failure: error && describeActionError(error, call?.failure),
    logs,
    storageChanges: storageChanges?.entries ?? [],
    hostCalls: hostCalls?.entries ?? [],
    truncated: [
      ...describeTruncation('host_calls', hostCalls?.leftOut),
      ...describeTruncation('storage_changes', storageChanges?.leftOut),
    ],
  };
}

export function describeTruncation(what: string, leftOut = 0): Truncation[] {
  return leftOut === 0 ? [] : [{ what, leftOut }];
}

/** What is known of an action before it runs. */
function describeAction(action: Action): ActionTrace {
  const isCall = action.kind === 'FunctionCall';
  return {
    ...(isCall ? { kind: action.kind, fields: [] } : showAction(action)),
    status: 'success',
    methodName: isCall ? action.value.methodName : null,
    args: isCall ? showBytes(action.value.args) : null,
    deposit: isCall ? action.value.deposit : null,
    gas: isCall ? action.value.gas : null,
    gasBurnt: 0n,
    gasUsed: 0n,
    result: null,
    failure: null,
    logs: [],
    storageChanges: [],
    hostCalls: [],
    truncated: [],
  };
}
