// The chain of a store whose newest blocks are unusable: it produces no blocks and accepts no
// transactions until blocks are reverted. Reads do not depend on it.

import { packFailure } from '../../base/threadFailure.ts';
import type { ControlAction, ControlState } from '../../chain/controls/controlActions.ts';
import { takeBackTo } from '../../chain/controls/takeBack.ts';
import { ChainHalted, createHalt, formatHalt, type Halt } from '../../chain/production/halt.ts';
import { type ChainProgress, dropTransaction } from '../../chain/production/producer.ts';
import { StagingArea } from '../../chain/production/stagedChanges.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Store } from '../../store/store.ts';
import type { ChainThreadData, ControlAnswer, FromChain, ToChain } from './chainMessages.ts';

interface UnopenedChainParts {
  readonly store: Store;
  readonly mining: ChainThreadData['mining'];
  say(message: FromChain): void;
  warn(message: string): void;
  /** Opens the chain after blocks were reverted; throws if it is still unusable. */
  reopen(): void;
}

export class UnopenedChain {
  readonly #parts: UnopenedChainParts;
  readonly #halt: Halt;

  constructor(failure: unknown, parts: UnopenedChainParts) {
    this.#parts = parts;
    this.#halt = createHalt(failure, new StoredChain(parts.store).head().height);
  }

  start(): void {
    const { say } = this.#parts;
    say({ kind: 'halted', halt: this.#halt });
    say({ kind: 'ready', progress: unmoved(this.#halt.height) });
  }

  stop(): void {}

  hear(message: ToChain): void {
    const { say } = this.#parts;
    if (message.kind === 'admit') {
      const admission = dropTransaction('unavailable', formatHalt(this.#halt));
      say({ kind: 'admitted', answers: message.requests.map(({ id }) => ({ id, admission })) });
    } else if (message.kind === 'control') {
      say({ kind: 'controlled', id: message.id, answer: this.#answer(message.action) });
    }
  }

  #answer(action: ControlAction): ControlAnswer {
    try {
      if (action.kind === 'describe') return { result: this.#describe() };
      if (action.kind !== 'revertTo') throw new ChainHalted(this.#halt);
      return { result: this.#revertTo(action.height) };
    } catch (error) {
      const failure = packFailure(error);
      if (failure.stack !== null) this.#parts.warn(`blocks cannot be reverted: ${failure.stack}`);
      return { error: { code: failure.code, message: failure.message } };
    }
  }

  #describe(): ControlState {
    const { mining, store } = this.#parts;
    const staged = new StagingArea(store).changes;
    return { mining, halted: this.#halt, timestamp: 0n, staged, snapshots: [] };
  }

  #revertTo(target: number): { readonly height: number } {
    const { height } = takeBackTo(this.#parts.store, target);
    this.#parts.say({ kind: 'reverted', height, progress: unmoved(height) });
    this.#parts.reopen();
    return { height };
  }
}

/** Nothing becomes final before the chain is open. */
function unmoved(height: number): ChainProgress {
  return { headHeight: height, busyHeight: height, finalHeight: height };
}
