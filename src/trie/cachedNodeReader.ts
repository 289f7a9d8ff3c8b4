/**
 * Keeps nodes that were read lately in memory. Every walk starts at the root, so these are mostly
 * the upper nodes. A hash is its own place in the table, without text keys or lists to keep in
 * order: these would cost more than reading from the store. Long values go past the cache.
 */

import { keyToBytes } from '../base/bytes.ts';
import { HASH_LENGTH, type Hash } from '../base/hash.ts';
import type { NodeReader, RowSource } from './nodeReader.ts';

/** A full branch with a value takes 559 bytes; only a leaf with a very long key takes more. */
const ENTRY_BYTES_MAX = 1024;
/** What an entry takes on average: most nodes are leaves. */
const ENTRY_BYTES_USUAL = 512;

type Entry = { readonly hash: Hash; readonly bytes: Uint8Array };

export class CachedNodeReader implements NodeReader {
  readonly #reader: NodeReader;
  /** Pairs of places; the first of a pair holds the entry used last. */
  readonly #entries: (Entry | null)[];
  readonly #pairMask: number;

  /** `bytesMax` is about what a full cache takes. */
  constructor(reader: NodeReader, bytesMax: number) {
    const pairBits = Math.floor(Math.log2(Math.max(1, bytesMax / ENTRY_BYTES_USUAL / 2)));
    this.#reader = reader;
    this.#pairMask = 2 ** Math.min(pairBits, 24) - 1;
    this.#entries = new Array(2 * (this.#pairMask + 1)).fill(null);
  }

  get beneath(): RowSource | undefined {
    return this.#reader.beneath;
  }

  read(hash: Hash): Uint8Array {
    const place = this.#placeOf(hash);
    const first = this.#entries[place];
    if (first != null && equalHashes(first.hash, hash)) return first.bytes;
    const second = this.#entries[place + 1];
    if (second != null && equalHashes(second.hash, hash)) {
      this.#keep(place, second);
      return second.bytes;
    }
    const bytes = this.#reader.read(hash);
    // What a store reads may be part of a slab, and an entry would keep the whole of it in memory.
    if (bytes.length <= ENTRY_BYTES_MAX) {
      this.#keep(place, { hash: hash.slice(), bytes: bytes.slice() });
    }
    return bytes;
  }

  /** Takes over what an update has made: the next block reads it first. */
  remember(insertions: ReadonlyMap<string, Uint8Array>): void {
    for (const [key, bytes] of insertions) {
      if (bytes.length > ENTRY_BYTES_MAX) continue;
      const hash = keyToBytes(key);
      this.#keep(this.#placeOf(hash), { hash, bytes });
    }
  }

  #placeOf(hash: Hash): number {
    return 2 * ((hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)) & this.#pairMask);
  }

  #keep(place: number, entry: Entry): void {
    this.#entries[place + 1] = this.#entries[place]!;
    this.#entries[place] = entry;
  }
}

/** On 32 bytes a loop is faster than a call into the runtime. */
function equalHashes(a: Hash, b: Hash): boolean {
  for (let i = 0; i < HASH_LENGTH; i++) if (a[i] !== b[i]) return false;
  return true;
}
