// A scheduler that does nothing by itself: the test decides when turns run and when time passes.

import type { Scheduler } from '../../src/chain/production/mining.ts';

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

export class FakeScheduler implements Scheduler {
  nowMs = 0;
  #turns: (() => void)[] = [];
  #timers: Timer[] = [];

  soon(task: () => void): void {
    this.#turns.push(task);
  }

  after(ms: number, task: () => void): () => void {
    const timer = { dueMs: this.nowMs + ms, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Runs turns until none is requested any more; returns their number. */
  giveTurns(max = 1_000): number {
    let count = 0;
    for (let task = this.#turns.shift(); task !== undefined; task = this.#turns.shift()) {
      count += 1;
      if (count > max) throw new Error(`more than ${max} turns are requested`);
      task();
    }
    return count;
  }

  /** Lets time pass; each timer that comes due is followed by the turns that it requests. */
  pass(ms: number): void {
    const endMs = this.nowMs + ms;
    for (let next = this.#nextTimer(endMs); next !== undefined; next = this.#nextTimer(endMs)) {
      this.nowMs = next.dueMs;
      this.#timers = this.#timers.filter((other) => other !== next);
      next.task();
      this.giveTurns();
    }
    this.nowMs = endMs;
  }

  #nextTimer(endMs: number): Timer | undefined {
    const due = this.#timers.filter(({ dueMs }) => dueMs <= endMs);
    return due.sort((a, b) => a.dueMs - b.dueMs)[0];
  }
}
