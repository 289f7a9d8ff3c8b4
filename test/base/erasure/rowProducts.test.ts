/**
 * The vector loop of Reed-Solomon coding against the plain loop and against single products: every
 * factor with every byte, and rows of random lengths at random offsets.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { multiply } from '../../../src/base/erasure/galoisField.ts';
import {
  createPlainMemory,
  createProductTable,
  createRowMemory,
  TABLE_BYTES,
  VECTOR_BYTES,
} from '../../../src/base/erasure/rowProducts.ts';

const SOURCE = TABLE_BYTES;
const TARGET = SOURCE + 1024;
const MEMORY_BYTES = TARGET + 1024;

const memories = [createRowMemory(MEMORY_BYTES), createPlainMemory(MEMORY_BYTES)];

/** The result of both loops for a row; they must agree. */
function addProducts(factor: number, source: Uint8Array, target: Uint8Array): number[] {
  const [vectors, plain] = memories.map(({ bytes, addProducts }) => {
    bytes.fill(0);
    bytes.set(createProductTable(factor));
    bytes.set(source, SOURCE);
    bytes.set(target, TARGET);
    addProducts(TARGET, SOURCE, TARGET + source.length, 0);
    return [...bytes.subarray(TARGET, TARGET + source.length)];
  });
  assert.deepEqual(vectors, plain);
  return plain!;
}

test('this machine supports vectors', () => {
  assert.notEqual(memories[0]!.bytes.length, memories[1]!.bytes.length);
});

test('every factor with every byte', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (let factor = 0; factor < 256; factor++) {
    const expected = Array.from(everyByte, (byte) => multiply(factor, byte));
    const products = addProducts(factor, everyByte, new Uint8Array(256));
    assert.deepEqual(products, expected, `factor ${factor}`);
  }
});

test('products are added to the existing bytes', () => {
  const row = fc.uint8Array({ minLength: 1, maxLength: 1024 / VECTOR_BYTES });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), row, row, (factor, source, target) => {
      const expected = Array.from(source, (byte, i) => multiply(factor, byte) ^ (target[i] ?? 0));
      assert.deepEqual(addProducts(factor, source, target), expected);
    }),
  );
});
