// Requests that wait for the chain. Blocks wake them, without polling, and each has a timeout;
// their number is bounded. A block wakes them in groups, one per turn of the event loop, so that
// thousands of waits do not block other requests.

import { PerigeeError } from '../../base/errors.ts';
import type { Timer } from '../../base/timer.ts';
import { runSuspended } from '../../store/suspendedRead.ts';

/** The part of the context that waits need. */
interface Source {
  readonly limits: { readonly waitsMax: number; readonly pollingTimeoutMs: number };
  readonly metrics: {
    countRefusal(reason: 'waits'): void;
    changeWaits(by: 1 | -1): void;
  };
  readonly timer: Timer;
  onBlock(listener: () => void): () => void;
  readonly onHalt?: (listener: () => void) => () => void;
}

export class TooManyWaitsError extends PerigeeError<{ readonly code: 'too_many_waits' }> {
  constructor(waitsMax: number) {
    super({ code: 'too_many_waits' }, `${waitsMax} requests are waiting already`);
  }
}

/** What ends or wakes a wait, besides blocks and halts. */
interface WaitOptions {
  /** Instead of the limit for transactions. */
  readonly timeoutMs?: number;
  /** Calls back when the client is gone; the returned function unsubscribes. */
  readonly onGone?: ((listener: () => void) => () => void) | undefined;
  /** Calls back when the step may have a result without a block. */
  readonly onChange?: (listener: () => void) => () => void;
}

/** Together they take some milliseconds. */
export const WOKEN_PER_TURN = 16;

const TIME_IS_UP = Symbol('time is up');

/** One wait: woken by blocks and by its timeout. */
class Wait {
  readonly over: Promise<typeof TIME_IS_UP>;
  #isOver = false;
  #end = () => {};
  #tell: (isOver?: typeof TIME_IS_UP) => void = () => {};

  constructor() {
    this.over = new Promise((resolve) => {
      this.#end = () => resolve(TIME_IS_UP);
    });
  }

  /** Whether a suspended read of the step should continue. */
  get aborted(): boolean {
    return this.#isOver;
  }

  expectNews(): Promise<typeof TIME_IS_UP | undefined> {
    return new Promise((resolve) => {
      this.#tell = resolve;
      if (this.#isOver) resolve(TIME_IS_UP);
    });
  }

  wake(): void {
    this.#tell();
  }

  end(): void {
    this.#isOver = true;
    this.#end();
    this.#tell(TIME_IS_UP);
  }
}

export class PendingWaits {
  readonly #source: Source;
  readonly #waits = new Set<Wait>();
  /** The waits that a block has yet to wake, in order. */
  readonly #due = new Set<Wait>();
  #isWaking = false;
  #isClosed = false;
  #unsubscribe = () => {};

  constructor(source: Source) {
    this.#source = source;
  }

  /** Ends every wait, including those that would start later. */
  close(): void {
    this.#isClosed = true;
    for (const wait of this.#waits) wait.end();
  }

  /** Whether a further wait would be refused. */
  get isFull(): boolean {
    return this.#waits.size >= this.#source.limits.waitsMax;
  }

  /**
   * Runs a step now and after each block until it returns a value; on timeout, runs `atEnd`, if
   * given. Each run is a separate read, which may be suspended and run again.
   */
  async poll<T, E = null>(
    step: () => Promise<T | null>,
    atEnd: () => E = () => null as E,
    { timeoutMs, onGone, onChange }: WaitOptions = {},
  ): Promise<T | E> {
    const { limits, metrics, timer } = this.#source;
    if (this.isFull) {
      metrics.countRefusal('waits');
      throw new TooManyWaitsError(limits.waitsMax);
    }
    const wait = this.#add();
    const cancel = timer(() => wait.end(), timeoutMs ?? limits.pollingTimeoutMs);
    const endGone = onGone?.(() => wait.end());
    const endChanges = onChange?.(() => wait.wake());
    try {
      return (await this.#pollWaiting(wait, step)) ?? (await runSuspended(atEnd));
    } finally {
      cancel();
      endGone?.();
      endChanges?.();
      this.#remove(wait);
    }
  }

  async #pollWaiting<T>(wait: Wait, step: () => Promise<T | null>): Promise<T | null> {
    for (;;) {
      // A block that arrives during the step must wake the wait that follows.
      const news = wait.expectNews();
      const answer = await Promise.race([runSuspended(step, wait), wait.over]);
      if (answer === TIME_IS_UP) return null;
      if (answer !== null) return answer;
      if ((await news) === TIME_IS_UP) return null;
    }
  }

  #add(): Wait {
    const wait = new Wait();
    if (this.#waits.size === 0) this.#unsubscribe = this.#subscribe();
    this.#waits.add(wait);
    this.#source.metrics.changeWaits(1);
    if (this.#isClosed) wait.end();
    return wait;
  }

  /** A chain that halts also wakes the waits, because no block will come. */
  #subscribe(): () => void {
    const ends = [
      this.#source.onBlock(() => this.#wakeAll()),
      this.#source.onHalt?.(() => this.#wakeAll()),
    ];
    return () => {
      for (const end of ends) end?.();
    };
  }

  #remove(wait: Wait): void {
    this.#waits.delete(wait);
    this.#due.delete(wait);
    if (this.#waits.size === 0) this.#unsubscribe();
    this.#source.metrics.changeWaits(-1);
  }

  #wakeAll(): void {
    for (const wait of this.#waits) this.#due.add(wait);
    if (!this.#isWaking) this.#wakeSome();
  }

  /** The woken steps run before the next turn. */
  #wakeSome(): void {
    this.#isWaking = false;
    let woken = 0;
    for (const wait of this.#due) {
      if (woken === WOKEN_PER_TURN) {
        this.#isWaking = true;
        setImmediate(() => this.#wakeSome());
        return;
      }
      this.#due.delete(wait);
      wait.wake();
      woken++;
    }
  }
}
