// How much may wait in a queue: a number of entries and a number of bytes. An entry that alone is
// larger than the bound gets in when nothing else is there, so that it can be answered properly.

interface BudgetLimits {
  readonly countMax: number;
  readonly bytesMax: number;
}

export class Budget {
  readonly #limits: BudgetLimits;
  #count = 0;
  #bytes = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** False if there is no room; otherwise the entry counts until it is released. */
  reserve(bytes: number): boolean {
    const { countMax, bytesMax } = this.#limits;
    const fits = this.#count === 0 || this.#bytes + bytes <= bytesMax;
    if (!fits || this.#count >= countMax) return false;
    this.#count += 1;
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#count -= 1;
    this.#bytes -= bytes;
  }
}
