// The only source of randomness in a simulated run: xoshiro128**, seeded from one number by
// splitmix32.

const STATE_WORDS = 4;

export class Random {
  readonly #state = new Uint32Array(STATE_WORDS);

  constructor(seed: number) {
    let word = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
    for (let i = 0; i < STATE_WORDS; i++) {
      word = (word + 0x9e3779b9) >>> 0;
      let mixed = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      this.#state[i] = mixed ^ (mixed >>> 15);
    }
  }

  /** 32 random bits. */
  next(): number {
    const state = this.#state;
    const result = Math.imul(rotateLeft(Math.imul(state[1]!, 5), 7), 9) >>> 0;
    const shifted = state[1]! << 9;
    state[2]! ^= state[0]!;
    state[3]! ^= state[1]!;
    state[1]! ^= state[2]!;
    state[0]! ^= state[3]!;
    state[2]! ^= shifted;
    state[3] = rotateLeft(state[3]!, 11);
    return result;
  }

  /** A whole number below `bound`. */
  below(bound: number): number {
    return Math.floor((this.next() / 2 ** 32) * bound);
  }

  /** A whole number from `low` up to and including `high`. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** One of the names, in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = (this.next() / 2 ** 32) * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries[entries.length - 1]![0];
  }
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
