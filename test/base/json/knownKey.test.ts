// Keys of JSON objects that come up again and again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson } from '../../../src/base/json/exactJson.ts';
import { knownKey } from '../../../src/base/json/knownKey.ts';

test('a key stays the same, however many others came before', () => {
  const unusual = ['', '__proto__', 'constructor', '0', '4294967295', 'é', '\u{1f600}', ' '];
  const many = Array.from({ length: 5_000 }, (_, i) => `key${i}`.padEnd(1 + (i % 40), 'x'));
  for (let round = 0; round < 2; round++) {
    for (const key of [...unusual, ...many]) assert.equal(knownKey(key), key);
  }
});

test('keys of the same length with the same ends are different keys', () => {
  const colliding = ['abc', 'acc', 'adc', 'abc', 'acc', 'adc'];
  const text = `[${colliding.map((key, i) => `{"${key}":${i}}`).join(',')}]`;
  const keys = (parseExactJson(text) as object[]).map((object) => Object.keys(object)[0]);
  assert.deepEqual(keys, colliding);
});

test('a key that was seen before is still a key of its own object only', () => {
  const [first, second] = parseExactJson('[{"__proto__":{"a":1},"b":2},{"__proto__":3}]') as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  assert.deepEqual(Object.keys(first), ['__proto__', 'b']);
  assert.deepEqual(Object.keys(second), ['__proto__']);
  assert.equal(Object.getPrototypeOf(first), Object.prototype);
});
