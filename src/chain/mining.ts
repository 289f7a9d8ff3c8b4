// When blocks are made. `auto` makes them back to back while there is work and otherwise one now and
// then; an interval makes them at its pace; `manual` waits to be asked. Turns are given by a scheduler,
// so that requests are heard between two blocks.

import type { Producer } from './producer.ts';

export type MiningMode = 'auto' | 'manual' | { readonly intervalMs: number };

/** Blocks of an idle chain in `auto` mode; they also let yielded promises time out. */
const HEARTBEAT_MS = 2_000;

export interface Scheduler {
  /** Runs a task after everything that is already waiting. */
  soon(task: () => void): void;
  /** Runs a task once after a time; answers how to call it off. */
  after(ms: number, task: () => void): () => void;
}

export class Miner {
  readonly #producer: Producer;
  readonly #scheduler: Scheduler;
  readonly #onBlock: (block: ReturnType<Producer['produceBlock']>) => void;
  #mode: MiningMode;
  #isStopped = false;
  #isScheduled = false;
  #cancelTimer: () => void = () => {};

  constructor(
    producer: Producer,
    mode: MiningMode,
    scheduler: Scheduler,
    onBlock: (block: ReturnType<Producer['produceBlock']>) => void,
  ) {
    this.#producer = producer;
    this.#mode = mode;
    this.#scheduler = scheduler;
    this.#onBlock = onBlock;
  }

  start(): void {
    this.wake();
    this.#armTimer();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
  }

  setMode(mode: MiningMode): void {
    this.#mode = mode;
    this.#cancelTimer();
    this.start();
  }

  /** Something may have to be done: a transaction came in, or the node has just started. */
  wake(): void {
    if (this.#mode !== 'auto' || this.#isScheduled || this.#isStopped) return;
    if (!this.#producer.hasWork()) return;
    this.#isScheduled = true;
    this.#scheduler.soon(() => {
      this.#isScheduled = false;
      if (this.#isStopped || this.#mode !== 'auto') return;
      this.mine();
      this.wake();
    });
  }

  /** Makes one block now, in any mode. */
  mine(): void {
    const block = this.#producer.produceBlock();
    this.#armTimer();
    this.#onBlock(block);
  }

  #armTimer(): void {
    this.#cancelTimer();
    if (this.#isStopped || this.#mode === 'manual') return;
    const ms = this.#mode === 'auto' ? HEARTBEAT_MS : this.#mode.intervalMs;
    this.#cancelTimer = this.#scheduler.after(ms, () => {
      this.mine();
      this.wake();
    });
  }
}
