// A clock for sources that moves only when a test moves it.

import type { SourceClock } from '../../src/follow/sources/blockSource.ts';

interface Sleeper {
  readonly ms: number;
  readonly untilMs: number;
  wake(): void;
}

export class ManualClock implements SourceClock {
  #nowMs = 0;
  readonly #sleepers = new Set<Sleeper>();
  #onSleep = () => {};

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { ms, untilMs: this.#nowMs + ms, wake };
      if (signal.aborted) resolve();
      else {
        this.#sleepers.add(sleeper);
        signal.addEventListener('abort', wake);
        this.#onSleep();
      }
    });
  }

  /** Waits until a caller sleeps for this long, then lets that time pass. */
  async passSleep(ms: number): Promise<void> {
    await this.awaitSleep(ms);
    this.advance(ms);
  }

  async awaitSleep(ms: number): Promise<void> {
    while (![...this.#sleepers].some((sleeper) => sleeper.ms === ms)) {
      await new Promise<void>((resolve) => {
        this.#onSleep = resolve;
      });
    }
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.untilMs <= this.#nowMs) sleeper.wake();
    }
  }
}
