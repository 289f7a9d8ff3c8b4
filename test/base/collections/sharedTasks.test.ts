// Work that several ask for while it is under way is done once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedTasks } from '../../../src/base/collections/sharedTasks.ts';

test('callers share work under way, and later ones begin it anew', async () => {
  const tasks = new SharedTasks();
  let started = 0;
  const start = async () => ++started;
  assert.deepEqual(
    await Promise.all([tasks.share('a', start), tasks.share('a', start), tasks.share('b', start)]),
    [1, 1, 2],
  );
  assert.equal(await tasks.share('a', start), 3);
});

test('a failure reaches all who share it, and is not kept', async () => {
  const tasks = new SharedTasks();
  const fail = async () => assert.fail('broken');
  const both = [tasks.share('a', fail), tasks.share('a', fail)];
  for (const one of both) await assert.rejects(one, /broken/);
  assert.equal(await tasks.share('a', async () => 1), 1);
});
