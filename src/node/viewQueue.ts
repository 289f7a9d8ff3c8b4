// Which view task runs next. Tasks of methods that have lately been quick may run on any thread; all
// others, those never seen included, on some of the threads only. So a contract that takes its time
// delays itself and its like, and nobody else. Both queues are bounded.

import { BoundedCache } from '../base/boundedCache.ts';

/** A task that holds a thread for longer is slow. */
const QUICK_MS = 50;
/** What a quick task leaves of the memory of a slow one: trust comes back step by step. */
const FORGETTING = 0.8;
const HISTORY_ENTRIES_MAX = 10_000;

export interface ViewQueueLimits {
  /** Waiting tasks of each kind. */
  readonly waitingMax: number;
  readonly slowRunningMax: number;
}

export class ViewQueue<Job extends { readonly key: string }> {
  readonly #limits: ViewQueueLimits;
  readonly #quick: Job[] = [];
  readonly #slow: Job[] = [];
  readonly #slowRunning = new Set<Job>();
  /** How long tasks with a key have taken lately, in milliseconds. */
  readonly #history = new BoundedCache<number>(HISTORY_ENTRIES_MAX);

  constructor(limits: ViewQueueLimits) {
    this.#limits = limits;
  }

  /** False if there is no room. */
  add(job: Job): boolean {
    const queue = this.#isQuick(job) ? this.#quick : this.#slow;
    if (queue.length >= this.#limits.waitingMax) return false;
    queue.push(job);
    return true;
  }

  /** The next task that may run now; it runs until it is finished. */
  take(): Job | null {
    // What has turned out to be slow while it waited moves over.
    const quick = this.#quick.findIndex((job) => this.#isQuick(job));
    this.#slow.push(...this.#quick.splice(0, quick === -1 ? this.#quick.length : quick));
    const maySlowRun = this.#slowRunning.size < this.#limits.slowRunningMax;
    const slow = maySlowRun ? this.#slow.shift() : undefined;
    if (slow === undefined) return this.#quick.shift() ?? null;
    this.#slowRunning.add(slow);
    return slow;
  }

  finish(job: Job, durationMs: number): void {
    this.#slowRunning.delete(job);
    const before = this.#history.get(job.key) ?? 0;
    this.#history.set(job.key, Math.max(durationMs, before * FORGETTING), 1);
  }

  /** Takes out everything that waits. */
  drain(): Job[] {
    return [...this.#quick.splice(0), ...this.#slow.splice(0)];
  }

  #isQuick({ key }: Job): boolean {
    const durationMs = this.#history.get(key);
    return durationMs !== undefined && durationMs <= QUICK_MS;
  }
}
