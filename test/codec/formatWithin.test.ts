// Text of a bounded length: what fits is written as usual, and longer text is given up early.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, formatWithin } from '../../src/codec/formatWithin.ts';
import { string, vec } from '../../src/codec/primitives.ts';
import { struct } from '../../src/codec/struct.ts';

let written = 0;
const watched = {
  ...string,
  json: (value: string) => {
    written++;
    return string.json(value);
  },
};
const Lists = struct({ first: vec(counted(watched)), second: vec(counted(watched)) });
const value = { first: ['abc', 'de'], second: ['x'.repeat(100)] };
const whole = Lists.json(value);

test('text up to the bound is written as without one', () => {
  assert.equal(formatWithin(Lists, value, whole.length), whole);
  assert.equal(formatWithin(Lists, value, whole.length - 1), null);
  assert.equal(formatWithin(Lists, value, 0), null);
});

test('no item is written after the one that is too long', () => {
  const many = { first: Array.from({ length: 1_000 }, () => 'abcdefgh'), second: [] };
  written = 0;
  assert.equal(formatWithin(Lists, many, 55), null);
  assert.equal(written, 6);
});

test('a bound holds for one text only, and other errors pass', () => {
  assert.equal(formatWithin(Lists, value, 1), null);
  assert.equal(Lists.json(value), whole);
  const broken = { json: () => assert.fail('broken') };
  assert.throws(() => formatWithin(broken, value, 1), /broken/);
  assert.equal(Lists.json(value), whole);
});
