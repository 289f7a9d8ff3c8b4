// The chain's clock: the one place where real time enters. It can be moved, and the time of the
// next block can be fixed, so tests and controls decide what time it is.

const NS_PER_US = 1_000n;
const US_PER_MS = 1_000;

export interface Clock {
  /** Nanoseconds since 1970. */
  now(): bigint;
  /** The time of the block that is being made; always later than its parent's. */
  nextTimestamp(prevTimestamp: bigint): bigint;
}

/** How far a clock was moved; what brings it back. */
export interface ClockSetting {
  readonly offset: bigint;
  /** The time that the next block shall have, or null. */
  readonly next: bigint | null;
}

/** Real time plus an offset. */
export class MovableClock implements Clock {
  #offset = 0n;
  #next: bigint | null = null;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  now(): bigint {
    return BigInt(Math.round(this.#nowMs() * US_PER_MS)) * NS_PER_US + this.#offset;
  }

  advance(nanoseconds: bigint): void {
    this.#offset += nanoseconds;
  }

  /** From now on the clock goes on from this time. */
  set(timestamp: bigint): void {
    this.#offset += timestamp - this.now();
  }

  /** The next block gets this time, and the clock goes on from it. */
  setNext(timestamp: bigint): void {
    this.#next = timestamp;
  }

  nextTimestamp(prevTimestamp: bigint): bigint {
    if (this.#next !== null) this.set(this.#next);
    const timestamp = this.#next ?? this.now();
    this.#next = null;
    return timestamp > prevTimestamp ? timestamp : prevTimestamp + 1n;
  }

  get setting(): ClockSetting {
    return { offset: this.#offset, next: this.#next };
  }

  restore({ offset, next }: ClockSetting): void {
    this.#offset = offset;
    this.#next = next;
  }
}
