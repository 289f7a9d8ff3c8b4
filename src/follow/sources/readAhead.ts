// Items that are requested before they are needed, and taken in the order of the requests. A
// failure is reported when the turn of its item comes; until then it counts as handled.

export class ReadAhead<T> {
  readonly #countMax: number;
  readonly #asked: Promise<T>[] = [];

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  get hasRoom(): boolean {
    return this.#asked.length < this.#countMax;
  }

  get isEmpty(): boolean {
    return this.#asked.length === 0;
  }

  push(item: Promise<T>): void {
    item.catch(() => {});
    this.#asked.push(item);
  }

  /** The oldest one; there must be one. */
  shift(): Promise<T> {
    return this.#asked.shift() as Promise<T>;
  }
}
