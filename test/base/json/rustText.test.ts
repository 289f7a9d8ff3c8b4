// Rust's text forms: strings and characters in their Debug form, and UTF-8 errors.

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { hexToBytes, isUtf8 } from '../../../src/base/bytes/bytes.ts';
import {
  formatRustChar,
  formatRustString,
  formatUtf8Error,
} from '../../../src/base/json/rustText.ts';

describe("strings in Rust's Debug form", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["it's ok — é 😀", '"it\'s ok — é 😀"'],
    ['\0\t\r\n\\"', '"\\0\\t\\r\\n\\\\\\""'],
    ['\u007f\u200b\u00a0', '"\\u{7f}\\u{200b}\\u{a0}"'],
    ['e\u0301', '"e\\u{301}"'],
  ];
  for (const [text, shown] of cases) {
    it(shown, () => assert.equal(formatRustString(text), shown));
  }
});

describe("characters in Rust's Debug form", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a', "'a'"],
    ['é', "'é'"],
    ['"', `'"'`],
    ["'", "'\\''"],
    ['\\', "'\\\\'"],
    ['\0', "'\\0'"],
    ['\u007f', "'\\u{7f}'"],
  ];
  for (const [char, shown] of cases) {
    it(shown, () => assert.equal(formatRustChar(char), shown));
  }
});

describe('bytes that are not UTF-8', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['ff', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['61c3', 'incomplete utf-8 byte sequence from index 1'],
    ['61c361', 'invalid utf-8 sequence of 1 bytes from index 1'],
    ['c080', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['e28261', 'invalid utf-8 sequence of 2 bytes from index 0'],
    ['e282', 'incomplete utf-8 byte sequence from index 0'],
    ['eda080', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['c3a9f09f98', 'incomplete utf-8 byte sequence from index 2'],
    ['f09f9861', 'invalid utf-8 sequence of 3 bytes from index 0'],
    ['f4908080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ];
  for (const [hex, fault] of cases) {
    it(hex, () => assert.equal(formatUtf8Error(hexToBytes(hex)), fault));
  }
});

test('a UTF-8 error is reported exactly where there is one', () => {
  const begun = fc.constantFrom(0x61, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0x80, 0x9f, 0xa0, 0xbf);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), fc.array(begun, { maxLength: 6 }), (a, b) => {
      for (const bytes of [a, Uint8Array.from(b)]) {
        assert.equal(formatUtf8Error(bytes) === 'valid utf-8', isUtf8(bytes));
      }
    }),
  );
});
