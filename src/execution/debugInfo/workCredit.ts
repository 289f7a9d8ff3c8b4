// Bounds the time that a thread spends on explaining failures: contracts fail as often as they
// like, and debug information can be expensive to read. Time that is not used is saved up, so that
// the author of a contract never notices the bound.

/** For a start, and at most. */
const SAVED_MS_MAX = 3_000;
/** The part of a thread's time. */
const SHARE = 0.05;

export class WorkCredit {
  readonly #now: () => number;
  #savedMs = SAVED_MS_MAX;
  #countedMs: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#countedMs = now();
  }

  /** Does something if there is time for it, and otherwise something that takes none. */
  spend<T>(work: () => T, otherwise: () => T): T {
    const startMs = this.#now();
    const earnedMs = (startMs - this.#countedMs) * SHARE;
    this.#countedMs = startMs;
    this.#savedMs = Math.min(this.#savedMs + earnedMs, SAVED_MS_MAX);
    if (this.#savedMs <= 0) return otherwise();
    const result = work();
    this.#savedMs -= this.#now() - startMs;
    return result;
  }
}
