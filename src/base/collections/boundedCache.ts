/**
 * A cache bounded by the bytes its owner states for each entry. The least recently used entries
 * go first; a Map keeps its keys in insertion order, so moving a key to the end is the whole
 * bookkeeping. An entry larger than the bound is not kept.
 */
export class BoundedCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  readonly #bytesMax: number;
  #bytes = 0;
  /** The key at the end, which need not move there. */
  #newest: string | undefined;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The sum of the bytes of all entries. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (key !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = key;
    }
    return entry.value;
  }

  set(key: string, value: V, bytes: number): void {
    this.#remove(key);
    if (bytes > this.#bytesMax) return;
    this.#entries.set(key, { value, bytes });
    this.#newest = key;
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
