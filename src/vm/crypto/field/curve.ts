// The points of y² = x³ + b over a field, in projective coordinates x, y and z: three elements that
// follow one another in memory. The formulas hold for all points of a curve of odd order, equal
// and opposite ones and the point at infinity included (Renes, Costello and Batina, 2015).

import type { Field } from './field.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';

const WINDOW_BITS = 4;
const WINDOW = 2 ** WINDOW_BITS;
/** Signed digits need no more multiples. */
const MULTIPLES = WINDOW / 2;
/** Points that are computed with together. */
export const BATCH_MAX = 16;

type CurveOptions = {
  readonly program: WasmProgram;
  readonly field: Field;
  readonly b: number;
  /** Multiplies by 3b. */
  readonly multiplyBy3b: (out: number, a: number) => void;
};

export class Curve {
  readonly field: Field;
  readonly multiplyBy3b: (out: number, a: number) => void;
  /** Bytes of a point in memory. */
  readonly size: number;
  readonly zero: number;
  readonly add: Operation;
  readonly double: Operation;
  readonly negate: Operation;
  /** x³ + b */
  readonly rightSide: Operation;
  readonly #program: WasmProgram;
  readonly #total: number;
  readonly #products: readonly [number, number];
  readonly #tables: readonly (readonly number[])[];

  constructor({ program, field, b, multiplyBy3b }: CurveOptions) {
    this.#program = program;
    this.field = field;
    this.multiplyBy3b = multiplyBy3b;
    this.size = 3 * field.size;
    this.zero = this.allocate();
    field.copy(this.zero + field.size, field.one);
    this.add = defineAdd(program, field, multiplyBy3b);
    this.double = defineDouble(program, field, multiplyBy3b);
    this.negate = program.define(2, (out, p) => {
      field.add(out, p, field.zero);
      field.subtract(out + field.size, field.zero, p + field.size);
      field.add(out + 2 * field.size, p + 2 * field.size, field.zero);
    });
    const cube = field.allocate();
    this.rightSide = program.define(2, (out, x) => {
      field.square(cube, x);
      field.multiply(cube, cube, x);
      field.add(out, cube, b);
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

type Multiply3b = (out: number, a: number) => void;

function defineAdd(program: WasmProgram, field: Field, multiplyBy3b: Multiply3b): Operation {
  const { size, add, subtract, multiply } = field;
  const [xx, yy, zz, xy, yz, xz, t, z3] = Array.from({ length: 8 }, () => field.allocate()) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  /** a1 b2 + a2 b1, where the products aa and bb are known. */
  const cross = (out: number, [a1, b1]: number[], [a2, b2]: number[], [aa, bb]: number[]) => {
    add(out, a1!, b1);
    add(t, a2!, b2);
    multiply(out, out, t);
    subtract(out, out, aa);
    subtract(out, out, bb);
  };
  return program.define(3, (out, p, second) => {
    const q = second!;
    const [x1, y1, z1] = [p, p + size, p + 2 * size];
    const [x2, y2, z2] = [q, q + size, q + 2 * size];
    multiply(xx, x1, x2);
    multiply(yy, y1, y2);
    multiply(zz, z1, z2);
    cross(xy, [x1, y1], [x2, y2], [xx, yy]);
    cross(yz, [y1, z1], [y2, z2], [yy, zz]);
    cross(xz, [x1, z1], [x2, z2], [xx, zz]);
    add(t, xx, xx);
    add(xx, t, xx);
    multiplyBy3b(zz, zz);
    multiplyBy3b(xz, xz);
    add(z3, yy, zz);
    subtract(yy, yy, zz);
    multiply(out, xy, yy);
    multiply(t, yz, xz);
    subtract(out, out, t);
    multiply(out + size, yy, z3);
    multiply(t, xz, xx);
    add(out + size, out + size, t);
    multiply(z3, z3, yz);
    multiply(t, xx, xy);
    add(out + 2 * size, z3, t);
  });
}

function defineDouble(program: WasmProgram, field: Field, multiplyBy3b: Multiply3b): Operation {
  const { size, add, subtract, multiply, square } = field;
  const [yy, yy8, yz, zz, xy, t] = Array.from({ length: 6 }, () => field.allocate()) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return program.define(2, (out, p) => {
    const [x, y, z] = [p, p + size, p + 2 * size];
    square(yy, y);
    multiply(yz, y, z);
    square(zz, z);
    multiply(xy, x, y);
    multiplyBy3b(zz, zz);
    add(yy8, yy, yy);
    add(yy8, yy8, yy8);
    add(yy8, yy8, yy8);
    multiply(out + 2 * size, yz, yy8);
    multiply(yy8, zz, yy8);
    add(yz, yy, zz);
    add(t, zz, zz);
    add(t, t, zz);
    subtract(yy, yy, t);
    multiply(t, yy, yz);
    add(out + size, yy8, t);
    multiply(t, yy, xy);
    add(out, t, t);
  });
}
