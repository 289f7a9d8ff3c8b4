// Seeded random numbers, and constants that are often at the edges of their type.

import type { Letter, Value } from './numericOperators.ts';

const EDGES_I = [0, 1, -1, 2, 31, 32, 255, 65_536, 2 ** 31 - 1, -(2 ** 31)];
const EDGES_L = [0n, 1n, -1n, 63n, 64n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
const EDGES_F = [
  0, 0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc0_0000,
  0x7fa0_0001, 0xff81_2345, 1, 0x4f00_0000, 0xcf00_0000, 0x5f00_0000, 0x3f00_0000,
];
const EDGES_D = [
  0n,
  0x8000_0000_0000_0000n,
  0x3ff0_0000_0000_0000n,
  0x7ff0_0000_0000_0000n,
  0xfff0_0000_0000_0000n,
  0x7ff8_0000_0000_0000n,
  0xfff4_0000_0000_0001n,
  0x41e0_0000_0000_0000n,
  0xc3e0_0000_0000_0000n,
  0x3fe0_0000_0000_0000n,
  1n,
];

/** Seeded random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  u32(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return (value ^ (value >>> 14)) >>> 0;
  }

  below(bound: number): number {
    return this.u32() % bound;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  constant(type: Letter): Value {
    const isEdge = this.chance(40);
    const wide = (BigInt(this.u32()) << 32n) | BigInt(this.u32());
    if (type === 'i') return isEdge ? this.pick(EDGES_I) : this.u32() | 0;
    if (type === 'l') return isEdge ? this.pick(EDGES_L) : BigInt.asIntN(64, wide);
    if (type === 'f') return isEdge ? this.pick(EDGES_F) : this.u32();
    return isEdge ? this.pick(EDGES_D) : wide;
  }
}
