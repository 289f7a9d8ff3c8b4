/**
 * Multiples of the base point of edwards25519, in WebAssembly. A table of all digits at all places
 * makes a multiple one addition a digit of the scalar, without doublings.
 *
 * Nothing here takes constant time: it serves the random values of a chain whose keys are on the
 * same machine, and whose blocks tell no time that an observer could measure.
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import {
  ELEMENT_BYTES,
  type FieldExports,
  FieldMemory,
  writeDifference,
  writeProduct,
  writeSum,
} from './field25519.ts';
import {
  BR_IF,
  CALL,
  END,
  I32,
  I32_ADD,
  I32_CONST,
  I32_LT_U,
  I32_MUL,
  I32_SUB,
  IF,
  LOCAL_GET,
  LOCAL_SET,
  LOCAL_TEE,
  LOOP,
  NO_RESULT,
  signed,
  type WasmFunction,
} from './wasmModule.ts';

const { Point } = ed25519;
const FIELD = Point.Fp.ORDER;
const TWO_D = 2n * Point.CURVE().d;

/** A scalar has so many digits of four bits; each lies between -HALF and HALF. */
const PLACES = 64;
const HALF = 8;

/** Extended coordinates, x = X/Z, y = Y/Z, xy = T/Z, in this order in the memory. */
export type Extended = {
  readonly X: bigint;
  readonly Y: bigint;
  readonly Z: bigint;
  readonly T: bigint;
};
const [X, Y, Z, T] = [0, 1, 2, 3].map((i) => i * ELEMENT_BYTES) as [number, number, number, number];
const POINT_BYTES = 4 * ELEMENT_BYTES;

/** An affine point in the form in which it is added: y + x, y - x, 2dxy, in this order. */
const SUM = 0;
const DIFFERENCE = ELEMENT_BYTES;
const PRODUCT = 2 * ELEMENT_BYTES;
const ADDEND_BYTES = 3 * ELEMENT_BYTES;

/** The memory: elements for what lies between, the point, the digits as bytes, and the table. */
const SCRATCH = 0;
const POINT = 16 * ELEMENT_BYTES;
const DIGITS = POINT + POINT_BYTES;
/** At `place * HALF + digit - 1` stands the point `digit * 16^place * base`. */
const TABLE = DIGITS + PLACES;
const ENTRIES = PLACES * HALF;
/** Behind it, while the table is made: the same points in extended coordinates. */
const POINTS = TABLE + ENTRIES * ADDEND_BYTES;
const MEMORY_BYTES = POINTS + ENTRIES * POINT_BYTES;

const ADD_DIGIT = 5;
const I32_LOAD8_S = 0x2c;
const I32_LOAD8_BYTE = [I32_LOAD8_S, 0, 0];
const I32_LT_S = 0x48;

/** Adds an addend to the point, or takes it away; that exchanges two factors twice. */
function writeAddDigit(): WasmFunction {
  const [point, addend, isNegative] = [0, 1, 2];
  const exchange = [LOCAL_GET, isNegative, I32_CONST, ...signed(ELEMENT_BYTES), I32_MUL];
  const at = (offset: number) => [LOCAL_GET, point, I32_CONST, ...signed(offset), I32_ADD];
  const of = (offset: number) => [LOCAL_GET, addend, I32_CONST, ...signed(offset), I32_ADD];
  const temporary = (i: number) => [I32_CONST, ...signed(SCRATCH + i * ELEMENT_BYTES)];
  const [a, b, c, zz, e, h] = [0, 1, 2, 3, 4, 5].map(temporary) as Six<number[]>;
  // The element after f is g.
  const [f, g] = [temporary(6), temporary(7)];
  // biome-ignore format: one operation on each line
  const code = [
    ...writeDifference(a, at(Y), at(X)),
    ...writeProduct(a, a, [...of(DIFFERENCE), ...exchange, I32_SUB]),
    ...writeSum(b, at(Y), at(X)),
    ...writeProduct(b, b, [...of(SUM), ...exchange, I32_ADD]),
    ...writeProduct(c, at(T), of(PRODUCT)),
    ...writeSum(zz, at(Z), at(Z)),
    ...writeDifference([...f, ...exchange, I32_ADD], zz, c),
    ...writeSum([...g, ...exchange, I32_SUB], zz, c),
    ...writeDifference(e, b, a),
    ...writeSum(h, b, a),
    ...writeProduct(at(X), e, f),
    ...writeProduct(at(Y), g, h),
    ...writeProduct(at(Z), f, g),
    ...writeProduct(at(T), e, h),
  ];
  return { name: 'addDigit', params: 3, code };
}

type Six<T> = [T, T, T, T, T, T];

/** Adds the digits of all places to the point. */
function writeAddDigits(): WasmFunction {
  const [place, digit, isNegative] = [0, 1, 2];
  // biome-ignore format: one thought on each line
  const code = [
    LOOP, NO_RESULT,
      LOCAL_GET, place, I32_CONST, ...signed(DIGITS), I32_ADD, ...I32_LOAD8_BYTE, LOCAL_TEE, digit,
      IF, NO_RESULT,
        LOCAL_GET, digit, I32_CONST, 0, I32_LT_S, LOCAL_SET, isNegative,
        I32_CONST, ...signed(POINT),
        LOCAL_GET, place, I32_CONST, ...signed(HALF), I32_MUL,
        LOCAL_GET, digit, I32_CONST, 1, LOCAL_GET, isNegative, I32_CONST, 2, I32_MUL, I32_SUB,
        I32_MUL, I32_ADD,
        I32_CONST, 1, I32_SUB, I32_CONST, ...signed(ADDEND_BYTES), I32_MUL,
        I32_CONST, ...signed(TABLE), I32_ADD,
        LOCAL_GET, isNegative,
        CALL, ADD_DIGIT,
      END,
      LOCAL_GET, place, I32_CONST, 1, I32_ADD, LOCAL_TEE, place,
      I32_CONST, ...signed(PLACES), I32_LT_U, BR_IF, 0,
    END,
  ];
  return { name: 'addDigits', params: 0, locals: { type: I32, count: 3 }, code };
}

