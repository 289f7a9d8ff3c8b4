// Work that several callers request while it is in progress is done once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedTasks } from '../../../src/base/collections/sharedTasks.ts';

test('callers share work in progress, and later callers start it again', async () => {
  const tasks = new SharedTasks();
  let started = 0;
  const start = async () => ++started;
  assert.deepEqual(
    await Promise.all([tasks.share('a', start), tasks.share('a', start), tasks.share('b', start)]),
    [1, 1, 2],
  );
  assert.equal(await tasks.share('a', start), 3);
});

test('a failure reaches all callers that share it, and is not kept', async () => {
  const tasks = new SharedTasks();
  const fail = async () => assert.fail('broken');
  const both = [tasks.share('a', fail), tasks.share('a', fail)];
  for (const one of both) await assert.rejects(one, /broken/);
  assert.equal(await tasks.share('a', async () => 1), 1);
});
