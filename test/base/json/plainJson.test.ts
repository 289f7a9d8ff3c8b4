// JSON for programs: the native functions, except for integers beyond 2^53.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatPlainJson, parseJson } from '../../../src/base/json/plainJson.ts';

test('integers of 64 bits are exact in both directions', () => {
  const text = '{"é𝄞":[18446744073709551615,-9223372036854775808,9007199254740991],"b":1.5}';
  const value = parseJson(text);
  assert.deepEqual(value, {
    'é𝄞': [18446744073709551615n, -9223372036854775808n, 9007199254740991],
    b: 1.5,
  });
  assert.equal(formatPlainJson(value), text);
});

test('values that are nested too deeply are refused, where formatting them would overflow', () => {
  const arrays = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  for (const nest of [arrays, objects]) {
    assert.equal(formatPlainJson(parseJson(nest(500))), nest(500));
    assert.throws(() => formatPlainJson(parseJson(nest(50_000))), { code: 'json' });
  }
});

test('strings keep their characters and escapes beside long integers', () => {
  const strings = ['é\n"\\', '𝄞', '\u2028', `${'a'.repeat(100)}ü`];
  const text = `[18446744073709551615,${strings.map((item) => JSON.stringify(item)).join(',')}]`;
  assert.deepEqual(parseJson(text), [18446744073709551615n, ...strings]);
  const escaped = '[18446744073709551615,"\\u00e9\\ud834\\udd1e"]';
  assert.deepEqual(parseJson(escaped), [18446744073709551615n, 'é𝄞']);
  assert.throws(() => parseJson('[18446744073709551615,"é\u0001"]'), { code: 'json' });
});

test('without such integers, both functions are the native ones', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\d{16}/.test(text));
      assert.deepEqual(parseJson(text), JSON.parse(text));
      assert.equal(formatPlainJson(JSON.parse(text)), text);
    }),
  );
  const date = new Date(0);
  const odd = { a: undefined, b: [undefined, () => 1], c: date, d: Number.NaN, toJSON: 1 };
  assert.equal(formatPlainJson(odd), JSON.stringify(odd));
  assert.equal(formatPlainJson({ toJSON: () => ({ n: 1n }) }), '{"n":1}');
  assert.equal(formatPlainJson(undefined), undefined);
});
