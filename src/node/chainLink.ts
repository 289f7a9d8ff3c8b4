// The chain as the threads and processes that answer requests see it: transactions go in,
// admissions and blocks come out. How messages travel is left to those who extend it.

import { PerigeeError } from '../base/errors.ts';
import type { ControlAction, ControlResult } from '../chain/controlActions.ts';
import type { MiningMode } from '../chain/mining.ts';
import type { Admission } from '../chain/producer.ts';
import type { FunctionCallReport } from '../runtime/functionCallReport.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import type { ControlAnswer, DoorRequest, FromChain, ToChain } from './chainMessages.ts';
import { DoorQueue } from './doorQueue.ts';

export type BlockNotice = Extract<FromChain, { kind: 'block' }>;

/** Transactions that may wait for the chain's word at once. */
const WAITING_MAX = 65_536;

export abstract class ChainLink {
  readonly #waiting = new Map<number, (admission: Admission) => void>();
  readonly #controlled = new Map<number, (answer: ControlAnswer) => void>();
  readonly #listeners = new Set<(notice: BlockNotice) => void>();
  readonly #callListeners = new Set<(report: FunctionCallReport) => void>();
  readonly #revertListeners = new Set<(height: number) => void>();
  readonly #door = new DoorQueue((message) => this.say(message));
  readonly #miningListeners = new Set<(mode: MiningMode) => void>();
  #mining: MiningMode | null = null;
  /** For blocks that only make others final. */
  #finalityWaits = 0;
  #lastId = 0;

  protected abstract say(message: ToChain): void;

  submit(transaction: HashedTransaction): Promise<Admission> {
    return this.#ask('submit', transaction);
  }

  check(transaction: HashedTransaction): Promise<Admission> {
    return this.#ask('check', transaction);
  }

  /** Passes on what another process asks, which has looked at the signature. */
  pass({ kind, transaction, isSigned }: DoorRequest): Promise<Admission> {
    return this.#expect((id) => this.#door.add({ id, kind, transaction, isSigned }));
  }

  /** Rejects with a PerigeeError when the action cannot be done. */
  control<A extends ControlAction>(action: A): Promise<ControlResult<A>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#controlled.set(id, (answer) => {
        if ('result' in answer) return resolve(answer.result as ControlResult<A>);
        const { code, message } = answer.error;
        reject(new PerigeeError({ code }, message));
      });
      this.#door.add({ kind: 'control', id, action });
    });
  }

  /** Somebody waits for blocks that only make others final; the returned function ends it. */
  awaitFinality(): () => void {
    this.#finalityWaits += 1;
    if (this.#finalityWaits === 1) this.say({ kind: 'await', isAwaited: true });
    return () => {
      this.#finalityWaits -= 1;
      if (this.#finalityWaits === 0) this.say({ kind: 'await', isAwaited: false });
    };
  }

  /** Calls back for each block, when it can be read; the returned function ends it. */
  onBlock(listener: (notice: BlockNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back after the blocks above a height were taken back; the returned function ends it. */
  onRevert(listener: (height: number) => void): () => void {
    this.#revertListeners.add(listener);
    return () => this.#revertListeners.delete(listener);
  }

  /** How blocks are made since somebody has changed it; null if nobody has. */
  get mining(): MiningMode | null {
    return this.#mining;
  }

  /** Calls back when blocks are made in another way from then on. */
  onMining(listener: (mode: MiningMode) => void): void {
    this.#miningListeners.add(listener);
  }

  /** Calls back for each call of a contract, before the block that holds it. */
  onCall(listener: (report: FunctionCallReport) => void): void {
    this.#callListeners.add(listener);
  }

  /** Nobody is called back any more. */
  silence(): void {
    this.#callListeners.clear();
    this.#listeners.clear();
    this.#revertListeners.clear();
    this.#miningListeners.clear();
  }

  #ask(kind: DoorRequest['kind'], signed: HashedTransaction): Promise<Admission> {
    return this.#expect((id) => {
      // A chain that nobody else asks verifies one signature sooner than another thread wakes up.
      const isAlone = this.#waiting.size === 1;
      if (isAlone) this.#door.addAlone({ id, kind, transaction: signed.bytes, isSigned: null });
      else this.#door.verifyAndAdd(id, kind, signed);
    });
  }

  #expect(ask: (id: number) => void): Promise<Admission> {
    if (this.#waiting.size >= WAITING_MAX) {
      const reason = `${WAITING_MAX} transactions wait to be looked at; try again later`;
      return Promise.resolve({ kind: 'dropped', reason });
    }
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      ask(id);
    });
  }

  /** Answers those who wait for a chain that will not answer any more. */
  protected abandon(): void {
    const reason = 'the chain has stopped';
    for (const admit of this.#waiting.values()) admit({ kind: 'dropped', reason });
    const answer = { error: { code: 'chain_failed', message: reason } };
    for (const finish of this.#controlled.values()) finish(answer);
    this.#door.clear();
    this.#waiting.clear();
    this.#controlled.clear();
  }

  protected hear(message: FromChain): void {
    switch (message.kind) {
      case 'admitted':
        for (const { id, admission } of message.answers) {
          this.#waiting.get(id)?.(admission);
          this.#waiting.delete(id);
        }
        return;
      case 'controlled':
        this.#controlled.get(message.id)?.(message.answer);
        this.#controlled.delete(message.id);
        return;
      case 'called':
        for (const listener of this.#callListeners) listener(message.report);
        return;
      case 'mining':
        this.#mining = message.mode;
        for (const listener of this.#miningListeners) listener(message.mode);
        return;
      case 'reverted':
        for (const listener of this.#revertListeners) listener(message.height);
        return;
      case 'block':
        for (const listener of this.#listeners) listener(message);
    }
  }
}
