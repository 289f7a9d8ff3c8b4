// Values without their runs of zeros: any value comes back as it was, those with many zeros are
// much shorter, and bytes that are no packed value are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openValue, sealValue } from '../../src/store/lmdb/rowChecksum.ts';
import { packZeros, unpackZeros } from '../../src/store/zeroRuns.ts';

const KEY = Uint8Array.of(1, 2, 3);
const allocate = (length: number) => new Uint8Array(length);

/** Pieces of bytes and of zeros, in any order. */
const values = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat({ max: 300 }).map((length) => new Uint8Array(length)),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])));

test('a stored value is read as it was written, whatever it holds', () => {
  fc.assert(
    fc.property(values, (value) => {
      const stored = sealValue(KEY, value);
      assert.deepEqual(openValue(KEY, stored, stored.length), value);
      assert.ok(stored.length <= value.length + 4);
    }),
  );
});

test('runs of zeros take two or three bytes', () => {
  const cases: [value: Uint8Array, packedBytes: number | null][] = [
    [new Uint8Array(0), null],
    [new Uint8Array(16), null],
    [new Uint8Array(4_096), 5],
    [new Uint8Array(4_097), null],
    [Uint8Array.from({ length: 600 }, (_, i) => (i % 100 === 0 ? 1 : 0)), 20],
    [Uint8Array.from({ length: 600 }, (_, i) => i % 5), null],
  ];
  for (const [value, bytes] of cases) {
    const packed = packZeros(value)?.slice() ?? null;
    assert.equal(packed?.length ?? null, bytes, `${value.length} bytes`);
    if (packed !== null) assert.deepEqual(unpackZeros(packed, packed.length, allocate), value);
  }
});

test('bytes that are no packed value are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const value = unpackZeros(bytes, bytes.length, allocate);
      assert.ok(value === null || value.length <= 4_096);
    }),
  );
  const packed = packZeros(new Uint8Array(100).fill(7, 0, 50))?.slice() ?? assert.fail();
  assert.equal(unpackZeros(packed, packed.length - 1, allocate), null);
});
