// The charges of a module in the order in which their counters are written, each with the operators
// that it pays for: one of these runs exactly as often as the charge is taken, also if a later one
// traps. Free operators and dead code between charges belong to none.
// Bounds: a module with more charges is not counted. Counters are globals, and V8 takes a million.

export const COUNTERS_MAX = 250_000;

/** Offsets in the deployed code. */
export interface Charge {
  readonly functionIndex: number;
  /** Is it that of the function's frame, and so its number of calls? */
  readonly isEntry: boolean;
  readonly start: number;
  readonly end: number;
  /** In regular operations; less than 0 if an operand decides (`LINEAR_COST`). */
  readonly cost: number;
}

export class ChargeList {
  readonly #charges: Charge[] = [];
  #functionIndex = 0;
  /** The charge whose end is not known yet. */
  #open: Omit<Charge, 'end'> | null = null;

  /** Without the one that was begun last, until the next `end`. */
  get charges(): readonly Charge[] {
    return this.#charges;
  }

  /** The frame and the first operators are paid for together. */
  begin(functionIndex: number, start: number, cost: number): number {
    this.#functionIndex = functionIndex;
    this.#open = { functionIndex, isEntry: true, start, cost };
    return this.#charges.length;
  }

  /** Returns the number of the charge. */
  add(start: number, cost: number): number {
    this.end(start);
    this.#open = { functionIndex: this.#functionIndex, isEntry: false, start, cost };
    return this.#charges.length;
  }

  /** Operators from here on belong to no charge before. */
  end(offset: number): void {
    if (this.#open !== null) this.#charges.push({ ...this.#open, end: offset });
    this.#open = null;
  }
}
