// Joined lists hold all items in order, and an empty list costs no copy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLists } from '../../../src/base/collections/joinLists.ts';

test('the items of both lists follow each other', () => {
  assert.deepEqual(joinLists([1, 2], [3]), [1, 2, 3]);
  assert.deepEqual(joinLists([], []), []);
});

test('without anything to add, a list is returned as it is', () => {
  const list = [1];
  assert.equal(joinLists(list, []), list);
  assert.equal(joinLists([], list), list);
});
