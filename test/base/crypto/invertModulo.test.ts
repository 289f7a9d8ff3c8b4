/**
 * Inverses modulo group orders and small numbers: each times its number is one, at the edges and
 * for random numbers.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { invertModulo } from '../../../src/base/crypto/invertModulo.ts';

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const FIELD = 2n ** 255n - 19n;

function verifyInverse(value: bigint, modulus: bigint): void {
  const inverse = invertModulo(value, modulus);
  assert.ok(inverse >= 0n && inverse < modulus, `the range of 1/${value} modulo ${modulus}`);
  assert.equal((inverse * value) % modulus, 1n, `1/${value} modulo ${modulus}`);
}

test('every number modulo small primes', () => {
  for (const prime of [2n, 3n, 5n, 251n, 257n]) {
    for (let value = 1n; value < prime; value++) verifyInverse(value, prime);
  }
});

test('powers of two, their neighbours and the last numbers modulo long primes', () => {
  for (const prime of [ORDER, FIELD]) {
    for (let bit = 0n; 1n << bit < prime; bit++) {
      for (const value of [(1n << bit) - 1n, 1n << bit, (1n << bit) + 1n]) {
        if (value > 0n) verifyInverse(value, prime);
      }
    }
    for (const value of [prime - 1n, prime - 2n, prime / 2n, prime / 3n])
      verifyInverse(value, prime);
  }
});

test('random numbers of all lengths', () => {
  const modulus = fc.constantFrom(ORDER, FIELD);
  const value = fc.bigInt({ min: 1n, max: ORDER - 1n });
  const shift = fc.bigInt({ min: 0n, max: 251n });
  fc.assert(
    fc.property(modulus, value, shift, (prime, long, bits) => {
      const short = long >> bits;
      if (short > 0n) verifyInverse(short, prime);
    }),
    { numRuns: 2_000 },
  );
});

test('a common factor is refused', () => {
  assert.throws(() => invertModulo(6n, 9n), /factor in common/);
  assert.throws(() => invertModulo(2n ** 100n, 2n ** 200n), /factor in common/);
});
