/**
 * The random number generator of the protocol: ChaCha with 20, 12 or 8 rounds and the sampling
 * rules of rand 0.8. A block counter of 64 bits starts at zero; words come
 * out in order, and a u64 takes two of them, the low half first.
 */

import { assert } from '../assert.ts';

export type ChaChaRounds = 20 | 12 | 8;

const U64_MASK = 2n ** 64n - 1n;
const PCG_MULTIPLIER = 6364136223846793005n;
const PCG_INCREMENT = 11634580027462260723n;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** Four words of the block that are mixed together. */
type Quarter = readonly [number, number, number, number];

/** The columns, then the diagonals. */
const DOUBLE_ROUND: readonly Quarter[] = [0, 1].flatMap((turn) =>
  [0, 1, 2, 3].map((i): Quarter => {
    return [i, 4 + ((i + turn) % 4), 8 + ((i + 2 * turn) % 4), 12 + ((i + 3 * turn) % 4)];
  }),
);

export class ChaChaRng {
  readonly #input = new Uint32Array(16);
  readonly #block = new Uint32Array(16);
  readonly #rounds: ChaChaRounds;
  #used = 16;

  constructor(seed: Uint8Array, rounds: ChaChaRounds) {
    assert(seed.length === 32, 'a ChaCha seed has 32 bytes');
    this.#rounds = rounds;
    this.#input.set(CONSTANTS);
    const view = new DataView(seed.buffer, seed.byteOffset, seed.length);
    for (let i = 0; i < 8; i++) this.#input[4 + i] = view.getUint32(4 * i, true);
  }

  /** The seed that `seed_from_u64` of rand makes out of a number: eight words of PCG32. */
  static fromU64(seed: bigint, rounds: ChaChaRounds): ChaChaRng {
    const bytes = new Uint8Array(32);
    const view = new DataView(bytes.buffer);
    let state = seed;
    for (let i = 0; i < 8; i++) {
      state = (state * PCG_MULTIPLIER + PCG_INCREMENT) & U64_MASK;
      const word = Number((((state >> 18n) ^ state) >> 27n) & 0xffffffffn);
      const turn = Number(state >> 59n);
      view.setUint32(4 * i, rotateLeft(word, 32 - turn), true);
    }
    return new ChaChaRng(bytes, rounds);
  }

  nextU32(): number {
    if (this.#used === 16) {
      this.#fillBlock();
      this.#used = 0;
    }
    return this.#block[this.#used++]!;
  }

  nextU64(): bigint {
    const low = this.nextU32();
    return (BigInt(this.nextU32()) << 32n) | BigInt(low);
  }

  /** A uniform number below `bound`, drawn as a u32. */
  below32(bound: number): number {
    assert(Number.isInteger(bound) && bound > 0 && bound < 2 ** 32, 'bound out of range');
    const zone = ((bound << Math.clz32(bound)) - 1) >>> 0;
    for (;;) {
      const word = this.nextU32();
      // The product has 64 bits; both steps stay below 2^49.
      const middle = (word >>> 16) * bound + Math.floor(((word & 0xffff) * bound) / 2 ** 16);
      if (Math.imul(word, bound) >>> 0 <= zone) return Math.floor(middle / 2 ** 16);
    }
  }

  /** A uniform number below `bound`, drawn as a u64, as `gen_range` does for a usize. */
  below64(bound: number): number {
    assert(Number.isSafeInteger(bound) && bound > 0, 'bound out of range');
    const wide = BigInt(bound);
    const leadingZeros = BigInt(64 - wide.toString(2).length);
    const zone = (wide << leadingZeros) - 1n;
    for (;;) {
      const product = this.nextU64() * wide;
      if ((product & U64_MASK) <= zone) return Number(product >> 64n);
    }
  }

  /** Shuffles in place, from the last item to the first. */
  shuffle<T>(items: T[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const other = this.below32(i + 1);
      const item = items[i]!;
      items[i] = items[other]!;
      items[other] = item;
    }
  }

  #fillBlock(): void {
    const block = this.#block;
    block.set(this.#input);
    for (let round = 0; round < this.#rounds; round += 2) {
      for (const quarter of DOUBLE_ROUND) mixQuarter(block, quarter);
    }
    for (let i = 0; i < 16; i++) block[i]! += this.#input[i]!;
    this.#input[12]!++;
    if (this.#input[12] === 0) this.#input[13]!++;
  }
}

function rotateLeft(word: number, count: number): number {
  return ((word << count) | (word >>> (32 - count))) >>> 0;
}

// biome-ignore format: one step of the cipher per line
function mixQuarter(block: Uint32Array, [a, b, c, d]: Quarter): void {
  block[a]! += block[b]!; block[d] = rotateLeft(block[d]! ^ block[a]!, 16);
  block[c]! += block[d]!; block[b] = rotateLeft(block[b]! ^ block[c]!, 12);
  block[a]! += block[b]!; block[d] = rotateLeft(block[d]! ^ block[a]!, 8);
  block[c]! += block[d]!; block[b] = rotateLeft(block[b]! ^ block[c]!, 7);
}
