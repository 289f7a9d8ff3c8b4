// Values without their runs of zeros.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packValue, unpackValue } from '../../src/cluster/packedValue.ts';

test('a value with many zeros takes less, and any value is restored from its size', () => {
  const mixed = Uint8Array.from({ length: 1_000 }, (_, i) => (i % 100 < 20 ? i % 20 : 0));
  assert.ok(packValue(mixed).length < 300);
  const dense = Uint8Array.from({ length: 1_000 }, (_, i) => 1 + (i % 200));
  assert.equal(packValue(dense), dense);
  for (const value of [mixed, dense, new Uint8Array(), new Uint8Array(100_000)]) {
    assert.deepEqual(unpackValue(packValue(value), value.length), value);
  }
});

test('bytes that are not a whole value of the size are refused', () => {
  const packed = packValue(new Uint8Array(500));
  assert.equal(unpackValue(packed, 499), null);
  assert.equal(unpackValue(packed.subarray(0, 1), 500), null);
  // The first part of a value that lacks the others.
  assert.equal(unpackValue(new Uint8Array(1_048_576), 2_000_000), null);
});
