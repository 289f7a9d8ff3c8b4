// A worker that executes contracts for one task at a time, each with a time limit. Whatever a
// contract does to its thread, terminating the thread ends it, and the task fails. The worker
// first sends `ready`, and then one message for each task: `failed` after a bug of the node,
// otherwise its result.

import { type MessagePort, Worker } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { PerigeeError } from '../base/errors.ts';
import { type ThreadFailure, unpackFailure } from '../base/threadFailure.ts';
import { CONTRACT_STACK_MB } from '../process/threads.ts';

/**
 * Limits the JavaScript heap of a task; memories and registers of contracts are outside of it, and
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

export function createClosedError(): ViewError {
  return new ViewError({ code: 'view_closed' }, 'the node is stopping');
}

export type TaskMessage =
  | { readonly kind: 'ready' }
  /** With a message that clients may see; the thread continues. */
  | { readonly kind: 'failed'; readonly message: string; readonly failure: ThreadFailure };

interface RunningTask<Finished> {
  readonly timeoutMs: number;
  resolve(finished: Finished): void;
  reject(error: ViewError): void;
}

interface TaskWorker {
  readonly url: URL;
  readonly data: object;
  readonly transferList?: readonly MessagePort[];
  /** What a task is called in messages. */
  readonly taskName: string;
}

export class TaskThread<Task, Finished extends { readonly kind: string }> {
  readonly #worker: Worker;
  readonly #taskName: string;
  readonly #onEnd: () => void;
  #running: RunningTask<Finished> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #hasEnded = false;

  /** `onEnd` is called once, when the thread accepts no more tasks. */
  constructor({ url, data, transferList = [], taskName }: TaskWorker, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#taskName = taskName;
    this.#worker = new Worker(url, {
      workerData: data,
      transferList: [...transferList],
      execArgv: [],
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#worker.on('message', (message: TaskMessage | Finished) => this.#hear(message));
    this.#worker.on('error', (error) => this.#end('view_failed', error.message, error));
    this.#worker.on('exit', () => this.#end('view_failed', 'the thread has ended'));
  }

  run(task: Task, timeoutMs: number): Promise<Finished> {
    assert(this.#running === null && !this.#hasEnded, 'a thread has one task at a time');
    return new Promise((resolve, reject) => {
      this.#running = { timeoutMs, resolve, reject };
      this.#startTimer();
      this.#worker.postMessage(task);
    });
  }

  async stop(): Promise<void> {
    this.#end('view_closed', 'the node is stopping');
    await this.#worker.terminate();
  }

  #hear(message: TaskMessage | Finished): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#startTimer();
    } else if (message.kind === 'failed') {
      const { message: text, failure } = message as Extract<TaskMessage, { kind: 'failed' }>;
      const cause = unpackFailure(failure);
      this.#takeRunning()?.reject(new ViewError({ code: 'view_failed' }, text, { cause }));
    } else {
      this.#takeRunning()?.resolve(message as Finished);
    }
  }

  /** The startup time of the thread does not count towards the task. */
  #startTimer(): void {
    if (this.#running === null || !this.#isReady) return;
    const { timeoutMs } = this.#running;
    const text = `the ${this.#taskName} was stopped after ${timeoutMs} ms`;
    this.#timer = setTimeout(() => this.#end('view_timeout', text), timeoutMs);
  }

  #end(code: ViewFault['code'], reason: string, cause?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    void this.#worker.terminate();
    this.#onEnd();
    this.#takeRunning()?.reject(new ViewError({ code }, reason, { cause }));
  }

  #takeRunning(): RunningTask<Finished> | null {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = null;
    return running;
  }
}
