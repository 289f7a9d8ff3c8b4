/**
 * Hands out small byte arrays from larger allocations. At the size of a trie node, allocating an
 * array costs several times as much as filling it.
 */

const SLAB_BYTES = 8192;
/** Larger arrays get their own allocation, so that holding one keeps little else alive. */
const PART_BYTES_MAX = 1024;

export class ByteSlab {
  #slab = new Uint8Array(SLAB_BYTES);
  #used = 0;

  /** New bytes, all zero. */
  allocate(length: number): Uint8Array {
    if (length > PART_BYTES_MAX) return new Uint8Array(length);
    if (this.#used + length > SLAB_BYTES) {
      this.#slab = new Uint8Array(SLAB_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += length;
    return this.#slab.subarray(start, this.#used);
  }
}
