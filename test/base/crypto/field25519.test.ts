/**
 * Arithmetic modulo 2^255 - 19 in limbs, against BigInt: numbers at the edges of the field and of
 * its limbs, random numbers, and chains of operations that make limbs as large as they can get.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ELEMENT_BYTES, FieldMemory } from '../../../src/base/crypto/field25519.ts';

const PRIME = 2n ** 255n - 19n;
const places = Array.from({ length: 8 }, (_, i) => i * ELEMENT_BYTES);
const [A, B, C, D, E] = places as [number, number, number, number, number];

const field = new FieldMemory(8 * ELEMENT_BYTES);
const { multiply, add, subtract, squareTimes } = field.exports;

function mod(value: bigint): bigint {
  return ((value % PRIME) + PRIME) % PRIME;
}

function verify(at: number, expected: bigint, what: string): void {
  assert.equal(mod(field.read(at)), mod(expected), what);
}

const LIMB_EDGES = [25n, 26n, 50n, 51n, 76n, 77n, 229n, 230n, 254n].map((bit) => 1n << bit);
const EDGES = [
  ...[0n, 1n, 2n, 18n, 19n, 20n],
  ...LIMB_EDGES.flatMap((edge) => [edge - 1n, edge]),
  ...[PRIME - 2n, PRIME - 1n, PRIME, 2n ** 255n - 1n],
];

/** All operations on two numbers, and products of sums and differences. */
function verifyPair(a: bigint, b: bigint): void {
  const what = `${a} and ${b}`;
  field.write(A, a);
  field.write(B, b);
  verify(A, a, 'as it was written');
  multiply(C, A, B);
  verify(C, a * b, `product of ${what}`);
  squareTimes(D, C, 1);
  verify(D, (a * b) ** 2n, `square of the product of ${what}`);
  // Sums of two products may be multiplied with differences of two.
  add(E, C, D);
  subtract(D, C, D);
  multiply(E, E, D);
  verify(E, (a * b) ** 2n - (a * b) ** 4n, `sum times difference, of ${what}`);
}

test('products, squares, sums and differences at the edges', () => {
  for (const a of EDGES) for (const b of EDGES) verifyPair(a, b);
});

test('the same for random numbers', () => {
  const element = fc.bigInt({ min: 0n, max: 2n ** 255n - 1n });
  fc.assert(fc.property(element, element, verifyPair));
});

test('a target may be an operand', () => {
  field.write(A, 7n);
  multiply(A, A, A);
  verify(A, 49n, 'seven times seven');
  squareTimes(A, A, 3);
  verify(A, 49n ** 8n, 'squared three times');
});

test('inverses, and zero for zero', () => {
  for (const value of EDGES) {
    field.write(A, value);
    field.invert(B, A, C);
    const isZero = mod(value) === 0n;
    verify(B, isZero ? 0n : mod(field.read(B)), `inverse of ${value}`);
    assert.equal(mod(field.read(B) * value), isZero ? 0n : 1n, `${value} times its inverse`);
    verify(A, value, 'the source is unchanged');
  }
});
