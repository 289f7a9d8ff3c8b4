// The order of strings by their UTF-8 bytes, compared with the bytes themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareBytes, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { compareUtf8, sortUtf8 } from '../../../src/base/bytes/utf8Order.ts';

const character = fc.oneof(
  fc.constantFrom('a', 'b', '\u007f', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const texts = fc.array(
  fc.array(character, { maxLength: 4 }).map((characters) => characters.join('')),
);

test('strings are ordered like their bytes', () => {
  fc.assert(
    fc.property(texts, (list) => {
      const encode = (text: string) => utf8ToBytes(text);
      const expected = list.toSorted((a, b) => compareBytes(encode(a), encode(b)));
      assert.deepEqual(sortUtf8([...list]), expected);
      assert.deepEqual([...list].sort(compareUtf8), expected);
    }),
  );
});
