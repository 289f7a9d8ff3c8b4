/**
 * A cache bounded by the bytes its owner states for each entry. The least recently used entries
 * go first; a Map keeps its keys in insertion order, so moving a key to the end is the whole
 * bookkeeping. An entry larger than the bound is not kept. Caches are created by `Caches`, which
 * decides how large each may grow.
 */

export interface CacheFigures {
  readonly bytes: number;
  readonly bytesMax: number;
  readonly entries: number;
  /** Lookups that found an entry, and those that did not. */
  readonly hits: number;
  readonly misses: number;
}

/** A cache as its registry sees it. */
export interface ManagedCache {
  readonly figures: CacheFigures;
  /** Absent where the size is decided once. */
  resize?(bytesMax: number): void;
}

export class BoundedCache<V> implements ManagedCache {
  #entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  #bytesMax: number;
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  /** The key at the end, which need not move there. */
  #newest: string | undefined;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get figures(): CacheFigures {
    return {
      bytes: this.#bytes,
      bytesMax: this.#bytesMax,
      entries: this.#entries.size,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get(key: string): V | undefined {
    // The hash of a long key takes longer to compute than all the rest.
    const entry = this.isEmpty ? undefined : this.#entries.get(key);
    if (entry === undefined) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    if (key !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = key;
    }
    return entry.value;
  }

  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.#bytesMax) return;
    this.#entries.set(key, { value, bytes });
    this.#newest = key;
    this.#bytes += bytes;
    this.#evict();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    if (this.isEmpty) return;
    // A new map: clearing a large one takes longer than leaving it to the garbage collector.
    this.#entries = new Map();
    this.#newest = undefined;
    this.#bytes = 0;
  }

  resize(bytesMax: number): void {
    this.#bytesMax = bytesMax;
    this.#evict();
  }

  #evict(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.delete(oldest);
    }
  }
}
