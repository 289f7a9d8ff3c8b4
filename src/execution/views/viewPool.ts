// The threads that run view calls. They are started on demand; a task that finds none free waits,
// as long as there is room and time. A trial has little gas and time; a call that does not finish
// in it is run again, with all its gas and the time limit of a call. `ViewQueue` decides which of
// them get one.

import { availableParallelism } from 'node:os';
import { assert } from '../../base/assert.ts';
import type { RpcLimits, ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import type { ReusableContract } from '../../vm/reusedContracts.ts';
import { createClosedError, ViewError } from '../taskThread.ts';
import type { ViewedAccount } from './fairQueue.ts';
import type { ViewTask, ViewThreadData } from './viewMessages.ts';
import { type TakenTask, ViewQueue } from './viewQueue.ts';
import { type FinishedTask, ViewThread } from './viewThread.ts';

/** Some are reserved for trials, so there are two even on one core. */
const THREADS_MIN = 2;
/** Most views take less. Contracts that are slow for their gas are stopped by the time limit. */
const TRIAL_GAS = 10_000_000_000_000n;
const TRIAL_MS = 1_000;
/** For waiting calls, half of it for slow ones. A call is at most as long as a body. */
const WAITING_BYTES_MAX = 64 * 1024 * 1024;
/** The size of a call besides its arguments. */
const JOB_BYTES = 1_000;
const NO_ARGS = new Uint8Array();

export interface ViewPoolOptions extends ViewThreadData {
  /** As configured; the number of cores is an upper bound. */
  readonly threads: number;
  readonly limits: Pick<RpcLimits, 'viewTimeoutMs' | 'viewWaitTimeoutMs' | 'viewsWaitingMax'>;
}

/** The maximum number of threads in a pool; `threads` is the configured number. */
export function countViewThreads(threads: number): number {
  return Math.max(THREADS_MIN, Math.min(threads, availableParallelism()));
}

/** A call that has run. */
interface FinishedView {
  readonly result: ViewCallResult;
  readonly durationMs: number;
}

interface ViewJob extends ViewedAccount {
  readonly kind: ViewTask['kind'];
  readonly call: ViewCall;
  /** Whether the wait has timed out. */
  isLate: boolean;
  resolve(finished: FinishedTask): void;
  reject(error: unknown): void;
}

export class ViewPool {
  readonly #data: ViewThreadData;
  readonly #threadsMax: number;
  readonly #timeoutMs: number;
  readonly #waitTimeoutMs: number;
  readonly #queue: ViewQueue<ViewJob>;
  readonly #threads = new Set<ViewThread>();
  /** The most recently used thread is used first: its caches are the warmest. */
  readonly #idle: ViewThread[] = [];
  #isClosed = false;

  constructor({ threads, limits, ...data }: ViewPoolOptions) {
    this.#data = data;
    this.#threadsMax = countViewThreads(threads);
    this.#timeoutMs = limits.viewTimeoutMs;
    this.#waitTimeoutMs = limits.viewWaitTimeoutMs;
    this.#queue = new ViewQueue({
      waitingMax: limits.viewsWaitingMax,
      waitingBytesMax: WAITING_BYTES_MAX / 2,
      slowRunningMax: Math.floor(this.#threadsMax / 2),
    });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#queue.running;
  }

  /** The account must exist at that block. Rejects with a ViewError. */
  run(call: ViewCall): Promise<FinishedView> {
    return new Promise((resolve, reject) => {
      const finish: ViewJob['resolve'] = (finished) => {
        assert(finished.kind === 'done' && finished.result !== null, 'a call has a result');
        resolve({ result: finished.result, durationMs: finished.durationMs });
      };
      this.#add('run', call, finish, reject);
    });
  }

  async callFunction(call: ViewCall): Promise<ViewCallResult> {
    return (await this.run(call)).result;
  }

  /** Prepares the contract of a call for this thread; null if that is not possible. */
  prepare(call: ViewCall): Promise<ReusableContract | null> {
    return new Promise((resolve, reject) => {
      const finish: ViewJob['resolve'] = (finished) => {
        assert(finished.kind === 'prepared', 'a contract was to be prepared');
        resolve(finished.contract);
      };
      this.#add('prepare', { ...call, args: NO_ARGS }, finish, reject);
    });
  }

  #add(
    kind: ViewTask['kind'],
    call: ViewCall,
    resolve: ViewJob['resolve'],
    reject: ViewJob['reject'],
  ): void {
    if (this.#isClosed) {
      reject(createClosedError());
      return;
    }
    const { accountId, methodName, args } = call;
    const timer = setTimeout(() => this.#stopWaiting(job), this.#waitTimeoutMs);
    const job: ViewJob = {
      ...{ accountId, methodName, kind, call, isLate: false },
      bytes: JOB_BYTES + methodName.length + args.length,
      resolve: (finished) => {
        clearTimeout(timer);
        resolve(finished);
      },
      reject: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    for (const refused of this.#queue.add(job)) refused.reject(createBusyError());
    this.#dispatch();
  }

  /** Terminates all threads, even in the middle of a task. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.drain()) reject(createClosedError());
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  #stopWaiting(job: ViewJob): void {
    job.isLate = true;
    if (this.#queue.remove(job)) job.reject(this.#createLateError());
  }

  #dispatch(): void {
    while (this.#idle.length > 0 || this.#threads.size < this.#threadsMax) {
      const task = this.#queue.take();
      if (task === null) return;
      void this.#perform(this.#idle.pop() ?? this.#startThread(), task);
    }
  }

  async #perform(thread: ViewThread, task: TakenTask<ViewJob>): Promise<void> {
    const { job, isTrial } = task;
    const isShort = isTrial && this.#timeoutMs > TRIAL_MS;
    const timeoutMs = isShort ? TRIAL_MS : this.#timeoutMs;
    try {
      const finished = await thread.run(taskOf(task), timeoutMs);
      this.#queue.finish(task, finished.durationMs);
      if (finished.kind === 'done' && finished.result === null) this.#runAgain(job);
      else job.resolve(finished);
    } catch (error) {
      this.#queue.finish(task, timeoutMs);
      const isLong = isShort && error instanceof ViewError && error.code === 'view_timeout';
      if (isLong) this.#runAgain(job);
      else job.reject(error);
    }
    if (this.#threads.has(thread)) this.#idle.push(thread);
    if (!this.#isClosed) this.#dispatch();
  }

  #runAgain(job: ViewJob): void {
    if (this.#isClosed) job.reject(createClosedError());
    else if (job.isLate) job.reject(this.#createLateError());
    else for (const refused of this.#queue.addSlow(job)) refused.reject(createBusyError());
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

  #createLateError(): ViewError {
    const text = `no thread was free for the call in ${this.#waitTimeoutMs} ms; try again later`;
    return new ViewError({ code: 'view_busy' }, text);
  }
}

function taskOf({ job, isTrial }: TakenTask<ViewJob>): ViewTask {
  return { kind: job.kind, call: job.call, trialGas: isTrial ? TRIAL_GAS : null };
}

function createBusyError(): ViewError {
  const text = 'too many calls of contracts are waiting; try again later';
  return new ViewError({ code: 'view_busy' }, text);
}
