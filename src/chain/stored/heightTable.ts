// The heights of blocks by their hash, in a table of fixed size: a status names several blocks, and
// finding the row of one takes far longer than this. A hash is its own place; what was there is
// forgotten.

import type { CacheFigures, ManagedCache } from '../../base/collections/boundedCache.ts';
import type { Caches } from '../../base/collections/caches.ts';
import { HASH_LENGTH, type Hash } from '../../base/crypto/hash.ts';

const ENTRY_BYTES = HASH_LENGTH + Float64Array.BYTES_PER_ELEMENT;
/** As many bits of a hash tell places apart. */
const PLACE_BITS_MAX = 24;

export class HeightTable implements ManagedCache {
  readonly #hashes: Uint8Array;
  /** One more than the height; 0 where there is none. */
  readonly #heights: Float64Array;
  readonly #bytesMax: number;
  #entries = 0;
  #hits = 0;
  #misses = 0;

  static create(caches: Caches): HeightTable {
    const created = new HeightTable(caches.sizeOf('heights'));
    caches.add('heights', created);
    return created;
  }

  constructor(bytesMax: number) {
    const bits = Math.floor(Math.log2(Math.max(1, bytesMax / ENTRY_BYTES)));
    const places = 2 ** Math.min(bits, PLACE_BITS_MAX);
    this.#hashes = new Uint8Array(places * HASH_LENGTH);
    this.#heights = new Float64Array(places);
    this.#bytesMax = bytesMax;
  }

  get figures(): CacheFigures {
    return {
      bytes: this.#hashes.byteLength + this.#heights.byteLength,
      bytesMax: this.#bytesMax,
      entries: this.#entries,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  get(hash: Hash): number | undefined {
    const place = this.#placeOf(hash);
    const height = this.#heights[place]!;
    if (height === 0 || !this.#isAt(place, hash)) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    return height - 1;
  }

  set(hash: Hash, height: number): void {
    const place = this.#placeOf(hash);
    if (this.#heights[place] === 0) this.#entries++;
    this.#hashes.set(hash, place * HASH_LENGTH);
    this.#heights[place] = height + 1;
  }

  clear(): void {
    if (this.#entries === 0) return;
    this.#heights.fill(0);
    this.#entries = 0;
  }

  #placeOf(hash: Hash): number {
    return (hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)) & (this.#heights.length - 1);
  }

  #isAt(place: number, hash: Hash): boolean {
    const start = place * HASH_LENGTH;
    for (let i = 0; i < HASH_LENGTH; i++) if (this.#hashes[start + i] !== hash[i]) return false;
    return true;
  }
}
