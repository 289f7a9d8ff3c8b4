// Traces, profiles, coverage and simulations, one at a time in a thread that the first one starts.
// Others wait, as long as there is room and time, so that they never take a thread or a core from
// view calls beyond that one. Each has the time limit of a view call.

import { estimateBytes } from '../../base/collections/estimateBytes.ts';
import { MIB } from '../../base/units.ts';
import type { RpcLimits } from '../../rpc/core/context.ts';
import { ImpossibleSimulation } from '../../simulate/simulationError.ts';
import { TraceError } from '../../trace/reexecute/traceError.ts';
import { createClosedError, TaskThread, ViewError } from '../taskThread.ts';
import type { FinishedTrace, TraceTask, TraceThreadData } from './traceMessages.ts';

const WAITING_MAX = 16;
/** By estimate; requests carry code and rows. */
const WAITING_BYTES_MAX = 64 * MIB;

export interface TracePoolOptions extends TraceThreadData {
  readonly limits: Pick<RpcLimits, 'viewTimeoutMs' | 'viewWaitTimeoutMs'>;
}

interface TraceJob {
  readonly task: TraceTask;
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  resolve(text: string | null): void;
  reject(error: unknown): void;
}

export class TracePool {
  readonly #data: TraceThreadData;
  readonly #limits: TracePoolOptions['limits'];
  readonly #waiting: TraceJob[] = [];
  #thread: TaskThread<TraceTask, FinishedTrace> | null = null;
  #waitingBytes = 0;
  #isRunning = false;
  #isClosed = false;

  constructor({ limits, ...data }: TracePoolOptions) {
    this.#data = data;
    this.#limits = limits;
  }

  /**
   * The result as JSON; null if there is no such transaction or account. Rejects with a TraceError,
   * an ImpossibleSimulation or a ViewError.
   */
  perform(task: TraceTask): Promise<string | null> {
    if (this.#isClosed) return Promise.reject(createClosedError());
    const bytes = estimateBytes(task);
    if (this.#waiting.length >= WAITING_MAX || this.#waitingBytes + bytes > WAITING_BYTES_MAX) {
      const text = 'too many traces and simulations are waiting; try again later';
      return Promise.reject(new ViewError({ code: 'view_busy' }, text));
    }
    return new Promise((resolve, reject) => {
      const { viewWaitTimeoutMs } = this.#limits;
      const timer = setTimeout(() => this.#stopWaiting(job), viewWaitTimeoutMs);
      const job: TraceJob = { task: detach(task), bytes, timer, resolve, reject };
      this.#waiting.push(job);
      this.#waitingBytes += bytes;
      void this.#runNext();
    });
  }

  /** Terminates the thread, even in the middle of a trace. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer, reject } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(createClosedError());
    }
    await this.#thread?.stop();
  }

  #stopWaiting(job: TraceJob): void {
    const waitedMs = this.#limits.viewWaitTimeoutMs;
    this.#waiting.splice(this.#waiting.indexOf(job), 1);
    this.#waitingBytes -= job.bytes;
    const text = `no thread was free in ${waitedMs} ms; try again later`;
    job.reject(new ViewError({ code: 'view_busy' }, text));
  }

  async #runNext(): Promise<void> {
    const job = this.#isRunning ? undefined : this.#waiting.shift();
    if (job === undefined) return;
    clearTimeout(job.timer);
    this.#waitingBytes -= job.bytes;
    this.#isRunning = true;
    try {
      job.resolve(readText(await this.#startThread().run(job.task, this.#limits.viewTimeoutMs)));
    } catch (error) {
      job.reject(error);
    }
    this.#isRunning = false;
    if (!this.#isClosed) await this.#runNext();
  }

  #startThread(): TaskThread<TraceTask, FinishedTrace> {
    const url = new URL('./traceWorker.js', import.meta.url);
    const worker = { url, data: this.#data, taskName: 'trace or simulation' };
    this.#thread ??= new TaskThread(worker, () => (this.#thread = null));
    return this.#thread;
  }
}

function readText(finished: FinishedTrace): string | null {
  if (finished.kind === 'done') return finished.text;
  if (finished.kind === 'refused') throw new TraceError(finished.info, finished.message);
  throw new ImpossibleSimulation(finished.code, finished.message);
}

/** A message carries the whole buffer behind an array. */
function detach(task: TraceTask): TraceTask {
  return 'transactionHash' in task
    ? { ...task, transactionHash: task.transactionHash.slice() }
    : task;
}
