// A budget by count and by bytes, and an entry that is larger than all of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from '../../../src/base/collections/budget.ts';

test('both limits hold, and what is released becomes available again', () => {
  const budget = new Budget({ countMax: 3, bytesMax: 100 });
  assert.deepEqual(
    [budget.reserve(60), budget.reserve(41), budget.reserve(40)],
    [true, false, true],
  );
  assert.deepEqual([budget.reserve(0), budget.reserve(0)], [true, false]);
  assert.deepEqual([budget.count, budget.bytes], [3, 100]);
  budget.release(60);
  assert.ok(budget.reserve(60));
});

test('an entry above the limit is admitted alone', () => {
  const budget = new Budget({ countMax: 3, bytesMax: 100 });
  assert.ok(budget.reserve(1_000));
  assert.ok(!budget.reserve(1));
  budget.release(1_000);
  assert.ok(budget.reserve(1));
  assert.ok(!budget.reserve(1_000));
});
