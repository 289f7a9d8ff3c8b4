// Sleeping leaves nothing behind, however it ends.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { sourceClock } from '../../../src/follow/sources/sourceClock.ts';

test('a sleep that ends by itself or is aborted leaves no listener', async () => {
  const ending = new AbortController();
  const { signal } = ending;
  await sourceClock.sleep(0, signal);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  const sleeping = Array.from({ length: 20 }, () => sourceClock.sleep(3_600_000, signal));
  assert.equal(getEventListeners(signal, 'abort').length, 20);
  ending.abort();
  await Promise.all(sleeping);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  await sourceClock.sleep(3_600_000, signal);
});
