// How fast a follower is, and how far it is from the newest block of its source: for the progress
// line, the log and the metrics.

/** The pace is measured over the last one or two of these. */
const WINDOW_MS = 10_000;

interface Window {
  readonly startMs: number;
  blocks: number;
}

export class FollowPace {
  readonly #now: () => number;
  #last: Window;
  #current: Window;
  #height = 0;
  /** The newest height of the source; null if it is unknown. */
  target: number | null = null;

  /** `now` returns monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#last = { startMs: now(), blocks: 0 };
    this.#current = this.#last;
  }

  /** Called after each stored block. */
  step(height: number): void {
    this.#height = height;
    this.#current.blocks += 1;
    const nowMs = this.#now();
    if (nowMs - this.#current.startMs < WINDOW_MS) return;
    this.#last = this.#current;
    this.#current = { startMs: nowMs, blocks: 0 };
  }

  get height(): number {
    return this.#height;
  }

  get blocksPerSecond(): number {
    const ms = this.#now() - this.#last.startMs;
    const blocks = this.#current.blocks + (this.#last === this.#current ? 0 : this.#last.blocks);
    return ms > 0 ? (blocks * 1000) / ms : 0;
  }

  /** Zero if it is unknown. */
  get blocksLeft(): number {
    return this.target === null ? 0 : Math.max(0, this.target - this.#height);
  }

  get secondsLeft(): number {
    return this.blocksLeft === 0 ? 0 : this.blocksLeft / this.blocksPerSecond;
  }
}
