/**
 * Base58: known texts, the refusals of the bs58 crate with their precedence, and random bytes
 * against a plain long division over bigint.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Base58Error, encodeBase58, readBase58 } from '../../../src/base/bytes/base58.ts';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The longest value with a text form is an ML-DSA-65 secret key of 4032 bytes. */
const BYTES_MAX = 4096;

function decodeBase58(text: string): Uint8Array {
  const result = readBase58(text, BYTES_MAX);
  if (result instanceof PerigeeError) throw result;
  return result;
}

function encodeSlowly(bytes: Uint8Array): string {
  let value = BigInt(`0x0${bytesToHex(bytes)}`);
  let digits = '';
  for (; value > 0n; value /= 58n) digits = ALPHABET[Number(value % 58n)] + digits;
  const firstNonZero = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(firstNonZero === -1 ? bytes.length : firstNonZero) + digits;
}

test('known texts', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['00', '1'],
    ['0000', '11'],
    ['61', '2g'],
    ['00010966776006953d5567439e5e39f86a0d273beed61967f6', '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM'],
    ['00'.repeat(32), '1'.repeat(32)],
    [
      '1daa835c4637f7ae3d924095ba3f0bf2829bcfa17b1068cd58bd853dcad7ceb5',
      '2zodJZK2e4nnv5AqwCRnenNSmkikXhEd7PPY6BmfTmW4',
    ],
    [
      '238feac1f86cc9f9f4003e3f6d5aebc04eaea9c394032bd29470e9609b67f6c5',
      '3PpYvRxBfC5BkZxTw8ZFG3D52w1ZRhvDDWirKoxphMDn',
    ],
    [
      'd2884a900d4fa370e48f1e3d4865d4dc0dbd093c89f0e7baef2eddc142c49e8d',
      'FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v',
    ],
  ];
  for (const [hex, text] of cases) {
    assert.equal(encodeBase58(hexToBytes(hex)), text);
    assert.equal(bytesToHex(decodeBase58(text)), hex);
  }
  assert.deepEqual(decodeBase58('EUYUqQf'), utf8ToBytes('world'));
});

test('random bytes agree with long division', () => {
  const withZeros = fc
    .tuple(fc.nat({ max: 5 }), fc.uint8Array({ maxLength: 80 }))
    .map(([zeros, rest]) => Uint8Array.of(...new Array(zeros).fill(0), ...rest));
  const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.oneof(withZeros, hashes), (bytes) => {
      const text = encodeBase58(bytes);
      assert.equal(text, encodeSlowly(bytes));
      assert.deepEqual(decodeBase58(text), bytes);
      assert.deepEqual(readBase58(text, bytes.length), bytes);
    }),
    { numRuns: 500 },
  );
});

test('long values: all bytes set, at the length of an ML-DSA-65 secret key', () => {
  for (const length of [31, 32, 33, 64, 65, 1952, 4032]) {
    const bytes = new Uint8Array(length).fill(255);
    const text = encodeBase58(bytes);
    assert.equal(text, encodeSlowly(bytes));
    assert.deepEqual(decodeBase58(text), bytes);
  }
});

test('an invalid character is reported with its position', () => {
  const cases: [string, string][] = [
    ['!', "invalid character '!' at byte 0"],
    ['abc0', "invalid character '0' at byte 3"],
    ['1I', "invalid character 'I' at byte 1"],
    ['2l2O', "invalid character 'l' at byte 1"],
    ["a'", "invalid character '\\'' at byte 1"],
    ['a\\', "invalid character '\\\\' at byte 1"],
    ['a"', "invalid character '\"' at byte 1"],
    ['\n', "invalid character '\\n' at byte 0"],
    ['\0', "invalid character '\\0' at byte 0"],
    ['\x1b', "invalid character '\\u{1b}' at byte 0"],
    ['\x7f', "invalid character '\\u{7f}' at byte 0"],
    ['aé', 'non-ascii character starting at byte 1'],
    ['😀', 'non-ascii character starting at byte 0'],
  ];
  for (const [text, what] of cases) {
    assert.throws(
      () => decodeBase58(text),
      isError('character', `provided string contained ${what}`),
    );
  }
});

test('a value that is too long is refused, before or after an invalid character', () => {
  const tooLong = 'buffer provided to decode base58 encoded string into was too small';
  const longest = encodeBase58(new Uint8Array(4).fill(255));
  assert.deepEqual(readBase58(longest, 4), new Uint8Array(4).fill(255));
  const cases: [string, 'tooLong' | 'character'][] = [
    [`1${longest}`, 'tooLong'],
    ['11111', 'tooLong'],
    ['zzzzzz', 'tooLong'],
    ['zzzzzz!', 'tooLong'],
    ['zz!zzzzzzzzz', 'character'],
    // Leading zeros are only counted at the end, after the check for invalid characters.
    ['11111!', 'character'],
    [`${'z'.repeat(2_000_000)}!`, 'tooLong'],
  ];
  for (const [text, reason] of cases) {
    const result = readBase58(text, 4);
    assert.ok(result instanceof PerigeeError);
    assert.equal(result.info.reason, reason);
    if (reason === 'tooLong') assert.equal(result.message, tooLong);
  }
  for (const length of [32, 64]) {
    const text = encodeBase58(new Uint8Array(length).fill(255));
    for (const longer of [`1${text}`, `${text}1`, 'z'.repeat(text.length)]) {
      assert.ok(readBase58(longer, length) instanceof PerigeeError, longer);
    }
  }
  assert.throws(() => decodeBase58('z'.repeat(6000)), isError('tooLong', tooLong));
});

function isError(reason: string, message: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof PerigeeError &&
    error.code === 'base58' &&
    (error.info as Base58Error).reason === reason &&
    error.message === message;
}
