// The parent's side of the thread that owns the chain.

import { Worker } from 'node:worker_threads';
import { unpackFailure } from '../../base/threadFailure.ts';
import { CONTRACT_STACK_MB } from '../../process/threads.ts';
import { ChainLink } from './chainLink.ts';
import type { ChainThreadData, FromChain, ToChain } from './chainMessages.ts';

export class ChainThread extends ChainLink {
  readonly #worker: Worker;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly #exited: Promise<void>;
  #isGone = false;
  /** Why the thread died before it received what to open. */
  #earlyFailure: Error | null = null;
  #onFailure: (error: Error) => void = (error) => {
    this.#earlyFailure = error;
  };
  #onReady: () => void = () => {};

  /** The thread starts loading its modules immediately, in parallel with this one. */
  constructor() {
    super();
    this.#worker = new Worker(new URL('./chainWorker.js', import.meta.url), {
      execArgv: [],
      resourceLimits: { stackSizeMb: CONTRACT_STACK_MB },
    });
    this.#worker.on('error', (error) => this.#onFailure(error));
    this.#worker.on('message', (message: FromChain) => this.hear(message));
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isGone = true;
        this.abandon();
        resolve();
      });
    });
  }

  /** Resolves when the chain is open; `onFailure` is called if the thread dies later. */
  open(data: ChainThreadData, onFailure: (error: Error) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#earlyFailure !== null) return reject(this.#earlyFailure);
      this.#onFailure = reject;
      this.#onReady = () => {
        this.#onFailure = onFailure;
        resolve();
      };
      this.say({ kind: 'open', data });
    });
  }

  /** Resolves when everything has been flushed to disk and the thread has ended. */
  async stop(): Promise<void> {
    this.say({ kind: 'stop' });
    await this.#exited;
  }

  protected override say(message: ToChain): void {
    if (this.#isGone) this.abandon();
    else this.#worker.postMessage(message);
  }

  protected override hear(message: FromChain): void {
    if (message.kind === 'failed') this.#onFailure(unpackFailure(message.failure));
    else super.hear(message);
    if (message.kind === 'ready') this.#onReady();
  }
}