interface BaseExports extends FieldExports {
  addDigit(point: number, addend: number, isNegative: number): void;
  addDigits(): void;
}

let memory: FieldMemory<BaseExports> | null = null;

/** `scalar * base`, for a scalar below 2^255. */
export function multiplyBase(scalar: bigint): Extended {
  memory ??= createMemory();
  writeIdentity(memory, POINT);
  writeDigits(memory, scalar);
  memory.exports.addDigits();
  return {
    X: memory.read(POINT + X),
    Y: memory.read(POINT + Y),
    Z: memory.read(POINT + Z),
    T: memory.read(POINT + T),
  };
}

/** 1 / value, and zero for zero; the value is not negative and below 2^255. */
export function invertInField(value: bigint): bigint {
  memory ??= createMemory();
  const [source, target, scratch] = [POINT + X, POINT + Y, SCRATCH];
  memory.write(source, value);
  memory.invert(target, source, scratch);
  return memory.read(target);
}

function writeIdentity(field: FieldMemory<BaseExports>, point: number): void {
  field.write(point + X, 0n);
  field.write(point + Y, 1n);
  field.write(point + Z, 1n);
  field.write(point + T, 0n);
}

/** Four bits each, less sixteen where one is carried on to the next digit. */
function writeDigits({ view }: FieldMemory<BaseExports>, scalar: bigint): void {
  const bytes = new DataView(new ArrayBuffer(PLACES / 2));
  for (let i = 0; i < bytes.byteLength; i += 8) {
    bytes.setBigUint64(i, BigInt.asUintN(64, scalar >> BigInt(8 * i)), true);
  }
  let carry = 0;
  for (let place = 0; place < PLACES; place++) {
    const rest = ((bytes.getUint8(place >> 1) >> (4 * (place & 1))) & 15) + carry;
    carry = rest > HALF ? 1 : 0;
    view.setInt8(DIGITS + place, rest - carry * 2 * HALF);
  }
}

function createMemory(): FieldMemory<BaseExports> {
  const field = new FieldMemory<BaseExports>(MEMORY_BYTES, [writeAddDigit(), writeAddDigits()]);
  const { exports, view } = field;
  const [unitAddend, multiple] = [TABLE, POINT];
  listUnits().forEach(([x, y], place) => {
    writeAddend(field, unitAddend, x, y);
    writeIdentity(field, multiple);
    for (let digit = 1; digit <= HALF; digit++) {
      exports.addDigit(multiple, unitAddend, 0);
      const at = POINTS + (place * HALF + digit - 1) * POINT_BYTES;
      new Uint8Array(view.buffer, at, POINT_BYTES).set(
        new Uint8Array(view.buffer, multiple, POINT_BYTES),
      );
    }
  });
  writeTable(field);
  return field;
}

/** The base times 16^place, for all places. */
function listUnits(): [x: bigint, y: bigint][] {
  const units = [];
  for (let unit = Point.BASE, bit = 0; bit < 4 * PLACES; bit++, unit = unit.double()) {
    if (bit % 4 === 0) units.push(unit);
  }
  const inverses = Point.Fp.invertBatch(units.map((unit) => unit.Z));
  return units.map((unit, i) => [
    Point.Fp.mul(unit.X, inverses[i]!),
    Point.Fp.mul(unit.Y, inverses[i]!),
  ]);
}

function writeAddend(field: FieldMemory<BaseExports>, at: number, x: bigint, y: bigint): void {
  field.write(at + SUM, (y + x) % FIELD);
  field.write(at + DIFFERENCE, (y - x + FIELD) % FIELD);
  field.write(at + PRODUCT, (((x * y) % FIELD) * TWO_D) % FIELD);
}

/**
 * The addends of all points. One inversion serves all: the T of each point, which is not needed any
 * more, becomes the product of all Z up to its own.
 */
function writeTable(field: FieldMemory<BaseExports>): void {
  const { multiply, add, subtract } = field.exports;
  const [inverse, twoD, zInverse, x, y, one] = [3, 4, 5, 6, 7, 8].map(
    (i) => i * ELEMENT_BYTES,
  ) as Six<number>;
  field.write(twoD, TWO_D % FIELD);
  field.write(one, 1n);
  const pointAt = (i: number) => POINTS + i * POINT_BYTES;
  const productBefore = (i: number) => (i === 0 ? one : pointAt(i - 1) + T);
  for (let i = 0; i < ENTRIES; i++) multiply(pointAt(i) + T, productBefore(i), pointAt(i) + Z);
  field.invert(inverse, pointAt(ENTRIES - 1) + T, SCRATCH);
  for (let i = ENTRIES - 1; i >= 0; i--) {
    const at = TABLE + i * ADDEND_BYTES;
    multiply(zInverse, inverse, productBefore(i));
    multiply(inverse, inverse, pointAt(i) + Z);
    multiply(x, zInverse, pointAt(i) + X);
    multiply(y, zInverse, pointAt(i) + Y);
    add(at + SUM, y, x);
    subtract(at + DIFFERENCE, y, x);
    multiply(at + PRODUCT, x, y);
    multiply(at + PRODUCT, at + PRODUCT, twoD);
  }
}
