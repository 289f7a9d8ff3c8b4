// The parent's side of the thread that executes followed blocks.

import { Worker } from 'node:worker_threads';
import { unpackFailure } from '../../../base/threadFailure.ts';
import { CONTRACT_STACK_MB } from '../../../process/threads.ts';
import type { FollowListener, FollowLoop } from '../followLoop.ts';
import type { ExecuteThreadData, FromExecute, ToExecute } from './executeMessages.ts';

interface ExecuteListener extends FollowListener {
  /** Called with a sentence about anything that keeps it from progressing. */
  onTrouble(text: string): void;
}

export class ExecuteThread implements FollowLoop {
  readonly #worker: Worker;
  readonly #listener: ExecuteListener;
  readonly #ended: Promise<void>;
  #onReady: () => void = () => {};
  #end: (failure: Error | null) => void = () => {};
  #failure: Error | null = null;

  private constructor(data: ExecuteThreadData, listener: ExecuteListener) {
    this.#listener = listener;
    this.#worker = new Worker(new URL('./executeWorker.js', import.meta.url), {
      workerData: data,
      execArgv: [],
      resourceLimits: { stackSizeMb: CONTRACT_STACK_MB },
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#end = (failure) => (failure === null ? resolve() : reject(failure));
    });
    // The caller of `run` gets the error.
    this.#ended.catch(() => {});
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('message', (message: FromExecute) => this.#hear(message));
    this.#worker.once('exit', () => this.#end(this.#failure));
  }

  /** Resolves when the chain is open and can be read. */
  static async open(data: ExecuteThreadData, listener: ExecuteListener): Promise<ExecuteThread> {
    const thread = new ExecuteThread(data, listener);
    const ready = new Promise<void>((resolve) => {
      thread.#onReady = resolve;
    });
    await Promise.race([ready, thread.#ended]);
    return thread;
  }

  async run(): Promise<void> {
    this.#say({ kind: 'run' });
    await this.#ended;
    if (this.#failure !== null) throw this.#failure;
  }

  abort(failure: Error | null = null): void {
    this.#failure ??= failure;
    this.#say({ kind: 'stop' });
  }

  /** Resolves when everything has been flushed to disk and the thread has ended. */
  async stop(): Promise<void> {
    this.abort();
    await this.#ended.catch(() => {});
  }

  #say(message: ToExecute): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromExecute): void {
    switch (message.kind) {
      case 'ready':
        this.#onReady();
        break;
      case 'block':
        this.#listener.onBlock(message.height);
        break;
      case 'target':
        this.#listener.onTarget(message.height);
        break;
      case 'trouble':
        this.#listener.onTrouble(message.text);
        break;
      case 'ended':
        this.#failure ??= message.failure && unpackFailure(message.failure);
    }
  }
}
