// The chain's clock: the one place where real time enters. It can be moved forward, and it can stand
// still, so tests and controls decide what time it is.

const NS_PER_MS = 1_000_000n;

export interface Clock {
  /** Nanoseconds since 1970. */
  now(): bigint;
}

/** Real time plus an offset that only grows. */
export class MovableClock implements Clock {
  #offset = 0n;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  now(): bigint {
    return BigInt(Math.round(this.#nowMs() * 1000)) * (NS_PER_MS / 1000n) + this.#offset;
  }

  advance(nanoseconds: bigint): void {
    this.#offset += nanoseconds;
  }
}

/** A block's time is the clock's, and always later than its parent's. */
export function nextTimestamp(clock: Clock, prevTimestamp: bigint): bigint {
  const now = clock.now();
  return now > prevTimestamp ? now : prevTimestamp + 1n;
}
