// Ranges of bytes by the first digits of their base58 form, against the forms of random bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeBase58 } from '../../../src/base/bytes/base58.ts';
import { base58PrefixRanges } from '../../../src/base/bytes/base58Prefix.ts';
import { compareBytes } from '../../../src/base/bytes/bytes.ts';

const LENGTH = 32;

function isWithin(bytes: Uint8Array, prefix: string): boolean {
  return base58PrefixRanges(prefix, bytes.length).some(
    ({ start, end }) =>
      compareBytes(start, bytes) <= 0 && (end === undefined || compareBytes(bytes, end) < 0),
  );
}

/** Leading zero bytes are rare in random values, and have digits of their own. */
const values = fc
  .tuple(fc.nat(LENGTH), fc.uint8Array({ minLength: LENGTH, maxLength: LENGTH }))
  .map(([zeros, bytes]) => bytes.fill(0, 0, zeros < LENGTH / 2 ? 0 : zeros));

test('a value is in the ranges of all its prefixes, and of no other text', () => {
  fc.assert(
    fc.property(values, values, fc.nat(), (bytes, other, at) => {
      const text = encodeBase58(bytes);
      const prefix = text.slice(0, 1 + (at % text.length));
      assert.ok(isWithin(bytes, prefix), prefix);
      assert.equal(isWithin(other, prefix), encodeBase58(other).startsWith(prefix), prefix);
    }),
    { numRuns: 2_000 },
  );
});

test('the bounds of each range have the prefix, and their neighbours do not', () => {
  const step = (bytes: Uint8Array, by: 1n | -1n) => {
    const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) + by;
    return new Uint8Array(Buffer.from(value.toString(16).padStart(2 * LENGTH, '0'), 'hex'));
  };
  for (const prefix of ['2', 'z', 'J', 'JEK', 'JEKN', '1', '12', '1z', '11', '112', 'Abc123']) {
    const ranges = base58PrefixRanges(prefix, LENGTH);
    assert.ok(ranges.length > 0, prefix);
    for (const { start, end } of ranges) {
      assert.ok(encodeBase58(start).startsWith(prefix), prefix);
      if (start.some((byte) => byte !== 0)) {
        assert.ok(!encodeBase58(step(start, -1n)).startsWith(prefix), prefix);
      }
      if (end === undefined) continue;
      assert.ok(encodeBase58(step(end, -1n)).startsWith(prefix), prefix);
      assert.ok(!encodeBase58(end).startsWith(prefix), prefix);
    }
  }
});

test('digits that no value of the length has give no range', () => {
  // The highest value of 32 bytes begins with JEKN.
  assert.deepEqual(base58PrefixRanges('zzzz'.repeat(11), LENGTH), []);
  assert.deepEqual(base58PrefixRanges('1'.repeat(LENGTH + 1), LENGTH), []);
  assert.deepEqual(base58PrefixRanges(`${'1'.repeat(LENGTH)}2`, LENGTH), []);
  assert.equal(base58PrefixRanges('1'.repeat(LENGTH), LENGTH).length, 1);
});
