// Waiting for what happens in another thread or process that tells nobody of it.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a test that would hang; no machine is so slow that it decides anything else. */
const WAIT_MS_MAX = 300_000;
const LOOK_EVERY_MS = 20;

/** Looks again and again until something is so. */
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
