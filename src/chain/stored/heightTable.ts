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
  /** With the first height: most readers of a chain never ask for one. */
  #places: Places | null = null;
  #bytesMax: number;
  #entries = 0;
  #hits = 0;
  #misses = 0;

  static create(caches: Caches): HeightTable {
    const created = new HeightTable(caches.sizeOf('heights'));
    caches.add('heights', created);
    return created;
  }

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get figures(): CacheFigures {
    return {
      bytes: (this.#places?.heights.length ?? 0) * ENTRY_BYTES,
      bytesMax: this.#bytesMax,
      entries: this.#entries,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  get(hash: Hash): number | undefined {
    const height = this.#places === null ? 0 : findHeight(this.#places, hash);
    if (height === 0) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    return height - 1;
  }

  set(hash: Hash, height: number): void {
    this.#places ??= createPlaces(this.#bytesMax);
    const { hashes, heights } = this.#places;
    const place = placeOf(this.#places, hash);
    if (heights[place] === 0) this.#entries++;
    hashes.set(hash, place * HASH_LENGTH);
    heights[place] = height + 1;
  }

  clear(): void {
    if (this.#entries === 0) return;
    this.#places?.heights.fill(0);
    this.#entries = 0;
  }

  /** Forgets all heights. */
  resize(bytesMax: number): void {
    if (bytesMax === this.#bytesMax) return;
    this.#bytesMax = bytesMax;
    this.#places = null;
    this.#entries = 0;
  }
}

interface Places {
  readonly hashes: Uint8Array;
  /** One more than the height; 0 where there is none. */
  readonly heights: Float64Array;
}

function createPlaces(bytesMax: number): Places {
  const bits = Math.floor(Math.log2(Math.max(1, bytesMax / ENTRY_BYTES)));
  const count = 2 ** Math.min(bits, PLACE_BITS_MAX);
  return { hashes: new Uint8Array(count * HASH_LENGTH), heights: new Float64Array(count) };
}

function placeOf({ heights }: Places, hash: Hash): number {
  return (hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)) & (heights.length - 1);
}

/** As in the table; 0 if another hash is at its place. */
function findHeight(places: Places, hash: Hash): number {
  const place = placeOf(places, hash);
  const start = place * HASH_LENGTH;
  for (let i = 0; i < HASH_LENGTH; i++) if (places.hashes[start + i] !== hash[i]) return 0;
  return places.heights[place]!;
}
