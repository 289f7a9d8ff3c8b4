// CRC-32 against zlib's, for lengths around the point where zlib takes over, in pieces and at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 as crc32Native } from 'node:zlib';
import fc from 'fast-check';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { crc32 } from '../../../src/base/bytes/crc32.ts';

test('the check value of the standard', () => {
  assert.equal(crc32(utf8ToBytes('123456789')), 0xcbf43926);
  assert.equal(crc32(new Uint8Array()), 0);
});

test('equals zlib', () => {
  const bytes = fc.uint8Array({ maxLength: 600 });
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const whole = crc32Native(second, crc32Native(first));
      assert.equal(crc32(second, second.length, crc32(first)), whole);
      assert.equal(
        crc32(first, first.length >> 1),
        crc32Native(first.subarray(0, first.length >> 1)),
      );
    }),
  );
});
