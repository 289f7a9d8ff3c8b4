// The pool's side of one view thread: a worker with at most one task, which has a time limit.
// Whatever a contract does to its thread, terminating the thread ends it, and the task fails.

import { Worker } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { PerigeeError } from '../../base/errors.ts';
import { unpackFailure } from '../../base/threadFailure.ts';
import { CONTRACT_STACK_MB } from '../../process/threads.ts';
import {
  detachTask,
  type FromViewThread,
  type ViewTask,
  type ViewThreadData,
} from './viewMessages.ts';

/**
 * Limits the JavaScript heap of a call; memories and registers of contracts are outside of it, and
 * bounded by their gas.
 */
const RESOURCE_LIMITS = { stackSizeMb: CONTRACT_STACK_MB, maxOldGenerationSizeMb: 512 };

type ViewFault =
  /** Too many tasks are waiting. */
  | { readonly code: 'view_busy' }
  /** The task took too long. */
  | { readonly code: 'view_timeout' }
  /** The task, or the thread that ran it, hit a bug of the node. */
  | { readonly code: 'view_failed' }
  | { readonly code: 'view_closed' };

export class ViewError extends PerigeeError<ViewFault> {}

export type FinishedTask = Extract<FromViewThread, { kind: 'done' | 'prepared' }>;

interface RunningTask {
  readonly timeoutMs: number;
  resolve(finished: FinishedTask): void;
  reject(error: ViewError): void;
}

export class ViewThread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #running: RunningTask | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #hasEnded = false;

  /** `onEnd` is called once, when the thread accepts no more tasks. */
  constructor(data: ViewThreadData, onEnd: (thread: ViewThread) => void) {
    this.#onEnd = () => onEnd(this);
    this.#worker = new Worker(new URL('./viewWorker.js', import.meta.url), {
      workerData: data,
      execArgv: [],
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#worker.on('message', (message: FromViewThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#end('view_failed', error.message, error));
    this.#worker.on('exit', () => this.#end('view_failed', 'the thread has ended'));
  }

  run(task: ViewTask, timeoutMs: number): Promise<FinishedTask> {
    assert(this.#running === null && !this.#hasEnded, 'a thread has one task at a time');
    return new Promise((resolve, reject) => {
      this.#running = { timeoutMs, resolve, reject };
      this.#startTimer();
      this.#worker.postMessage(detachTask(task));
    });
  }

  async stop(): Promise<void> {
    this.#end('view_closed', 'the node is stopping');
    await this.#worker.terminate();
  }

  #hear(message: FromViewThread): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#startTimer();
        return;
      case 'done':
      case 'prepared':
        this.#takeRunning()?.resolve(message);
        return;
      case 'failed':
        this.#takeRunning()?.reject(
          new ViewError({ code: 'view_failed' }, message.message, {
            cause: unpackFailure(message.failure),
          }),
        );
    }
  }

  /** The startup time of the thread does not count towards the task. */
  #startTimer(): void {
    if (this.#running === null || !this.#isReady) return;
    const { timeoutMs } = this.#running;
    const text = `the call was stopped after ${timeoutMs} ms`;
    this.#timer = setTimeout(() => this.#end('view_timeout', text), timeoutMs);
  }

  #end(code: ViewFault['code'], reason: string, cause?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    void this.#worker.terminate();
    this.#onEnd();
    this.#takeRunning()?.reject(new ViewError({ code }, reason, { cause }));
  }

  #takeRunning(): RunningTask | null {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = null;
    return running;
  }
}
