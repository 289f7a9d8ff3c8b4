// Requests that wait for the chain. Each is woken by blocks, never by polling, and ends with its
// time; the number of those that wait at once is bounded.

import { PerigeeError } from '../base/errors.ts';
import type { RpcContext } from './context.ts';

type Source = Pick<RpcContext, 'onBlock' | 'timer' | 'limits' | 'metrics' | 'load'>;

export class ParkingFullError extends PerigeeError<{ readonly code: 'parking_full' }> {
  constructor(parkedMax: number) {
    super({ code: 'parking_full' }, `${parkedMax} requests are waiting already`);
  }
}

const TIME_IS_UP = Symbol('time is up');

export class Parking {
  readonly #source: Source;
  readonly #closed: Promise<typeof TIME_IS_UP>;
  #close = () => {};
  #parked = 0;

  constructor(source: Source) {
    this.#source = source;
    this.#closed = new Promise((resolve) => {
      this.#close = () => resolve(TIME_IS_UP);
    });
  }

  /** Ends every wait, and those that would begin. */
  close(): void {
    this.#close();
  }

  get parked(): number {
    return this.#parked;
  }

  /** Does a step now and after each block until one gives an answer; null when the time is over. */
  async poll<T>(step: () => Promise<T | null>): Promise<T | null> {
    const { limits, metrics } = this.#source;
    if (this.#parked >= limits.parkedMax) {
      metrics.countRefusal('waits');
      throw new ParkingFullError(limits.parkedMax);
    }
    this.#parked++;
    metrics.changeParked(1);
    try {
      return await this.#pollParked(step);
    } finally {
      this.#parked--;
      metrics.changeParked(-1);
    }
  }

  async #pollParked<T>(step: () => Promise<T | null>): Promise<T | null> {
    const { onBlock, timer, limits, load } = this.#source;
    let announce = () => {};
    let news = Promise.resolve();
    const expectNews = () => {
      news = new Promise((resolve) => {
        announce = resolve;
      });
    };
    const unsubscribe = onBlock(() => announce());
    let cancel = () => {};
    const timeUp = new Promise<typeof TIME_IS_UP>((resolve) => {
      cancel = timer(() => resolve(TIME_IS_UP), limits.pollingTimeoutMs);
      void this.#closed.then(resolve);
    });
    try {
      for (;;) {
        // A block that arrives during the step must wake the wait behind it.
        expectNews();
        const stepped = load === undefined ? step() : load(step);
        const answer = await Promise.race([stepped, timeUp]);
        if (answer === TIME_IS_UP) return null;
        if (answer !== null) return answer;
        if ((await Promise.race([news, timeUp])) === TIME_IS_UP) return null;
      }
    } finally {
      unsubscribe();
      cancel();
    }
  }
}
