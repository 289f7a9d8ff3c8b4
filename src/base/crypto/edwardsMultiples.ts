/**
 * Multiples of points on edwards25519, in WebAssembly. With a table of all digits at all places, a
 * multiple takes one addition per digit of the scalar and no doublings: the base point has such a
 * table, and so do keys that are used often.
 *
 * Not constant-time. Verification only handles public data; the VRF of a block producer also
 * multiplies by secret scalars here (README.md in this folder says why that is acceptable).
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import { assert } from '../assert.ts';
import { I32, NO_RESULT, signed, type WasmFunction } from '../wasm/wasmModule.ts';
import {
  BR_IF,
  CALL,
  END,
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
} from '../wasm/wasmOpcodes.ts';
import {
  ELEMENT_BYTES,
  FIELD,
  type FieldExports,
  FieldMemory,
  modField,
  writeDifference,
  writeProduct,
  writeSum,
} from './field25519.ts';
import { numberToBytes } from './scalar25519.ts';

const { Point } = ed25519;
type EdwardsPoint = InstanceType<typeof Point>;
const TWO_D = 2n * Point.CURVE().d;

/** Null for bytes that do not encode a point; non-canonical encodings are accepted. */
export function decodeEdwards(bytes: Uint8Array): EdwardsPoint | null {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return null;
  }
}

/** How a scalar is cut: each of the digits lies between -half and half. */
interface Digits {
  readonly bits: 6 | 8;
  readonly places: number;
  readonly half: number;
}
/** A large table for half as many additions: it is made once. */
const BASE_DIGITS: Digits = { bits: 8, places: 32, half: 128 };
const KEY_DIGITS: Digits = { bits: 6, places: 43, half: 32 };

/** Extended coordinates, x = X/Z, y = Y/Z, xy = T/Z, in this order in the memory. */
export type Extended = {
  readonly X: bigint;
  readonly Y: bigint;
  readonly Z: bigint;
  readonly T: bigint;
};
const [X, Y, Z, T] = [0, 1, 2, 3].map((i) => i * ELEMENT_BYTES) as [number, number, number, number];
const POINT_BYTES = 4 * ELEMENT_BYTES;

/** An affine point in the form used for addition: y + x, y - x, 2dxy, in this order. */
const SUM = 0;
const DIFFERENCE = ELEMENT_BYTES;
const PRODUCT = 2 * ELEMENT_BYTES;
const ADDEND_BYTES = 3 * ELEMENT_BYTES;

/**
 * How many keys have a table at once: more than the block producers of a public network, who sign
 * every block. A table takes 165 kB, and memory only once it is written.
 */
export const KEY_TABLES = 128;

/** The memory: elements for what lies between, the point, the digits as bytes, and the tables. */
const SCRATCH = 0;
const POINT = 16 * ELEMENT_BYTES;
const DIGITS = POINT + POINT_BYTES;
/** At `place * half + digit - 1` stands the point `digit * 2^(bits * place) * base`. */
const BASE_TABLE = DIGITS + KEY_DIGITS.places;
const KEY_TABLE = BASE_TABLE + tableBytes(BASE_DIGITS);
/** While a table is made: the addends for the digit one, and all points, extended. */
const UNITS = KEY_TABLE + KEY_TABLES * tableBytes(KEY_DIGITS);
const POINTS = UNITS + KEY_DIGITS.places * ADDEND_BYTES;
const MEMORY_BYTES = POINTS + countEntries(BASE_DIGITS) * POINT_BYTES;

function countEntries({ places, half }: Digits): number {
  return places * half;
}

function tableBytes(digits: Digits): number {
  return countEntries(digits) * ADDEND_BYTES;
}

const ADD_DIGIT = 5;
const I32_LOAD8_S = 0x2c;
const I32_LOAD8_BYTE = [I32_LOAD8_S, 0, 0];
const I32_LT_S = 0x48;

function offsetFrom(local: number, offset: number): number[] {
  return [LOCAL_GET, local, I32_CONST, ...signed(offset), I32_ADD];
}

function temporary(i: number): number[] {
  return [I32_CONST, ...signed(SCRATCH + i * ELEMENT_BYTES)];
}

