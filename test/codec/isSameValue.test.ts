// Values are compared by their content, at any depth, and values of different shapes are different.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameValue } from '../../src/codec/isSameValue.ts';

const VALUES = [
  null,
  undefined,
  0,
  1n,
  '1',
  true,
  [],
  {},
  [1],
  [1, 2],
  [[1]],
  { a: 1 },
  { a: 2 },
  { b: 1 },
  { a: 1, b: 1 },
  { a: undefined },
  { a: { a: [Uint8Array.of(1)] } },
  { a: { a: [Uint8Array.of(2)] } },
  Uint8Array.of(),
  Uint8Array.of(1),
  Uint8Array.of(1, 2),
];

test('a value equals its copy and no other value', () => {
  for (const [i, a] of VALUES.entries()) {
    for (const [j, b] of VALUES.entries()) {
      assert.equal(isSameValue(a, structuredClone(b)), i === j, `${i} and ${j}`);
    }
  }
});
