// Decides which view task runs next. The duration of a call cannot be known in advance, so a task
// is first tried with little gas and time. A task that does not finish is slow: it runs again
// later, with all its gas, on some of the threads. Both queues are fair to accounts. With any
// number of slow tasks, a task of an account that was idle therefore waits only for the trials that
// are running. While a thread for slow tasks has none, it takes others without a trial, with all
// their gas: then nothing runs twice.

import { FairQueue, type ViewedAccount } from './fairQueue.ts';

interface ViewQueueLimits {
  /** Half of them may run slow tasks. */
  readonly waitingMax: number;
  /** The bound of each queue. */
  readonly waitingBytesMax: number;
  readonly slowRunningMax: number;
}

export interface TakenTask<Job> {
  readonly job: Job;
  /** Whether this is a trial. */
  readonly isTrial: boolean;
}

export class ViewQueue<Job extends ViewedAccount> {
  readonly #limits: ViewQueueLimits;
  readonly #trials = new FairQueue<Job>();
  readonly #slow = new FairQueue<Job>();
  /** Running with all their gas, and charged where they waited. */
  readonly #untried = new Set<Job>();

  constructor(limits: ViewQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#trials.waiting + this.#slow.waiting;
  }

  get running(): number {
    return this.#trials.running + this.#slow.running;
  }

  /** Returns the tasks that do not fit: the new one, or others of accounts with more tasks. */
  add(job: Job): Job[] {
    this.#trials.add(job);
    return this.#makeRoom(this.#trials, this.#limits.waitingMax - this.#slow.waiting);
  }

  /** The same for a task whose trial has ended without a result. */
  addSlow(job: Job): Job[] {
    this.#slow.add(job);
    return this.#makeRoom(this.#slow, Math.floor(this.#limits.waitingMax / 2));
  }

  /**
   * The next task; it counts as running until it is finished. Null if none may run now. Slow ones
   * come first: their number is bounded, so trials always have the other threads.
   */
  take(): TakenTask<Job> | null {
    const slowRunning = this.#slow.running + this.#untried.size;
    const mayBeSlow = slowRunning < this.#limits.slowRunningMax;
    const slow = mayBeSlow ? this.#slow.take() : null;
    if (slow !== null) return { job: slow, isTrial: false };
    const job = this.#trials.take();
    if (job !== null && mayBeSlow) this.#untried.add(job);
    return job && { job, isTrial: !mayBeSlow };
  }

  finish({ job, isTrial }: TakenTask<Job>, durationMs: number): void {
    const isOfTrials = this.#untried.delete(job) || isTrial;
    (isOfTrials ? this.#trials : this.#slow).finish(job, durationMs);
  }

  /** False if the task is not waiting. */
  remove(job: Job): boolean {
    return this.#trials.remove(job) || this.#slow.remove(job);
  }

  /** Removes all waiting tasks. */
  drain(): Job[] {
    return [...this.#trials.drain(), ...this.#slow.drain()];
  }

  #makeRoom(queue: FairQueue<Job>, waitingMax: number): Job[] {
    const { waitingBytesMax } = this.#limits;
    const dropped: (Job | null)[] = [];
    while (queue.waiting > waitingMax) dropped.push(queue.dropGreediest('waiting'));
    while (queue.bytes > waitingBytesMax) dropped.push(queue.dropGreediest('bytes'));
    return dropped.filter((job) => job !== null);
  }
}
