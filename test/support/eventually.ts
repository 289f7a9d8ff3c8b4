// Waits for something in another thread or process that does not announce it.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a test that would hang; even the slowest machine stays below it. */
const WAIT_MS_MAX = 300_000;
const LOOK_EVERY_MS = 20;

/** Checks repeatedly until a condition holds. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const startMs = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - startMs < WAIT_MS_MAX, `it never happens: ${what}`);
    await sleep(LOOK_EVERY_MS);
  }
}
