// First in, first out. An array's own `shift` moves all remaining elements once the array is long;
// here the consumed part is cut off when it is the larger one, so each entry moves once on average.

export class Fifo<T> {
  #items: T[] = [];
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#start];
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#start] as T;
    this.#items[this.#start] = undefined as T;
    this.#start += 1;
    if (this.#start * 2 > this.#items.length) this.#trim();
    return item;
  }

  /** Takes out everything. */
  drain(): T[] {
    const items = this.#items.slice(this.#start);
    this.#items = [];
    this.#start = 0;
    return items;
  }

  #trim(): void {
    this.#items = this.#items.slice(this.#start);
    this.#start = 0;
  }
}
