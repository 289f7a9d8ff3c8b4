// The chain's clock: the one place where real time enters. It can be moved, and the time of the
// next block can be fixed, so tests and controls decide what time it is.

import { US_PER_MS } from '../../base/units.ts';

const NS_PER_US = 1_000n;

export interface Clock {
  /** Nanoseconds since 1970. */
  now(): bigint;
  /** The time for the block that is being made; always later than its parent's. */
  nextTimestamp(prevTimestamp: bigint): bigint;
  /** The block was made: a time that was fixed for it is used up. */
  onBlock(): void;
}

/** What a clock shows at a moment; what brings it back to it. */
export interface ClockSetting {
  readonly timestamp: bigint;
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

  /** A chain whose clock was moved ahead goes on from its newest block, not from real time. */
  beginAt(headTimestamp: bigint): void {
    if (this.now() < headTimestamp) this.set(headTimestamp);
  }

  /** The next block gets this time, and the clock goes on from it. */
  setNext(timestamp: bigint): void {
    this.#next = timestamp;
  }

  nextTimestamp(prevTimestamp: bigint): bigint {
    const timestamp = this.#next ?? this.now();
    return timestamp > prevTimestamp ? timestamp : prevTimestamp + 1n;
  }

  onBlock(): void {
    if (this.#next !== null) this.set(this.#next);
    this.#next = null;
  }

  get setting(): ClockSetting {
    return { timestamp: this.now(), next: this.#next };
  }

  restore({ timestamp, next }: ClockSetting): void {
    this.set(timestamp);
    this.#next = next;
  }

  /** Back to real time. */
  reset(): void {
    this.#offset = 0n;
    this.#next = null;
  }
}
