// Which keys came up recently: the second time, after clearing, and beyond the size of the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentKeys } from '../../../src/base/collections/recentKeys.ts';

test('a key is known the second time', () => {
  const keys = new RecentKeys();
  assert.equal(keys.note('a'), false);
  assert.equal(keys.note('a'), true);
  assert.equal(keys.note('b'), false);
  assert.equal(keys.note('a'), true);
});

test('clearing forgets every key', () => {
  const keys = new RecentKeys();
  keys.note('a');
  keys.clear();
  assert.equal(keys.note('a'), false);
});

test('a table with more keys than places remembers the newest', () => {
  const keys = new RecentKeys(64);
  for (let i = 0; i < 1_000; i++) assert.equal(keys.note(`key ${i}`), false);
  assert.equal(keys.note('key 999'), true);
});

test('most of the keys that fit are remembered', () => {
  const keys = new RecentKeys(16_384);
  for (let i = 0; i < 1_000; i++) keys.note(`{"block_id":${i}}`);
  let known = 0;
  for (let i = 0; i < 1_000; i++) if (keys.note(`{"block_id":${i}}`)) known++;
  assert.ok(known > 900, `${known} of 1000`);
});
