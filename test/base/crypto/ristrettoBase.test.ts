/**
 * Multiples of the base point of ristretto255, encoded: small ones, those next to the group order
 * and random ones, against the library's general arithmetic.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ristretto255 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { bytesToHex } from '../../../src/base/bytes/bytes.ts';
import { encodeBaseMultiples } from '../../../src/base/crypto/ristrettoBase.ts';

const { Point } = ristretto255;
const { ORDER } = Point.Fn;

function expected(scalar: bigint): string {
  return bytesToHex((scalar === 0n ? Point.ZERO : Point.BASE.multiply(scalar)).toBytes());
}

function found(scalars: readonly bigint[]): string[] {
  return encodeBaseMultiples(scalars).map(bytesToHex);
}

test('multiples at the edges and random ones, several at once', () => {
  const edges = [0n, 1n, 2n, 7n, 8n, 9n, 127n, 128n, 129n, 255n, 256n];
  const scalars = [...edges, ORDER / 2n, ORDER - 2n, ORDER - 1n];
  assert.deepEqual(found(scalars), scalars.map(expected));
  for (const scalar of scalars) assert.deepEqual(found([scalar]), [expected(scalar)]);
  const random = fc.array(fc.bigInt({ min: 0n, max: ORDER - 1n }), { maxLength: 4 });
  fc.assert(
    fc.property(random, (list) => assert.deepEqual(found(list), list.map(expected))),
    { numRuns: 50 },
  );
});

test('scalars are below the group order', () => {
  assert.throws(() => encodeBaseMultiples([2n ** 256n - 1n]), /group order/);
});
