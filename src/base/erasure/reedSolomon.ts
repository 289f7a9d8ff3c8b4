/**
 * Reed-Solomon coding of chunks over GF(2^8) with the polynomial 0x11D. The
 * matrix is a Vandermonde matrix times the inverse of its top square, so the first parts are the
 * payload itself. Only encoding is needed: the root over the parts is in the chunk header.
 * At most 256 parts, the size of the field.
 */

import { assert } from '../assert.ts';
import { divide, multiply, raise } from './galoisField.ts';
import {
  createProductTable,
  createRowMemory,
  type RowMemory,
  TABLE_BYTES,
  VECTOR_BYTES,
} from './rowProducts.ts';

type Matrix = readonly Uint8Array[];

/** This many bytes of each part are processed at once, so that they stay in the cache. */
const BLOCK_BYTES = 4096;

/** A chain uses one pair of numbers, and its genesis another. */
const coders = new Map<string, ParityCoder>();

/**
 * Splits the payload, filled up with zeros, into `dataParts` and adds parity up to `totalParts`.
 * Data parts are part of the payload's memory. With a single one all parts are the payload.
 */
export function encodeParts(
  payload: Uint8Array,
  dataParts: number,
  totalParts: number,
): Uint8Array[] {
  assert(dataParts >= 1 && dataParts <= totalParts && totalParts <= 256, 'bad number of parts');
  if (dataParts === 1) return new Array<Uint8Array>(totalParts).fill(payload);
  const partLength = Math.ceil(payload.length / dataParts);
  const parts = Array.from({ length: dataParts }, (_, index) => {
    const part = payload.subarray(index * partLength, (index + 1) * partLength);
    return part.length === partLength ? part : padPart(part, partLength);
  });
  return [...parts, ...getCoder(dataParts, totalParts).encode(parts, partLength)];
}

function padPart(part: Uint8Array, length: number): Uint8Array {
  const padded = new Uint8Array(length);
  padded.set(part);
  return padded;
}

function getCoder(dataParts: number, totalParts: number): ParityCoder {
  const shape = `${dataParts}/${totalParts}`;
  let coder = coders.get(shape);
  if (coder === undefined) {
    coder = new ParityCoder(createCodingMatrix(dataParts, totalParts).slice(dataParts));
    coders.set(shape, coder);
  }
  return coder;
}

/** The parity rows of one shape; its memory holds tables of products, data and sums in a row. */
class ParityCoder {
  readonly #rows: Matrix;
  readonly #dataOffset: number;
  readonly #memory: RowMemory;

  constructor(rows: Matrix) {
    const tables = rows.flatMap((row) => Array.from(row, createProductTable));
    this.#rows = rows;
    this.#dataOffset = tables.length * TABLE_BYTES;
    const blocks = (rows[0]?.length ?? 0) + 1;
    this.#memory = createRowMemory(this.#dataOffset + blocks * BLOCK_BYTES);
    tables.forEach((table, index) => {
      this.#memory.bytes.set(table, index * TABLE_BYTES);
    });
  }

  encode(parts: readonly Uint8Array[], length: number): Uint8Array[] {
    const parity = this.#rows.map(() => new Uint8Array(length));
    for (let start = 0; start < length; start += BLOCK_BYTES) {
      const end = Math.min(length, start + BLOCK_BYTES);
      parts.forEach((part, index) => {
        this.#memory.bytes.set(part.subarray(start, end), this.#dataOffset + index * BLOCK_BYTES);
      });
      parity.forEach((row, index) => {
        row.set(this.#sumProducts(index, parts.length, end - start), start);
      });
    }
    return parity;
  }

  /** The block of one parity row, until the next is asked for. */
  #sumProducts(row: number, dataParts: number, length: number): Uint8Array {
    const { bytes, addProducts } = this.#memory;
    const sums = this.#dataOffset + dataParts * BLOCK_BYTES;
    const end = sums + Math.ceil(length / VECTOR_BYTES) * VECTOR_BYTES;
    bytes.fill(0, sums, end);
    for (let index = 0; index < dataParts; index++) {
      const table = (row * dataParts + index) * TABLE_BYTES;
      addProducts(sums, this.#dataOffset + index * BLOCK_BYTES, end, table);
    }
    return bytes.subarray(sums, sums + length);
  }
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
