// The JSON text from bytes is that of the value, for every kind of codec; `checkForms` compares
// both wherever a codec is tested. A codec made from another one does not inherit its text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BorshError, BorshReader } from '../../src/codec/borsh.ts';
import { type Codec, encode } from '../../src/codec/codec.ts';
import {
  byteList,
  bytes,
  option,
  string,
  u8,
  u64,
  u64Text,
  u128,
  vec,
} from '../../src/codec/primitives.ts';
import { showOf } from '../../src/codec/show.ts';
import { omitEmpty, omitNull, struct } from '../../src/codec/struct.ts';
import { union, unit, words } from '../../src/codec/union.ts';

function checkText<T>(codec: Codec<T>, value: T): void {
  const reader = new BorshReader(encode(codec, value));
  assert.equal(showOf(codec)(reader), codec.json(value));
  reader.end();
}

test('numbers have the same digits, whatever their size', () => {
  for (let bits = 0n; bits <= 128n; bits++) {
    for (const value of [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]) {
      if (value < 2n ** 64n) {
        checkText(u64, value);
        checkText(u64Text, value);
      }
      if (value < 2n ** 128n) checkText(u128, value);
    }
  }
});

test('text is escaped where it has to be', () => {
  const texts = [
    '',
    'plain text',
    'quo"te',
    'back\\slash',
    'line\nfeed',
    '\u007f',
    'ünïcödé',
    '🙂',
  ];
  for (const text of texts) checkText(string, text);
  const damaged = new BorshReader(Uint8Array.of(1, 0, 0, 0, 0xff));
  assert.throws(() => showOf(string)(damaged), BorshError);
});

test('bytes, options, lists and unions are written as their values are', () => {
  for (const value of [Uint8Array.of(), Uint8Array.of(1, 2, 3, 255)]) {
    checkText(bytes, value);
    checkText(byteList, value);
  }
  for (const value of [null, 7]) checkText(option(u8), value);
  for (const value of [[], [1], [1, 2, 3]]) checkText(vec(u8), value);
  const Shape = union(
    'Shape',
    { Dot: unit, Line: struct({ length: u64 }) },
    { names: { Dot: 'dot' } },
  );
  checkText(Shape, { kind: 'Dot' });
  checkText(Shape, { kind: 'Line', value: { length: 5n } });
  checkText(words('Side', ['Left', 'Right'], { Left: 'left' }), 'Left');
  assert.throws(() => showOf(Shape)(new BorshReader(Uint8Array.of(2))), BorshError);
  assert.throws(() => showOf(option(u8))(new BorshReader(Uint8Array.of(2))), BorshError);
});

test('a field is left out when its value says so', () => {
  const Record = struct({ last: omitNull(option(u8)), first: omitEmpty(vec(u8)), middle: u8 });
  for (const last of [null, 1]) {
    for (const first of [[], [1, 2]]) checkText(Record, { last, first, middle: 3 });
  }
  checkText(struct({ b: u8, a: u8 }, 'declared'), { b: 1, a: 2 });
  checkText(struct({}), {});
});

test('another text, or another reading, is not replaced', () => {
  const inWords: Codec<number> = { ...u8, json: (value) => `"number ${value}"` };
  checkText(inWords, 3);
  checkText(struct({ inWords }), { inWords: 3 });
  const doubled: Codec<number> = { ...u8, read: (reader) => 2 * u8.read(reader) };
  assert.equal(showOf(doubled)(new BorshReader(Uint8Array.of(4))), '8');
});
