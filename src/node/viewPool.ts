// The threads that call contracts for answers. They are started when they are needed; a task that
// finds none waits, as long as there is room. Each task has a time limit besides the gas of its
// call.

import { availableParallelism } from 'node:os';
import type { ViewCall } from '../rpc/context.ts';
import type { ViewCallResult } from '../runtime/viewCall.ts';
import type { ViewAnswer, ViewTask, ViewThreadData } from './viewMessages.ts';
import { type ViewedAccount, ViewQueue } from './viewQueue.ts';
import { type FinishedTask, ViewError, ViewThread } from './viewThread.ts';

/** Some are kept for quick calls, so there are two even on one core. */
const THREADS_MIN = 2;
export interface ViewPoolOptions extends ViewThreadData {
  /** As configured; no more than cores are used. */
  readonly threads: number;
  readonly timeoutMs: number;
  readonly waitingMax: number;
}

interface ViewJob extends ViewedAccount {
  readonly task: ViewTask;
  resolve(answer: ViewAnswer): void;
  reject(error: unknown): void;
}

export class ViewPool {
  readonly #data: ViewThreadData;
  readonly #threadsMax: number;
  readonly #timeoutMs: number;
  readonly #queue: ViewQueue<ViewJob>;
  readonly #threads = new Set<ViewThread>();
  /** The one used last is used first: its caches are the warmest. */
  readonly #idle: ViewThread[] = [];
  #isClosed = false;

  constructor({ threads, timeoutMs, waitingMax, ...data }: ViewPoolOptions) {
    this.#data = data;
    this.#threadsMax = Math.max(THREADS_MIN, Math.min(threads, availableParallelism()));
    this.#timeoutMs = timeoutMs;
    this.#queue = new ViewQueue({
      waitingMax,
      slowRunningMax: Math.floor(this.#threadsMax / 2),
    });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#queue.running;
  }

  /** The account exists at that block. Rejects with a ViewError. */
  async callFunction(call: ViewCall): Promise<ViewCallResult> {
    const { accountId, methodName } = call;
    const { result } = await this.#run({ kind: 'callFunction', call }, { accountId, methodName });
    return result;
  }

  /** Ends all threads, in the middle of what they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.drain()) reject(createClosedError());
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  #run(task: ViewTask, viewed: ViewedAccount): Promise<ViewAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(createClosedError());
      if (!this.#queue.add({ ...viewed, task, resolve, reject })) {
        const text = 'too many calls of contracts are waiting; try again later';
        return reject(new ViewError({ code: 'view_busy' }, text));
      }
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#idle.length > 0 || this.#threads.size < this.#threadsMax) {
      const job = this.#queue.take();
      if (job === null) return;
      void this.#perform(this.#idle.pop() ?? this.#startThread(), job);
    }
  }

  async #perform(thread: ViewThread, job: ViewJob): Promise<void> {
    try {
      const { answer, durationMs }: FinishedTask = await thread.run(job.task, this.#timeoutMs);
      this.#queue.finish(job, durationMs);
      job.resolve(answer);
    } catch (error) {
      this.#queue.finish(job, this.#timeoutMs);
      job.reject(error);
    }
    if (this.#threads.has(thread)) this.#idle.push(thread);
    if (!this.#isClosed) this.#dispatch();
  }

  #startThread(): ViewThread {
    const thread = new ViewThread(this.#data, (ended) => this.#forgetThread(ended));
    this.#threads.add(thread);
    return thread;
  }

  #forgetThread(thread: ViewThread): void {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place !== -1) this.#idle.splice(place, 1);
  }
}

function createClosedError(): ViewError {
  return new ViewError({ code: 'view_closed' }, 'the node is stopping');
}
