/**
 * Which keys came up recently, in a table of fixed size: what is asked for only once should not
 * enter a cache, where it would outlive the youngest generation of the garbage collector and push
 * out what is asked for again. Approximate: a key may be forgotten early or mistaken for another.
 */

import { FNV_OFFSET, mixFnv, placeOfFnv } from './fnv.ts';

const DEFAULT_SIZE = 16_384;

export class RecentKeys {
  /** The hash of the last key of each place. */
  readonly #marks: Int32Array;

  /** The size is a power of two. */
  constructor(size = DEFAULT_SIZE) {
    this.#marks = new Int32Array(size);
  }

  /** Whether the key came up before. */
  note(key: string): boolean {
    let hash = FNV_OFFSET;
    for (let i = 0; i < key.length; i++) hash = mixFnv(hash, key.charCodeAt(i));
    const place = placeOfFnv(hash, this.#marks.length);
    const isKnown = this.#marks[place] === hash;
    this.#marks[place] = hash;
    return isKnown;
  }

  clear(): void {
    this.#marks.fill(0);
  }
}
