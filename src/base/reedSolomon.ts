/**
 * Reed-Solomon coding of chunks over GF(2^8) with the polynomial 0x11D. The
 * matrix is a Vandermonde matrix times the inverse of its top square, so the first parts are the
 * payload itself. Only encoding is needed: the root over the parts stands in the chunk header.
 * At most 256 parts, the size of the field.
 */

import { assert } from './assert.ts';

type Matrix = readonly Uint8Array[];
/** Four data parts, or their tables, which one pass over the sums adds together. */
type Stride<T> = readonly [T, T, T, T];

/**
 * For each data part the products of all bytes with the coefficients of four parity rows, packed
 * into words; the last stride is filled up with tables of zeros.
 */
type RowGroup = readonly Stride<Int32Array>[];

const STRIDE = 4;
const ROWS_PER_GROUP = 4;
/** So many words of sums stay in the first-level cache. */
const BLOCK_LENGTH = 4096;
const NO_PRODUCTS = new Int32Array(256);

/** Powers of the generator 2, twice in a row to save a modulo, and their logarithms. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

/** A chain uses one pair of numbers, and its genesis another. */
const rowGroupsByShape = new Map<string, readonly RowGroup[]>();

/**
 * Splits the payload, filled up with zeros, into `dataParts` and adds parity up to `totalParts`.
 * With a single data part all parts are equal, and are the same object.
 */
export function encodeParts(
  payload: Uint8Array,
  dataParts: number,
  totalParts: number,
): Uint8Array[] {
  assert(dataParts >= 1 && dataParts <= totalParts && totalParts <= 256, 'bad number of parts');
  const partLength = Math.ceil(payload.length / dataParts);
  const padded = new Uint8Array(dataParts * partLength);
  padded.set(payload);
  if (dataParts === 1) return new Array<Uint8Array>(totalParts).fill(padded);

  const parts = Array.from({ length: dataParts }, (_, index) =>
    padded.subarray(index * partLength, (index + 1) * partLength),
  );
  const strides = toStrides(parts, padded);
  const groups = getRowGroups(dataParts, totalParts);
  const parity = groups.flatMap((group) => encodeGroup(group, strides, partLength));
  return [...parts, ...parity.slice(0, totalParts - dataParts)];
}

function encodeGroup(
  group: RowGroup,
  strides: readonly Stride<Uint8Array>[],
  length: number,
): Uint8Array[] {
  const rows = Array.from({ length: ROWS_PER_GROUP }, () => new Uint8Array(length));
  const [row0, row1, row2, row3] = rows as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const block = new Int32Array(Math.min(length, BLOCK_LENGTH));
  for (let start = 0; start < length; start += BLOCK_LENGTH) {
    const end = Math.min(length, start + BLOCK_LENGTH);
    const sums = block.subarray(0, end - start).fill(0);
    for (let i = 0; i < group.length; i++) addProducts(sums, group[i]!, strides[i]!, start);
    for (let i = start; i < end; i++) {
      const sum = sums[i - start]!;
      row0[i] = sum;
      row1[i] = sum >>> 8;
      row2[i] = sum >>> 16;
      row3[i] = sum >>> 24;
    }
  }
  return rows;
}

function addProducts(
  sums: Int32Array,
  [products0, products1, products2, products3]: Stride<Int32Array>,
  [part0, part1, part2, part3]: Stride<Uint8Array>,
  start: number,
): void {
  for (let i = 0, at = start; i < sums.length; i++, at++) {
    sums[i]! ^=
      products0[part0[at]!]! ^
      products1[part1[at]!]! ^
      products2[part2[at]!]! ^
      products3[part3[at]!]!;
  }
}

function toStrides<T>(items: readonly T[], filler: T): Stride<T>[] {
  const strides: Stride<T>[] = [];
  for (let i = 0; i < items.length; i += STRIDE) {
    const [first = filler, second = filler, third = filler, fourth = filler] = items.slice(i);
    strides.push([first, second, third, fourth]);
  }
  return strides;
}

/** The tables of all parity rows; the last group may have rows of zeros. */
function getRowGroups(dataParts: number, totalParts: number): readonly RowGroup[] {
  const shape = `${dataParts}/${totalParts}`;
  const known = rowGroupsByShape.get(shape);
  if (known !== undefined) return known;
  const parityRows = createCodingMatrix(dataParts, totalParts).slice(dataParts);
  const groups: RowGroup[] = [];
  for (let first = 0; first < parityRows.length; first += ROWS_PER_GROUP) {
    const rows = parityRows.slice(first, first + ROWS_PER_GROUP);
    const tables = Array.from({ length: dataParts }, (_, column) => createProducts(rows, column));
    groups.push(toStrides(tables, NO_PRODUCTS));
  }
  rowGroupsByShape.set(shape, groups);
  return groups;
}

function createProducts(rows: Matrix, column: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) =>
    rows.reduce((word, row, index) => word | (multiply(byte, row[column]!) << (8 * index)), 0),
  );
}

function createCodingMatrix(dataParts: number, totalParts: number): Matrix {
  const vandermonde = Array.from({ length: totalParts }, (_, row) =>
    Uint8Array.from({ length: dataParts }, (_, column) => raise(row, column)),
  );
  const inverse = invert(vandermonde.slice(0, dataParts));
  return vandermonde.map((row) =>
    Uint8Array.from({ length: dataParts }, (_, column) =>
      row.reduce((sum, factor, index) => sum ^ multiply(factor, inverse[index]![column]!), 0),
    ),
  );
}

/** Gauss-Jordan elimination; the top square of a Vandermonde matrix is never singular. */
function invert(matrix: Matrix): Matrix {
  const size = matrix.length;
  const left = matrix.map((row) => row.slice());
  const right = matrix.map((_, row) =>
    Uint8Array.from({ length: size }, (_, i) => Number(i === row)),
  );
  for (let column = 0; column < size; column++) {
    const pivot = left.findIndex((row, index) => index >= column && row[column] !== 0);
    assert(pivot !== -1, 'the matrix is singular');
    for (const rows of [left, right]) {
      const row = rows[pivot]!;
      rows[pivot] = rows[column]!;
      rows[column] = row;
    }
    const scale = divide(1, left[column]![column]!);
    for (const rows of [left, right]) {
      rows[column] = rows[column]!.map((value) => multiply(value, scale));
    }
    for (let row = 0; row < size; row++) {
      const factor = left[row]![column]!;
      if (row === column || factor === 0) continue;
      for (const rows of [left, right]) {
        const source = rows[column]!;
        rows[row] = rows[row]!.map((value, i) => value ^ multiply(factor, source[i]!));
      }
    }
  }
  return right;
}

function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : EXP[LOG[a]! + LOG[b]!]!;
}

function divide(a: number, b: number): number {
  return a === 0 ? 0 : EXP[LOG[a]! + 255 - LOG[b]!]!;
}

function raise(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  return base === 0 ? 0 : EXP[(LOG[base]! * exponent) % 255]!;
}
