// The order of view tasks, decided from durations that the test states.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ViewQueue } from '../../src/node/viewQueue.ts';

const SLOW_MS = 1_000;
const QUICK_MS = 1;

type Job = { readonly accountId: string; readonly methodName: string; readonly name: string };

function createQueue(limits: { waitingMax?: number; slowRunningMax?: number } = {}) {
  const queue = new ViewQueue<Job>({ waitingMax: 100, slowRunningMax: 1, ...limits });
  const add = (accountId: string, name = accountId, methodName = 'method') =>
    queue.add({ accountId, methodName, name });
  /** Lets a method be known for its duration. */
  const learn = (accountId: string, durationMs: number) => {
    add(accountId);
    queue.finish(take(), durationMs);
  };
  const take = (): Job => {
    const job = queue.take();
    assert.ok(job !== null);
    return job;
  };
  return { queue, add, learn, take };
}

test('quick tasks run in their order, as many as there are', () => {
  const { queue, add, learn, take } = createQueue();
  learn('a', QUICK_MS);
  learn('b', QUICK_MS);
  for (const [account, name] of [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
  ] as const)
    add(account, name);
  assert.deepEqual([take().name, take().name, take().name], ['1', '2', '3']);
  assert.equal(queue.take(), null);
});

test('slow tasks share their threads and let quick ones pass', () => {
  const { queue, add, learn, take } = createQueue({ slowRunningMax: 2 });
  learn('slow', SLOW_MS);
  learn('quick', QUICK_MS);
  for (const name of ['s1', 's2', 's3']) add('slow', name);
  add('quick', 'q1');
  const first = take();
  assert.deepEqual([first.name, take().name, take().name], ['s1', 's2', 'q1']);
  assert.equal(queue.take(), null);
  queue.finish(first, SLOW_MS);
  assert.equal(take().name, 's3');
});

test('unknown methods of an account run one after the other, beside slow ones', () => {
  const { queue, add, learn, take } = createQueue();
  learn('slow', SLOW_MS);
  add('slow');
  add('new', 'n1', 'first');
  add('new', 'n2', 'second');
  add('other', 'o1');
  take();
  const unknown = take();
  assert.deepEqual([unknown.name, take().name], ['n1', 'o1']);
  assert.equal(queue.take(), null);
  queue.finish(unknown, QUICK_MS);
  assert.equal(take().name, 'n2');
});

test('tasks that turn out to be slow while they wait are treated so', () => {
  const { queue, add, learn, take } = createQueue();
  learn('a', QUICK_MS);
  for (const name of ['1', '2', '3']) add('a', name);
  queue.finish(take(), SLOW_MS);
  assert.equal(take().name, '2');
  assert.equal(queue.take(), null);
});

test('a slow method is trusted again after some quick calls', () => {
  const { queue, add, learn, take } = createQueue();
  for (const durationMs of [SLOW_MS, QUICK_MS]) learn('a', durationMs);
  add('a');
  add('a');
  const only = take();
  assert.equal(queue.take(), null);
  queue.finish(only, QUICK_MS);
  queue.finish(take(), QUICK_MS);
  for (let i = 0; i < 3; i++) learn('a', QUICK_MS);
  add('a');
  add('a');
  take();
  take();
});

test('the queue is bounded, and half of it is kept for quick tasks', () => {
  const { queue, add, learn } = createQueue({ waitingMax: 4 });
  learn('quick', QUICK_MS);
  assert.deepEqual([add('new'), add('new'), add('new')], [true, true, false]);
  assert.deepEqual([add('quick'), add('quick'), add('quick')], [true, true, false]);
  assert.equal(queue.drain().length, 4);
  assert.equal(queue.take(), null);
});
