// Shares this thread among long work: in each turn of the event loop one caller does its next
// piece, in the order in which they asked. However many replay a chain or send batches at once, a
// turn takes no longer than one piece, and other requests are served between turns. Unlike a queue
// (`roundRobinQueue.ts`, `execution/views/fairQueue.ts`) it holds no tasks, only callers to resume.

export class EventLoopTurns {
  readonly #schedule: (callback: () => void) => void;
  #waiting: (() => void)[] = [];
  /** The first that has not had its turn. */
  #next = 0;

  constructor(schedule: (callback: () => void) => void = setImmediate) {
    this.#schedule = schedule;
  }

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length - this.#next === 1) this.#schedule(this.#give);
    });
  }

  readonly #give = (): void => {
    this.#waiting[this.#next++]?.();
    if (this.#next < this.#waiting.length) this.#schedule(this.#give);
    // Those who had their turn are dropped when they are half of all.
    if (this.#next * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  };
}
