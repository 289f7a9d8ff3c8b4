// How long a trace may get. Everything that contracts can make long takes its share; what finds
// nothing left is counted as left out. Actions have a share of their own, so that long lists of
// details do not displace what comes after them.

/** Of the JSON text, about. */
const TRACE_BYTES_MAX = 4 * 1024 * 1024;

export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** False if there is no room; once that is so, nothing else gets any. */
  take(bytes: number): boolean {
    if (bytes > this.#left) this.#left = 0;
    else this.#left -= bytes;
    return this.#left > 0;
  }
}

export class TraceBudget {
  /** For actions with their logs. */
  readonly actions: ByteBudget;
  /** For host calls and changes of the storage. */
  readonly details: ByteBudget;

  constructor(bytes = TRACE_BYTES_MAX) {
    this.actions = new ByteBudget(bytes / 4);
    this.details = new ByteBudget((bytes * 3) / 4);
  }
}

/** A list that ends where the trace got too long. */
export class BoundedList<T> {
  readonly entries: T[] = [];
  readonly #budget: ByteBudget;
  #leftOut = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  /** The entry is only made if there is room for it. */
  add(bytes: number, create: () => T): void {
    if (this.#leftOut === 0 && this.#budget.take(bytes)) this.entries.push(create());
    else this.#leftOut++;
  }
}
