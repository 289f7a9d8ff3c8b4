// Timeouts of any length.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realTimer } from '../../src/process/realTime.ts';

test('a timeout beyond the range of timers does not expire at once', async () => {
  let isOver = false;
  const cancel = realTimer(() => {
    isOver = true;
  }, 10 ** 12);
  await new Promise((resolve) => setTimeout(resolve, 5));
  cancel();
  assert.equal(isOver, false);
});
