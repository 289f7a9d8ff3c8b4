// Maps: entries are sorted by key bytes in Borsh, and by the text of the key in JSON.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareUtf8 } from '../../src/base/bytes/utf8Order.ts';
import { decode, encode, JsonError } from '../../src/codec/codec.ts';
import { type MapKey, sortedMap } from '../../src/codec/map.ts';
import { pair, string, u8, u64Number, vec } from '../../src/codec/primitives.ts';
import { checkForms } from './roundTrip.ts';

const numberKey: MapKey<number> = {
  codec: u64Number,
  compare: (a, b) => a - b,
  format: String,
  parse: Number,
};
const textKey: MapKey<string> = {
  codec: string,
  compare: compareUtf8,
  format: String,
  parse: String,
};

describe('a map', () => {
  it('of numbers is ordered as numbers in bytes and as text in JSON', () => {
    const hex = `02000000` + `0200000000000000` + `07` + `0a00000000000000` + `08`;
    checkForms(
      sortedMap(numberKey, u8),
      [
        [2, 7],
        [10, 8],
      ],
      { hex, json: '{"10":8,"2":7}' },
    );
  });

  it('is sorted when it is written', () => {
    const codec = sortedMap(numberKey, u8);
    const sorted = [
      [1, 1],
      [2, 2],
      [3, 3],
    ] as const;
    const mixed = [
      [3, 3],
      [1, 1],
      [2, 2],
    ] as const;
    assert.deepEqual(encode(codec, mixed), encode(codec, sorted));
    assert.deepEqual(codec.parse({ 3: 3, 1: 1, 2: 2 }), sorted);
  });

  it('is read in any order, and the last of equal keys counts', () => {
    const codec = sortedMap(numberKey, u8);
    const entries = vec(pair(u64Number, u8));
    const mixed = [
      [3, 3],
      [1, 1],
      [3, 4],
      [2, 2],
      [1, 5],
    ] as const;
    assert.deepEqual(decode(codec, encode(entries, mixed)), [
      [1, 5],
      [2, 2],
      [3, 4],
    ]);
  });

  it('of texts is ordered by their bytes', () => {
    // Beyond the basic plane, UTF-16 and UTF-8 disagree on the order.
    const keys = ['\u{ffff}', '\u{10000}', 'a', 'B'];
    const ordered = ['B', 'a', '\u{ffff}', '\u{10000}'];
    const codec = sortedMap(textKey, u8);
    const written = encode(
      codec,
      keys.map((key) => [key, 0] as const),
    );
    assert.deepEqual(
      written,
      encode(
        codec,
        ordered.map((key) => [key, 0] as const),
      ),
    );
    assert.equal(codec.json([['b"', 1]]), '{"b\\"":1}');
  });

  it('may be empty', () => {
    checkForms(sortedMap(textKey, u8), [], { hex: '00000000', json: '{}' });
  });

  for (const [name, json, text] of [
    ['a list', [], 'invalid type: sequence, expected a map'],
    ['null', null, 'invalid type: null, expected a map'],
    ['a bad value', { a: 'x' }, 'invalid type: string "x", expected u8'],
  ] as const) {
    it(`refuses ${name}`, () => {
      assert.throws(
        () => sortedMap(textKey, u8).parse(json),
        (error) => error instanceof JsonError && error.message === text,
      );
    });
  }
});
