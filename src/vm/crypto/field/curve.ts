// The points of a curve over a field, in projective coordinates x, y and z: three elements that
// follow one another in memory. Zero is the point at infinity.

import type { CurveFormulas } from './curveFormulas.ts';
import type { Field } from './field.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';

/** Of the digits of a scalar, with the sign. */
const WINDOW_BITS = 5;
/** Points that are computed with together. */
export const BATCH_MAX = 16;

/** The odd multiples of a point, from one on, that signed digits of `bits` bits need. */
export type Multiples = { readonly bits: number; readonly points: readonly number[] };

export type Term = {
  readonly multiples: Multiples;
  /** Little-endian bytes, of the same length in all terms of a sum. */
  readonly scalar: Uint8Array;
  readonly isNegative?: boolean;
};

export class Curve {
  readonly field: Field;
  /** Bytes of a point in memory. */
  readonly size: number;
  readonly zero: number;
  readonly add: Operation;
  readonly double: Operation;
  readonly negate: Operation;
  /** What y² is for an x. */
  readonly rightSide: Operation;
  readonly #program: WasmProgram;
  readonly #total: number;
  readonly #products: readonly [number, number];
  readonly #double: number;
  readonly #tables: readonly Multiples[];

  constructor(program: WasmProgram, field: Field, formulas: CurveFormulas) {
    this.#program = program;
    this.field = field;
    this.size = 3 * field.size;
    this.zero = this.allocate();
    field.copy(this.zero + field.size, field.one);
    this.add = formulas.add;
    this.double = formulas.double;
    this.rightSide = formulas.rightSide;
    this.negate = program.define(2, (out, p) => {
      field.add(out, p, field.zero);
      field.subtract(out + field.size, field.zero, p + field.size);
      field.add(out + 2 * field.size, p + 2 * field.size, field.zero);
    });
    this.#total = this.allocate();
    this.#products = [field.allocate(), field.allocate()];
    this.#double = this.allocate();
    this.#tables = Array.from({ length: BATCH_MAX }, () => this.allocateMultiples(WINDOW_BITS));
  }

  allocate(): number {
    return this.#program.allocate(this.size);
  }

  allocateMultiples(bits: number): Multiples {
    return { bits, points: Array.from({ length: 2 ** (bits - 2) }, () => this.allocate()) };
  }

  copy(target: number, source: number): void {
    this.#program.memory.copyWithin(target, source, source + this.size);
  }

  isZero(point: number): boolean {
    return this.field.equals(point + 2 * this.field.size, this.field.zero);
  }

  /** Whether the coordinates at the address, without a third, are those of a point. */
  isOnCurve(coordinates: number): boolean {
    const { field } = this;
    const [left, right] = this.#products;
    field.square(left, coordinates + field.size);
    this.rightSide(right, coordinates);
    return field.equals(left, right);
  }

  /** Makes the third coordinate one. The point must not be zero. */
  normalize(point: number): void {
    const { field } = this;
    const [inverse] = this.#products;
    const z = point + 2 * field.size;
    if (field.equals(z, field.one)) return;
    field.invert(inverse, z);
    field.multiply(point, point, inverse);
    field.multiply(point + field.size, point + field.size, inverse);
    field.copy(z, field.one);
  }

  areEqual(p: number, q: number): boolean {
    const { field } = this;
    const [left, right] = this.#products;
    const z = 2 * field.size;
    return [0, field.size].every((coordinate) => {
      field.multiply(left, p + coordinate, q + z);
      field.multiply(right, q + coordinate, p + z);
      return field.equals(left, right);
    });
  }

  /** For factors with few bits; the target is not the point. */
  multiply(target: number, point: number, factor: bigint): void {
    this.copy(target, point);
    for (const bit of factor.toString(2).slice(1)) {
      this.double(target, target);
      if (bit === '1') this.add(target, target, point);
    }
  }

  /**
   * Adds points times scalars, which are little-endian bytes of the same length, to the target: at
   * most `BATCH_MAX` of them, which share their doublings.
   */
  addProducts(target: number, points: readonly number[], scalars: readonly Uint8Array[]): void {
    const terms = points.map((point, index) => {
      const multiples = this.#tables[index]!;
      this.fillMultiples(multiples, point);
      return { multiples, scalar: scalars[index]! };
    });
    this.addTerms(target, terms);
  }

  addTerms(target: number, terms: readonly Term[]): void {
    const total = this.#total;
    const rows = terms.map(({ multiples: { bits }, scalar }) => signedDigits(scalar, bits));
    this.copy(total, this.zero);
    for (let place = rows[0]!.length - 1; place >= 0; place--) {
      this.double(total, total);
      for (const [index, { multiples, isNegative }] of terms.entries()) {
        const digit = rows[index]![place]!;
        if (digit !== 0) this.#addDigit(total, multiples, isNegative === true ? -digit : digit);
      }
    }
    this.add(target, target, total);
  }

  fillMultiples({ points }: Multiples, point: number): void {
    this.copy(points[0]!, point);
    this.double(this.#double, point);
    for (let index = 1; index < points.length; index++) {
      this.add(points[index]!, points[index - 1]!, this.#double);
    }
  }

  #addDigit(total: number, { points }: Multiples, digit: number): void {
    const multiple = points[(Math.abs(digit) - 1) / 2]!;
    if (digit > 0) {
      this.add(total, total, multiple);
      return;
    }
    this.negate(multiple, multiple);
    this.add(total, total, multiple);
    this.negate(multiple, multiple);
  }
}

/**
 * For each bit of the scalar and one more, the lowest first, zero or an odd digit with a sign,
 * below 2^(bits - 1). After such a digit come at least `bits - 1` zeros.
 */
function signedDigits(scalar: Uint8Array, bits: number): Int16Array {
  const digits = new Int16Array(8 * scalar.length + 1);
  const window = 2 ** bits;
  let carry = 0;
  for (let place = 0; place < digits.length; ) {
    const byte = place >> 3;
    const ahead = scalar[byte]! | (scalar[byte + 1]! << 8) | (scalar[byte + 2]! << 16);
    const value = ((ahead >> (place & 7)) & (window - 1)) + carry;
    if ((value & 1) === 0) {
      place++;
      continue;
    }
    carry = value > window / 2 ? 1 : 0;
    digits[place] = value - carry * window;
    place += bits;
  }
  return digits;
}
