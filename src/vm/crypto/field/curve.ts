// The points of a curve over a field, in projective coordinates x, y and z: three elements that
// follow one another in memory. Zero is the point at infinity.

import type { CurveFormulas } from './curveFormulas.ts';
import type { Field } from './field.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';

const WINDOW_BITS = 4;
const WINDOW = 2 ** WINDOW_BITS;
/** Signed digits need no more multiples. */
const MULTIPLES = WINDOW / 2;
/** Points that are computed with together. */
export const BATCH_MAX = 16;

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
  readonly #tables: readonly (readonly number[])[];

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
    this.#tables = Array.from({ length: BATCH_MAX }, () =>
      Array.from({ length: MULTIPLES }, () => this.allocate()),
    );
  }

  allocate(): number {
    return this.#program.allocate(this.size);
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
    const total = this.#total;
    for (const [index, point] of points.entries()) this.#fillTable(this.#tables[index]!, point);
    const digits = scalars.map(signedDigits);
    this.copy(total, this.zero);
    for (let place = digits[0]!.length - 1; place >= 0; place--) {
      for (let bit = 0; bit < WINDOW_BITS; bit++) this.double(total, total);
      for (const [index, row] of digits.entries()) {
        this.#addDigit(total, this.#tables[index]!, row[place]!);
      }
    }
    this.add(target, target, total);
  }

  #addDigit(total: number, table: readonly number[], digit: number): void {
    if (digit === 0) return;
    const multiple = table[Math.abs(digit) - 1]!;
    if (digit > 0) {
      this.add(total, total, multiple);
      return;
    }
    this.negate(multiple, multiple);
    this.add(total, total, multiple);
    this.negate(multiple, multiple);
  }

  #fillTable(table: readonly number[], point: number): void {
    this.copy(table[0]!, point);
    for (let index = 1; index < table.length; index++) {
      this.add(table[index]!, table[index - 1]!, point);
    }
  }
}

/** Digits from -8 to 8 of four bits each, the lowest first. */
function signedDigits(scalar: Uint8Array): Int8Array {
  const digits = new Int8Array(2 * scalar.length + 1);
  let carry = 0;
  for (let index = 0; index < digits.length; index++) {
    const byte = scalar[index >> 1] ?? 0;
    const digit = (index % 2 === 0 ? byte % WINDOW : byte >> WINDOW_BITS) + carry;
    carry = digit > MULTIPLES ? 1 : 0;
    digits[index] = digit - carry * WINDOW;
  }
  return digits;
}