/** Adds an addend to the point, or takes it away; that exchanges two factors twice. */
function writeAddDigit(): WasmFunction {
  const [point, addend, isNegative] = [0, 1, 2];
  const exchange = [LOCAL_GET, isNegative, I32_CONST, ...signed(ELEMENT_BYTES), I32_MUL];
  const at = (offset: number) => offsetFrom(point, offset);
  const of = (offset: number) => offsetFrom(addend, offset);
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

/** Twice a point, in its place. No factor is a sum of more than three products. */
function writeDouble(): WasmFunction {
  const point = 0;
  const at = (offset: number) => offsetFrom(point, offset);
  const [a, b, c, e, g, h] = [0, 1, 2, 3, 4, 5].map(temporary) as Six<number[]>;
  const f = temporary(6);
  // biome-ignore format: one operation on each line
  const code = [
    ...writeProduct(a, at(X), at(X)),
    ...writeProduct(b, at(Y), at(Y)),
    ...writeSum(c, at(Z), at(Z)),
    ...writeProduct(c, c, at(Z)),
    ...writeSum(h, a, b),
    ...writeSum(e, at(X), at(Y)),
    ...writeProduct(e, e, e),
    ...writeDifference(e, h, e),
    ...writeDifference(g, a, b),
    ...writeSum(f, c, g),
    ...writeProduct(at(X), e, f),
    ...writeProduct(at(Y), g, h),
    ...writeProduct(at(T), e, h),
    ...writeProduct(at(Z), f, g),
  ];
  return { name: 'double', params: 1, code };
}

/** Adds the digits of all places to the point, using a table with `entries` per place. */
function writeAddDigits(): WasmFunction {
  const [table, places, half, place, digit, isNegative] = [0, 1, 2, 3, 4, 5];
  // biome-ignore format: one thought on each line
  const code = [
    LOOP, NO_RESULT,
      LOCAL_GET, place, I32_CONST, ...signed(DIGITS), I32_ADD, ...I32_LOAD8_BYTE, LOCAL_TEE, digit,
      IF, NO_RESULT,
        LOCAL_GET, digit, I32_CONST, 0, I32_LT_S, LOCAL_SET, isNegative,
        I32_CONST, ...signed(POINT),
        LOCAL_GET, place, LOCAL_GET, half, I32_MUL,
        LOCAL_GET, digit, I32_CONST, 1, LOCAL_GET, isNegative, I32_CONST, 2, I32_MUL, I32_SUB,
        I32_MUL, I32_ADD,
        I32_CONST, 1, I32_SUB, I32_CONST, ...signed(ADDEND_BYTES), I32_MUL,
        LOCAL_GET, table, I32_ADD,
        LOCAL_GET, isNegative,
        CALL, ADD_DIGIT,
      END,
      LOCAL_GET, place, I32_CONST, 1, I32_ADD, LOCAL_TEE, place,
      LOCAL_GET, places, I32_LT_U, BR_IF, 0,
    END,
  ];
  return { name: 'addDigits', params: 3, locals: { type: I32, count: 3 }, code };
}

interface MultiplesExports extends FieldExports {
  addDigit(point: number, addend: number, isNegative: number): void;
  addDigits(table: number, places: number, half: number): void;
  double(point: number): void;
}
type Memory = FieldMemory<MultiplesExports>;

let memory: Memory | null = null;

/** `scalar * base`, for a scalar below the group order. */
export function multiplyBase(scalar: bigint): Extended {
  const used = beginSum(scalar);
  return {
    X: used.read(POINT + X),
    Y: used.read(POINT + Y),
    Z: used.read(POINT + Z),
    T: used.read(POINT + T),
  };
}

/** The encoding of `scalar * base`, for a scalar below the group order. */
export function encodeBaseMultiple(scalar: bigint): Uint8Array {
  return encodeSum(beginSum(scalar));
}

/**
 * `scalar * base - factor * key`, for the key whose table has this number and numbers below the
 * group order. The key need not be a multiple of the base.
 */
export interface Difference {
  readonly scalar: bigint;
  readonly factor: bigint;
  readonly table: number;
}

/** Their encodings. One inversion, a quarter of the work for a single one, serves all. */
export function encodeDifferences(differences: readonly Difference[]): Uint8Array[] {
  if (differences.length === 0) return [];
  memory ??= createMemory();
  const field = memory;
  assert(differences.length <= countEntries(BASE_DIGITS), 'the points fit into the memory');
  differences.forEach(({ scalar, factor, table }, i) => {
    beginSum(scalar);
    writeDigits(field, KEY_DIGITS, factor, -1);
    addDigits(field, KEY_DIGITS, keyTable(table));
    keepPoint(field, i);
  });
  divideByZ(field, differences.length);
  return differences.map((_, i) => encodePoint(field, pointAt(i)));
}

/** Makes the table of a key, in the place of the one that has this number. */
export function writeKeyTable(table: number, key: EdwardsPoint): void {
  memory ??= createMemory();
  writeTable(memory, KEY_DIGITS, keyTable(table), key);
}

/** 1 / value, and zero for zero; the value is not negative and below 2^255. */
export function invertInField(value: bigint): bigint {
  memory ??= createMemory();
  const [source, target, scratch] = [POINT + X, POINT + Y, SCRATCH];
  memory.write(source, value);
  memory.invert(target, source, scratch);
  return memory.read(target);
}

function keyTable(table: number): number {
  return KEY_TABLE + table * tableBytes(KEY_DIGITS);
}

function beginSum(scalar: bigint): Memory {
  memory ??= createMemory();
  writeIdentity(memory, POINT);
  writeDigits(memory, BASE_DIGITS, scalar, 1);
  addDigits(memory, BASE_DIGITS, BASE_TABLE);
  return memory;
}

function addDigits({ exports }: Memory, { places, half }: Digits, table: number): void {
  exports.addDigits(table, places, half);
}

function encodeSum(field: Memory): Uint8Array {
  const [inverse, scratch] = [SCRATCH + 3 * ELEMENT_BYTES, SCRATCH];
  field.invert(inverse, POINT + Z, scratch);
  const { multiply } = field.exports;
  multiply(POINT + X, POINT + X, inverse);
  multiply(POINT + Y, POINT + Y, inverse);
  return encodePoint(field, POINT);
}

/** y, with the lowest bit of x as the highest one, of a point whose Z is one. */
function encodePoint(field: Memory, point: number): Uint8Array {
  const x = modField(field.read(point + X));
  const y = modField(field.read(point + Y));
  return numberToBytes(y | ((x & 1n) << 255n));
}

/** x = 0 and y = 1; the lowest limb of an element comes first. */
function writeIdentity({ bytes }: Memory, point: number): void {
  bytes.fill(0, point, point + POINT_BYTES);
  bytes[point + Y] = 1;
  bytes[point + Z] = 1;
}

/** Digits of this many bits, less twice the half where one is carried to the next digit. */
function writeDigits(
  { view }: Memory,
  { bits, places, half }: Digits,
  scalar: bigint,
  sign: 1 | -1,
): void {
  const bytes = numberToBytes(scalar);
  let carry = 0;
  for (let place = 0; place < places; place++) {
    const at = place * bits;
    const two = (bytes[at >> 3] as number) | ((bytes[(at >> 3) + 1] ?? 0) << 8);
    const rest = ((two >> (at & 7)) & (2 * half - 1)) + carry;
    carry = rest >= half ? 1 : 0;
    view.setInt8(DIGITS + place, sign * (rest - carry * 2 * half));
  }
}

function createMemory(): Memory {
  const functions = [writeAddDigit(), writeAddDigits(), writeDouble()];
  const created: Memory = new FieldMemory(MEMORY_BYTES, functions);
  writeTable(created, BASE_DIGITS, BASE_TABLE, Point.BASE);
  return created;
}

/** First the addends of the digit one alone, then from these the multiples for all digits. */
function writeTable(field: Memory, digits: Digits, table: number, point: EdwardsPoint): void {
  const { exports } = field;
  const { bits, places, half } = digits;
  const { x, y } = point.toAffine();
  field.write(POINT + X, x);
  field.write(POINT + Y, y);
  field.write(POINT + Z, 1n);
  field.write(POINT + T, (x * y) % FIELD);
  for (let place = 0; place < places; place++) {
    keepPoint(field, place);
    for (let bit = 0; bit < bits; bit++) exports.double(POINT);
  }
  writeAddends(field, places, UNITS);
  for (let place = 0; place < places; place++) {
    writeIdentity(field, POINT);
    for (let digit = 1; digit <= half; digit++) {
      exports.addDigit(POINT, UNITS + place * ADDEND_BYTES, 0);
      keepPoint(field, place * half + digit - 1);
    }
  }
  writeAddends(field, countEntries(digits), table);
}

function pointAt(index: number): number {
  return POINTS + index * POINT_BYTES;
}

function keepPoint({ bytes }: Memory, index: number): void {
  bytes.copyWithin(pointAt(index), POINT, POINT + POINT_BYTES);
}

/**
 * Makes the Z of the first points one, as far as X and Y are concerned. One inversion serves all:
 * the T of each point, which is not needed any more, becomes the product of all Z up to its own.
 */
function divideByZ(field: Memory, count: number): void {
  const { multiply } = field.exports;
  const [inverse, zInverse, one] = [3, 4, 5].map(elementAt) as [number, number, number];
  field.write(one, 1n);
  const productBefore = (i: number) => (i === 0 ? one : pointAt(i - 1) + T);
  for (let i = 0; i < count; i++) multiply(pointAt(i) + T, productBefore(i), pointAt(i) + Z);
  field.invert(inverse, pointAt(count - 1) + T, SCRATCH);
  for (let i = count - 1; i >= 0; i--) {
    const point = pointAt(i);
    multiply(zInverse, inverse, productBefore(i));
    multiply(inverse, inverse, point + Z);
    multiply(point + X, point + X, zInverse);
    multiply(point + Y, point + Y, zInverse);
  }
}

/** The addends of the first points. */
function writeAddends(field: Memory, entries: number, table: number): void {
  const { multiply, add, subtract } = field.exports;
  const twoD = elementAt(6);
  divideByZ(field, entries);
  field.write(twoD, TWO_D % FIELD);
  for (let i = 0; i < entries; i++) {
    const [x, y] = [pointAt(i) + X, pointAt(i) + Y];
    const at = table + i * ADDEND_BYTES;
    add(at + SUM, y, x);
    subtract(at + DIFFERENCE, y, x);
    multiply(at + PRODUCT, x, y);
    multiply(at + PRODUCT, at + PRODUCT, twoD);
  }
}

function elementAt(index: number): number {
  return SCRATCH + index * ELEMENT_BYTES;
}
