// The argument that a position in a JSON text belongs to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { nameAtPosition } from '../../src/explain/jsonPosition.ts';

const JSON_TEXT = '{"a":1,\n "b":{"c":[true]},"d, \\"e\\"":"x"}';

const ROWS: readonly (readonly [text: string, line: number, column: number, string | null])[] = [
  [JSON_TEXT, 1, 6, 'a'],
  [JSON_TEXT, 2, 6, 'b'],
  [JSON_TEXT, 2, 14, 'b'],
  [JSON_TEXT, 2, 33, 'd, \\"e\\"'],
  [JSON_TEXT, 1, 0, null],
  [JSON_TEXT, 9, 9, 'd, \\"e\\"'],
  ['[{"a":1}]', 1, 7, null],
  ['', 1, 0, null],
  ['nonsense', 1, 3, null],
];

for (const [text, line, column, name] of ROWS) {
  test(`line ${line}, column ${column} of ${text.slice(0, 12)} is in ${name}`, () => {
    assert.equal(nameAtPosition(utf8ToBytes(text), line, column), name);
  });
}

test('bytes that are no text have no names', () => {
  assert.equal(nameAtPosition(Uint8Array.of(0xff, 0x22, 0x3a), 1, 2), null);
});
