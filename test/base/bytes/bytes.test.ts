/** Byte strings: fixed vectors, the refusals of base64 and hex, and round trips of random bytes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  base64ToBytes,
  bytesKey,
  bytesToBase64,
  bytesToHex,
  bytesToUtf8,
  compareBytes,
  concatBytes,
  equalBytes,
  formatByteList,
  hexToBytes,
  isUtf8,
  joinBytes,
  keyToBytes,
  laxBase64ToBytes,
  readU64Le,
  startsWithBytes,
  u16Le,
  u32Le,
  u64Le,
  utf8ToBytes,
} from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';

const bytes = () => fc.uint8Array({ maxLength: 64 });

test('bytes compare in byte order with prefixes first', () => {
  const ordered = ['', '00', '0001', '01', '7f', '80', 'ff', 'ff00'].map(hexToBytes);
  for (const [i, a] of ordered.entries()) {
    for (const [j, b] of ordered.entries()) {
      assert.equal(Math.sign(compareBytes(a, b)), Math.sign(i - j));
      assert.equal(equalBytes(a, b), i === j);
    }
  }
});

test('a byte list is the JSON of its numbers', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const list of [new Uint8Array(), Uint8Array.of(0), all, all.toReversed()]) {
    assert.equal(formatByteList(list), JSON.stringify([...list]));
  }
});

test('map keys keep the order and the bytes', () => {
  fc.assert(
    fc.property(bytes(), bytes(), (a, b) => {
      assert.deepEqual(keyToBytes(bytesKey(a)), a);
      const order = bytesKey(a) < bytesKey(b) ? -1 : bytesKey(a) > bytesKey(b) ? 1 : 0;
      assert.equal(order, Math.sign(compareBytes(a, b)));
    }),
  );
});

test('bytes start with each of their prefixes, themselves included', () => {
  const bytes = Uint8Array.of(1, 2);
  for (const prefix of [[], [1], [1, 2]])
    assert.ok(startsWithBytes(bytes, Uint8Array.from(prefix)));
  for (const other of [[2], [1, 2, 3]]) assert.ok(!startsWithBytes(bytes, Uint8Array.from(other)));
});

test('joined bytes are a new plain array', () => {
  const part = Buffer.from([1, 2]);
  const joined = concatBytes(part, Uint8Array.of(), Uint8Array.of(3));
  assert.deepEqual(joined, Uint8Array.of(1, 2, 3));
  assert.equal(concatBytes().length, 0);
  // A slow response arrives in as many parts as it has bytes.
  const many = Array.from({ length: 500_000 }, () => Uint8Array.of(7));
  assert.equal(joinBytes(many).length, many.length);
  for (const made of [joined, hexToBytes('00ff'), base64ToBytes('AP8='), keyToBytes('a')]) {
    assert.equal(Object.getPrototypeOf(made), Uint8Array.prototype);
    assert.equal(made.buffer.byteLength, made.length);
  }
});

test('hex and base64 round-trip', () => {
  fc.assert(
    fc.property(bytes(), (value) => {
      assert.deepEqual(hexToBytes(bytesToHex(value)), value);
      assert.deepEqual(hexToBytes(bytesToHex(value).toUpperCase()), value);
      assert.deepEqual(base64ToBytes(bytesToBase64(value)), value);
    }),
  );
});

test('hex refuses an odd length and invalid characters', () => {
  for (const text of ['0', '0g', ' 00', '0x00', 'é0']) {
    assert.throws(() => hexToBytes(text), isError('hex', 'invalid hexadecimal text'));
  }
});

test('base64 errors have the texts of the reference', () => {
  const remainder = 'Encoded text cannot have a 6-bit remainder.';
  const cases: [string, string][] = [
    ['%', 'Invalid byte 37, offset 0.'],
    ['%%%%', 'Invalid byte 37, offset 0.'],
    ['A', remainder],
    ['AAAA=', remainder],
    ['AAAA ', 'Invalid byte 32, offset 4.'],
    ['AAAAé=', 'Invalid byte 195, offset 4.'],
    ['AA', 'Invalid padding'],
    ['AA=', 'Invalid padding'],
    ['AAA', 'Invalid padding'],
    ['=', remainder],
    ['====', 'Invalid byte 61, offset 0.'],
    ['A===', 'Invalid byte 61, offset 1.'],
    ['AA=A', 'Invalid byte 61, offset 2.'],
    ['AA==AAAA', 'Invalid byte 61, offset 2.'],
    ['AAA=====', 'Invalid byte 61, offset 3.'],
    ['AAAAAAAAAAA=AAAA', 'Invalid byte 61, offset 11.'],
    ['AB==', 'Invalid last symbol 66, offset 1.'],
    ['AAB=', 'Invalid last symbol 66, offset 2.'],
    ['A-__', 'Invalid byte 45, offset 1.'],
    ['AA\nAA', remainder],
    ['AA\nA', 'Invalid byte 10, offset 2.'],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => base64ToBytes(text), isError('base64', message), JSON.stringify(text));
  }
  assert.deepEqual(base64ToBytes(''), new Uint8Array());
});

test('base64 with optional padding', () => {
  for (const text of ['', 'YQ==', 'YQ=', 'YQ', 'YWE=', 'YWE', 'YWFh', 'YWFhYQ']) {
    const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
    assert.deepEqual(laxBase64ToBytes(text), base64ToBytes(padded), text);
  }
  const cases: [string, string][] = [
    ['A', 'Encoded text cannot have a 6-bit remainder.'],
    ['AAAA=', 'Encoded text cannot have a 6-bit remainder.'],
    ['A===', 'Invalid byte 61, offset 1.'],
    ['AB', 'Invalid last symbol 66, offset 1.'],
    ['AB=', 'Invalid last symbol 66, offset 1.'],
    ['ed25519', 'Invalid last symbol 57, offset 6.'],
    ['AA\n', 'Invalid byte 10, offset 2.'],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => laxBase64ToBytes(text), isError('base64', message), JSON.stringify(text));
  }
});

test('text is UTF-8, and decoding is lossy, like TextDecoder', () => {
  assert.deepEqual(utf8ToBytes('é€😀'), hexToBytes('c3a9e282acf09f9880'));
  assert.deepEqual(utf8ToBytes('\ud800'), hexToBytes('efbfbd'));
  assert.equal(bytesToUtf8(hexToBytes('efbbbf61')), '\ufeffa');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  fc.assert(
    fc.property(bytes(), (value) => {
      assert.equal(bytesToUtf8(value), decoder.decode(value));
      if (isUtf8(value)) assert.doesNotThrow(() => strict.decode(value));
      else assert.throws(() => strict.decode(value));
    }),
  );
});

test('integers are little endian and bounded', () => {
  assert.deepEqual(u16Le(0x0102), Uint8Array.of(2, 1));
  assert.deepEqual(u32Le(0xfffefdfc), hexToBytes('fcfdfeff'));
  assert.deepEqual(u64Le(0x0102030405), hexToBytes('0504030201000000'));
  assert.deepEqual(u64Le(2n ** 64n - 1n), hexToBytes('ffffffffffffffff'));
  assert.equal(readU64Le(hexToBytes('00000504030201000080'), 2), 0x8000_0001_0203_0405n);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (value) => readU64Le(u64Le(value)) === value),
  );
  const bad = [() => u16Le(65536), () => u32Le(-1), () => u32Le(0.5), () => u64Le(2n ** 64n)];
  for (const call of bad) assert.throws(call, /out of range/);
});

function isError(code: string, message: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof PerigeeError && error.code === code && error.message === message;
}
