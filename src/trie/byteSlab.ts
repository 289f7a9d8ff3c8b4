/**
 * Hands out small byte arrays from larger allocations. At the size of a trie node, allocating an
 * array costs several times as much as filling it.
 */

const SLAB_BYTES = 8192;
/** A slab holds at least this many arrays, so that holding one keeps little else alive. */
const PARTS_MIN = 8;

export class ByteSlab {
  readonly #slabBytes: number;
  #slab: Uint8Array;
  #used = 0;

  constructor(slabBytes = SLAB_BYTES) {
    this.#slabBytes = slabBytes;
    this.#slab = new Uint8Array(slabBytes);
  }

  /** New bytes, all zero. */
  allocate(length: number): Uint8Array {
    if (length > this.#slabBytes / PARTS_MIN) return new Uint8Array(length);
    if (this.#used + length > this.#slabBytes) {
      this.#slab = new Uint8Array(this.#slabBytes);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += length;
    return this.#slab.subarray(start, this.#used);
  }
}
