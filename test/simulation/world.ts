// A simulated environment: one virtual clock, one queue of events, one random generator. Between
// two events only the microtasks of the first run, so a run depends on its seed alone.

import { Random } from './random.ts';
import type { Trace } from './trace.ts';

const realImmediate = setImmediate;

/** A run with more events than this does not end by itself. */
const EVENTS_MAX = 50_000;

export class InvariantBroken extends Error {}

/** What dies at a crash. Events of a dead process do not happen. */
export class SimulatedProcess {
  readonly name: string;
  isAlive = true;
  /** Handles an uncaught error: true if the process is meant to end with it. */
  onError: (error: unknown) => boolean = () => false;

  constructor(name: string) {
    this.name = name;
  }
}

interface SimulatedEvent {
  readonly atUs: number;
  /** Of two events at the same time, the lower one comes first. */
  readonly order: number;
  readonly process: SimulatedProcess | null;
  readonly task: () => void;
  isCancelled: boolean;
}

export class World {
  readonly random: Random;
  readonly trace: Trace;
  nowUs = 0;
  /** The process whose event is running. */
  current: SimulatedProcess | null = null;
  readonly #queue: SimulatedEvent[] = [];
  #scheduled = 0;
  #happened = 0;
  #failure: unknown = null;

  constructor(seed: number, trace: Trace) {
    this.random = new Random(seed);
    this.trace = trace;
  }

  note(text: string): void {
    this.trace.note(this.nowUs, text);
  }

  check(condition: boolean, message: string): void {
    if (!condition) throw new InvariantBroken(message);
  }

  /** Fails if the value is missing. */
  require<T>(value: T | null | undefined, message: string): T {
    if (value === null || value === undefined) throw new InvariantBroken(message);
    return value;
  }

  /** Runs a task after some microseconds, unless its process has died; returns how to cancel it. */
  after(
    delayUs: number,
    task: () => void,
    process: SimulatedProcess | null = this.current,
  ): () => void {
    const order = this.#scheduled++;
    const event = { atUs: this.nowUs + delayUs, order, process, task, isCancelled: false };
    let at = this.#queue.length;
    while (at > 0 && isBefore(event, this.#queue[at - 1]!)) at--;
    this.#queue.splice(at, 0, event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Repeats a task with this mean time between; never if it is infinite. */
  often(everyUs: number, task: () => void, isStopped: () => boolean): void {
    if (!Number.isFinite(everyUs)) return;
    const repeat = () => {
      if (isStopped()) return;
      task();
      this.after(this.random.below(2 * everyUs), repeat, null);
    };
    this.after(this.random.below(2 * everyUs), repeat, null);
  }

  sleep(delayUs: number, process: SimulatedProcess | null = this.current): Promise<void> {
    return new Promise((resolve) => this.after(delayUs, resolve, process));
  }

  /** Runs events up to a time, or until a condition holds. */
  async run(untilUs: number, isDone: () => boolean = () => false): Promise<void> {
    // What was started outside an event gets its microtasks before the first.
    await this.#settle(null);
    while (!isDone()) {
      const event = this.#queue[0];
      if (event === undefined || event.atUs > untilUs) break;
      this.#queue.shift();
      if (event.isCancelled || event.process?.isAlive === false) continue;
      this.#happened++;
      this.check(this.#happened <= EVENTS_MAX, `more than ${EVENTS_MAX} events happen`);
      this.nowUs = event.atUs;
      this.current = event.process;
      try {
        event.task();
      } catch (error) {
        this.fail(error);
      }
      await this.#settle(event.process);
      this.current = null;
    }
    if (!isDone()) this.nowUs = Math.max(this.nowUs, untilUs);
  }

  /** Runs events until a promise has settled, which must be in time. */
  async until<T>(promise: Promise<T>, limitUs: number, what: string): Promise<T> {
    let ended: { readonly value: T } | null = null;
    promise.then(
      (value) => {
        ended = { value };
      },
      (error: unknown) => this.fail(error),
    );
    await this.run(this.nowUs + limitUs, () => ended !== null);
    const message = `${what} takes no longer than ${limitUs / 1_000_000} s`;
    return this.require<{ readonly value: T }>(ended, message).value;
  }

  /** An uncaught error: it ends its process, or the run. */
  fail(error: unknown): void {
    const { current } = this;
    const isExpected = current !== null && (!current.isAlive || current.onError(error));
    if (error instanceof InvariantBroken || !isExpected) this.#failure ??= error;
  }

  async #settle(process: SimulatedProcess | null): Promise<void> {
    this.current = process;
    await new Promise<void>((resolve) => realImmediate(resolve));
    if (this.#failure !== null) throw this.#failure;
  }
}

function isBefore(a: SimulatedEvent, b: SimulatedEvent): boolean {
  return a.atUs < b.atUs || (a.atUs === b.atUs && a.order < b.order);
}

/** Messages that arrive in order, each some time after it was sent. */
export class Channel {
  readonly #world: World;
  readonly #delayUsMax: number;
  #lastUs = 0;

  constructor(world: World, delayUsMax: number) {
    this.#world = world;
    this.#delayUsMax = delayUsMax;
  }

  send(task: () => void, process: SimulatedProcess | null): void {
    const { nowUs, random } = this.#world;
    const atUs = Math.max(this.#lastUs, nowUs + random.below(this.#delayUsMax + 1));
    this.#lastUs = atUs;
    this.#world.after(atUs - nowUs, task, process);
  }
}
