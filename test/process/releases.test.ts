// Everything that was acquired is released, whatever fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createStop,
  type Releases,
  releaseAll,
  startOrRelease,
} from '../../src/process/releases.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/** Three releases; the second and the third to run fail. */
function takeThree(given: string[]): Releases {
  const give = (name: string, failure?: Error) => async () => {
    given.push(name);
    if (failure !== undefined) throw failure;
  };
  return [give('lock', new Error('lock')), give('store', new Error('store')), give('server')];
}

test('everything is released, last one first, and the first failure is reported', async () => {
  const given: string[] = [];
  const releases = takeThree(given);
  await assert.rejects(releaseAll(releases), /^Error: store$/);
  assert.deepEqual(given, ['server', 'store', 'lock']);
  await releaseAll(releases);
  assert.equal(given.length, 3);
});

test('a failed start reports its cause, not the failures of the clean-up', async () => {
  const given: string[] = [];
  const start = () => Promise.reject(new Error('no port'));
  await assert.rejects(startOrRelease(takeThree(given), start), /^Error: no port$/);
  assert.equal(given.length, 3);
});

test('a stop runs once, and reports its reason before its own failure', async () => {
  const given: string[] = [];
  const logger = createLogger('silent');
  const { stop, stopped } = createStop(takeThree(given), logger);
  await Promise.all([stop(new Error('the chain has failed')), stop()]);
  assert.equal((await stopped)?.message, 'the chain has failed');
  assert.equal(given.length, 3);
  const later = createStop(takeThree(given), logger);
  await later.stop();
  assert.equal((await later.stopped)?.message, 'store');
});
