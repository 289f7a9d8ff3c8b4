// Values without what they repeat: any value comes back as it was, what is in the dictionary or
// occurs twice takes a few bytes, and bytes that are no packed value are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { Dictionary, packRepeats, unpackRepeats } from '../../../src/store/lmdb/repeats.ts';
import { openValue, sealValue } from '../../../src/store/lmdb/rowChecksum.ts';

const KNOWN = sha256(utf8ToBytes('known'));
const OTHER = sha256(utf8ToBytes('other'));
const DICTIONARY = new Dictionary(Uint8Array.of(...new Uint8Array(20), ...KNOWN));
const allocate = (length: number) => new Uint8Array(length);

/** Pieces of random bytes, of a few words, of the dictionary and of zeros, in any order. */
const values = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(KNOWN, OTHER, KNOWN.subarray(3), OTHER.subarray(0, 9)),
      fc.nat({ max: 300 }).map((length) => new Uint8Array(length)),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])));

test('a packed value is unpacked as it was, whatever it holds', () => {
  fc.assert(
    fc.property(values, (value) => {
      const packed = packRepeats(value, DICTIONARY)?.slice() ?? null;
      if (packed === null) return;
      assert.ok(packed.length <= value.length - 16);
      assert.deepEqual(unpackRepeats(packed, packed.length, DICTIONARY, allocate), value);
    }),
    { numRuns: 500 },
  );
});

test('long values with parts in common are packed, and hashes or code are left as they are', () => {
  const hashes = (count: number) =>
    Array.from({ length: count }, (_, i) => [...sha256(Uint8Array.of(i, i >>> 8))]).flat();
  // Each transaction of a chunk has a hash of its own, and names the same block.
  const transactions = hashes(1_500).flatMap((byte, i) => (i % 32 === 0 ? [...OTHER, byte] : byte));
  const value = Uint8Array.from(transactions);
  const packed = packRepeats(value, DICTIONARY)?.slice() ?? assert.fail();
  assert.ok(packed.length < 0.6 * value.length, `${packed.length} of ${value.length} bytes`);
  assert.deepEqual(unpackRepeats(packed, packed.length, DICTIONARY, allocate), value);
  assert.equal(packRepeats(Uint8Array.from(hashes(3_000)), DICTIONARY), null);
});

test('columns that declare what they repeat store it in this form', () => {
  const key = Uint8Array.of(Column.block.number, 2, 3);
  fc.assert(
    fc.property(values, (value) => {
      const stored = sealValue(key, value);
      assert.deepEqual(openValue(key, stored, stored.length), value);
      assert.ok(stored.length <= value.length + 4);
    }),
  );
});

test('what is known or occurs twice takes a few bytes', () => {
  const join = (...pieces: Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));
  const cases: [what: string, value: Uint8Array, packedBytes: number | null][] = [
    ['nothing', new Uint8Array(0), null],
    ['one hash', OTHER, null],
    ['one hash of the dictionary', KNOWN, 4],
    ['the same hash twice', join(OTHER, OTHER), 36],
    ['zeros', new Uint8Array(4_096), 7],
    ['as much as is looked at', new Uint8Array(262_144), 9],
    ['more than is looked at', new Uint8Array(262_145), null],
    ['a hash between known ones', join(KNOWN, OTHER, KNOWN), 39],
  ];
  for (const [what, value, bytes] of cases) {
    const packed = packRepeats(value, DICTIONARY)?.slice() ?? null;
    assert.equal(packed?.length ?? null, bytes, what);
  }
});

test('bytes that are no packed value are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const value = unpackRepeats(bytes, bytes.length, DICTIONARY, allocate);
      assert.ok(value === null || value.length <= 262_144);
    }),
    { numRuns: 1_000 },
  );
  const twice = Uint8Array.of(...OTHER, ...OTHER);
  const packed = packRepeats(twice, DICTIONARY)?.slice() ?? assert.fail();
  assert.equal(unpackRepeats(packed, packed.length - 1, DICTIONARY, allocate), null);
  const refused: [what: string, bytes: number[]][] = [
    ['a copy of nothing before the value', [8, 0, 8, 80]],
    ['a copy past the end of the dictionary', [16, 0, 16, 8]],
    ['a copy from where it begins', [9, 1, 7, 8, 0]],
    ['more than the value has', [4, 0, 8, 40]],
  ];
  for (const [what, bytes] of refused) {
    const value = unpackRepeats(Uint8Array.from(bytes), bytes.length, DICTIONARY, allocate);
    assert.equal(value, null, what);
  }
});
