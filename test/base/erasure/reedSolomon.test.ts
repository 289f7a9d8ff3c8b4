/**
 * Chunk coding: the vector of the reference's coder, the roots of empty chunks from real headers,
 * and random payloads against the interpolating polynomial.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { concatBytes, u32Le } from '../../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../../src/base/crypto/hash.ts';
import { encodeParts } from '../../../src/base/erasure/reedSolomon.ts';
import { merkleRoot } from '../../../src/base/merkle/merkle.ts';

/** A part is hashed with its length as a prefix. */
const partsRoot = (parts: Uint8Array[]): string =>
  formatHash(merkleRoot(parts.map((part) => sha256(concatBytes(u32Le(part.length), part)))));

test('five data and five parity parts', () => {
  const payload = Uint8Array.of(0, 1, 4, 5, 2, 3, 6, 7, 8, 9);
  const parts = encodeParts(payload, 5, 10).map((part) => [...part]);
  assert.deepEqual(parts.slice(0, 5), [
    [0, 1],
    [4, 5],
    [2, 3],
    [6, 7],
    [8, 9],
  ]);
  assert.deepEqual(parts.slice(5), [
    [12, 13],
    [10, 11],
    [14, 15],
    [90, 91],
    [94, 95],
  ]);
});

test('roots of the empty chunk', () => {
  const cases: [total: number, data: number, root: string][] = [
    [2, 1, '6xxoqYzsgrudgaVRsTV29KvdTstNYVUxis55KNLg6XtX'],
    [3, 1, '3HH1fYqnCGMx2ZmL4sLcTuu2Yovg1r6KjNrPtgBATHgu'],
    [4, 1, '9srVYfJrbXTjPeS9FHTFZ3eTBELazGheajZyhGzF16fg'],
    [5, 1, '7QC1qLbsDqmXe8UqXc4aMjCwk4kaYoJwvWNzZ8woC6XK'],
    [6, 1, '5Hoip1XgrFBndsYeVNxL5BNdcAp9AoWxF2CzVmJjM6EB'],
    [7, 2, 'CRvKf79cw2ULQPkveU8984WeUjAupQFb6JwJd6eyNRcq'],
    [8, 2, '2CM3WrJkkHXw5SpiiYtVoNy7ksPY3AuaYUBFiGyrbtNZ'],
    [10, 3, '2jjKxGb9ocZU6YzUVz8cCWx3ZVz9HB7xAEyKBgGApc2e'],
    [20, 6, 'F4Fv8o2CMVACtfumVZufGLnoe88t88whsEw76XuJhH6q'],
    [50, 16, '79Bt7ivt9Qhp3c6dJYnueaTyPVweYxZRpQHASRRAiyuy'],
    [100, 33, '9zYue7drR1rhfzEEoc4WUXzaYRnRNihvRoGt1BgK7Lkk'],
  ];
  for (const [total, data, root] of cases) {
    assert.equal(partsRoot(encodeParts(new Uint8Array(8), data, total)), root);
  }
});

test('zeros pad the last data part', () => {
  const parts = encodeParts(Uint8Array.of(1, 2, 3, 4), 3, 5);
  assert.deepEqual(
    parts.map((part) => part.length),
    [2, 2, 2, 2, 2],
  );
  assert.deepEqual(
    parts.slice(0, 3).map((part) => [...part]),
    [
      [1, 2],
      [3, 4],
      [0, 0],
    ],
  );
  assert.deepEqual(encodeParts(Uint8Array.of(7), 1, 1), [Uint8Array.of(7)]);
  assert.throws(() => encodeParts(Uint8Array.of(7), 2, 1));
  assert.throws(() => encodeParts(Uint8Array.of(7), 2, 257));
});

test('any row of parity is the interpolated polynomial', () => {
  // The code is systematic over the points 0, 1, 2 and so on: part r is the value at r of the
  // polynomial that takes the data parts at the first points.
  const shapes = fc.constantFrom([2, 7], [3, 10], [5, 10], [16, 50], [33, 100]);
  fc.assert(
    fc.property(
      shapes,
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      ([data, total], payload) => {
        const parts = encodeParts(payload, data!, total!);
        const row = data! + (payload.length % (total! - data!));
        const weights = lagrangeWeights(data!, row);
        for (let at = 0; at < parts[0]!.length; at++) {
          let sum = 0;
          for (let i = 0; i < data!; i++) sum ^= multiply(weights[i]!, parts[i]![at]!);
          assert.equal(parts[row]![at], sum);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('a payload of several blocks equals its pieces coded separately', () => {
  const length = 3 * 4096 + 17;
  const payload = Uint8Array.from({ length: 6 * length }, (_, i) => (i * i + (i >> 7)) & 255);
  const parts = encodeParts(payload, 6, 20);
  for (const at of [0, 4095, 4096, 8191, 12287, length - 1]) {
    const column = Uint8Array.from({ length: 6 }, (_, i) => payload[i * length + at]!);
    const expected = encodeParts(column, 6, 20).map((part) => part[0]);
    assert.deepEqual(
      parts.map((part) => part[at]),
      expected,
    );
  }
});

/** Multiplication in the field, bit by bit. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let factor = a, rest = b; rest > 0; rest >>= 1) {
    if (rest & 1) product ^= factor;
    factor = factor & 128 ? ((factor << 1) & 255) ^ 0x1d : factor << 1;
  }
  return product;
}

function invert(value: number): number {
  let inverse = 1;
  for (let i = 0; i < 254; i++) inverse = multiply(inverse, value);
  return inverse;
}

function lagrangeWeights(points: number, at: number): number[] {
  return Array.from({ length: points }, (_, i) => {
    let weight = 1;
    for (let j = 0; j < points; j++) {
      if (j !== i) weight = multiply(weight, multiply(at ^ j, invert(i ^ j)));
    }
    return weight;
  });
}
