// Records where chosen receipts burn their gas while their chunks are applied again. It observes
// the receipts, and runs their contracts with hooks; other receipts run as always.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { ContractRunner } from '../../runtime/chunkContext.ts';
import type { ObservedAction, ReceiptObserver } from '../../runtime/receipts/receiptObserver.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import { actionReceipt, type Receipt } from '../../types/receipt.ts';
import { CallTree } from './callTree.ts';
import { FrameTable } from './frameTable.ts';
import { FunctionProfiler } from './functionProfiler.ts';

interface OpenReceipt {
  readonly key: string;
  readonly root: number;
  readonly actions: readonly Action[];
  /** The node of the action at hand, once something has been burnt in it. */
  action: number | null;
  tried: number;
  /** Given to the nodes of this action, and to those of all actions. */
  actionGas: number;
  allGas: number;
}

/** The node of a receipt, and what the nodes below it have burnt. */
interface RecordedReceipt {
  readonly root: number;
  readonly actionsGas: number;
}

export class ProfileRecorder implements ReceiptObserver {
  readonly frames = new FrameTable();
  readonly tree: CallTree;
  readonly #chosen: ReadonlySet<string>;
  readonly #recorded = new Map<string, RecordedReceipt>();
  #receipt: OpenReceipt | null = null;

  /** `chosen` are receipt ids by `bytesKey`. */
  constructor(chosen: ReadonlySet<string>, tree = new CallTree()) {
    this.#chosen = chosen;
    this.tree = tree;
  }

  /** Undefined if the receipt was not executed. */
  receipt(receiptId: Hash): RecordedReceipt | undefined {
    return this.#recorded.get(bytesKey(receiptId));
  }

  /** Runs contracts as `runner` does, and those of chosen receipts with hooks. */
  observe({ run }: ContractRunner): ContractRunner {
    return {
      run: (protocol, call) => {
        const receipt = this.#receipt;
        if (receipt === null || call.code === null) return run(protocol, call);
        const { frames, tree } = this;
        const node = this.#actionNode(receipt);
        const code = frames.codeOf(protocol, call.code);
        const profiler = new FunctionProfiler({ tree, frames, code, node });
        const outcome = run(protocol, { ...call, tracer: profiler, probe: profiler });
        const burnt = Number(outcome.burntGas);
        profiler.end(burnt);
        receipt.actionGas += burnt;
        return outcome;
      },
    };
  }

  beginReceipt(receipt: Receipt): void {
    const key = bytesKey(receipt.receiptId);
    if (!this.#chosen.has(key)) return;
    const root = this.tree.addRoot(this.frames.named('fee', nameReceipt(receipt)));
    const actions = actionReceipt(receipt)?.actions ?? [];
    this.#receipt = { key, root, actions, action: null, tried: 0, actionGas: 0, allGas: 0 };
  }

  endAction({ gasBurnt }: ObservedAction): void {
    const receipt = this.#receipt;
    if (receipt === null) return;
    const burnt = Number(gasBurnt);
    this.tree.burn(this.#actionNode(receipt), burnt - receipt.actionGas);
    receipt.allGas += burnt;
    receipt.tried++;
    receipt.action = null;
    receipt.actionGas = 0;
  }

  endReceipt(): void {
    const receipt = this.#receipt;
    if (receipt === null) return;
    this.#recorded.set(receipt.key, { root: receipt.root, actionsGas: receipt.allGas });
    this.#receipt = null;
  }

  #actionNode(receipt: OpenReceipt): number {
    const action = receipt.actions[receipt.tried] as Action;
    const { kind } = action;
    const name = kind === 'FunctionCall' ? `${action.value.methodName}()` : kind;
    receipt.action ??= this.tree.enter(receipt.root, this.frames.named('fee', name));
    return receipt.action;
  }
}

export function nameReceipt({ predecessorId, receiverId }: Receipt): string {
  const isRefund = predecessorId === SYSTEM_ACCOUNT;
  return isRefund ? `refund to ${receiverId}` : `receipt at ${receiverId}`;
}
