// The order of tasks and who is evicted, for durations that the test sets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, type ViewedAccount } from '../../../src/execution/views/fairQueue.ts';

interface Job extends ViewedAccount {
  readonly name: string;
}

function createJob(accountId: string, name = accountId, methodName = 'method', bytes = 1): Job {
  return { accountId, methodName, bytes, name };
}

function createQueue(...jobs: Job[]): FairQueue<Job> {
  const queue = new FairQueue<Job>();
  for (const job of jobs) queue.add(job);
  return queue;
}

/** Takes and finishes all tasks, each after its duration. */
function runAll(queue: FairQueue<Job>, durationMs: (job: Job) => number = () => 1): string[] {
  const names: string[] = [];
  for (let job = queue.take(); job !== null; job = queue.take()) {
    names.push(job.name);
    queue.finish(job, durationMs(job));
  }
  return names;
}

test('tasks of one method run in order of arrival', () => {
  const queue = createQueue(...['1', '2', '3'].map((name) => createJob('a', name)));
  assert.deepEqual(runAll(queue), ['1', '2', '3']);
});

test('a late account gets the next turn, however many tasks of others wait', () => {
  const slow = Array.from({ length: 100 }, (_, i) => createJob(`slow${i % 2}`));
  const queue = createQueue(...slow);
  for (let i = 0; i < 10; i++) queue.finish(queue.take() as Job, 1_000);
  queue.add(createJob('late'));
  assert.equal(queue.take()?.name, 'late');
});

test('accounts share the time, not the number of tasks', () => {
  const jobs = ['long', 'short'].flatMap((id) => Array.from({ length: 100 }, () => createJob(id)));
  const queue = createQueue(...jobs);
  const names = runAll(queue, ({ accountId }) => (accountId === 'long' ? 90 : 10));
  const first = names.slice(0, 50);
  assert.equal(first.filter((name) => name === 'long').length, 5);
});

test('an account that was idle for long earns no credit', () => {
  const queue = createQueue(...Array.from({ length: 60 }, () => createJob('busy')));
  for (let i = 0; i < 10; i++) queue.finish(queue.take() as Job, 1_000);
  for (let i = 0; i < 20; i++) queue.add(createJob('quiet'));
  const names = Array.from({ length: 20 }, () => {
    const job = queue.take() as Job;
    queue.finish(job, 1_000);
    return job.name;
  });
  assert.equal(names.filter((name) => name === 'busy').length, 10);
});

test('running tasks count before they end', () => {
  const queue = createQueue(createJob('a', 'a1'), createJob('a', 'a2'), createJob('b', 'b1'));
  assert.deepEqual([queue.take()?.name, queue.take()?.name], ['a1', 'b1']);
});

test('a slow method delays itself before the others of its account', () => {
  const slow = Array.from({ length: 10 }, () => createJob('a', 'slow', 'slow'));
  const queue = createQueue(...slow);
  queue.finish(queue.take() as Job, 1_000);
  queue.add(createJob('a', 'quick', 'quick'));
  assert.equal(queue.take()?.name, 'quick');
});

test('the account with the most queued tasks loses its newest', () => {
  const queue = createQueue(
    ...['a1', 'a2', 'a3'].map((name) => createJob('a', name)),
    createJob('b', 'b1', 'method', 100),
    createJob('b', 'b2'),
    createJob('c', 'c1'),
  );
  assert.equal(queue.dropGreediest('waiting')?.name, 'a3');
  assert.equal(queue.dropGreediest('bytes')?.name, 'b2');
  assert.equal(queue.dropGreediest('bytes')?.name, 'b1');
  assert.deepEqual([queue.waiting, queue.bytes], [3, 3]);
});

test('what is removed or drained does not run', () => {
  const [a, b, c] = [createJob('a'), createJob('b'), createJob('c')];
  const queue = createQueue(a, b, c);
  const taken = queue.take() as Job;
  assert.deepEqual([queue.remove(taken), queue.remove(b), queue.remove(b)], [false, true, false]);
  assert.deepEqual(queue.drain(), [c]);
  assert.equal(queue.take(), null);
  assert.deepEqual([queue.waiting, queue.bytes, queue.running], [0, 0, 1]);
});

test('thousands of accounts and methods, and names of any length', () => {
  const queue = new FairQueue<Job>();
  const held = createJob('held');
  queue.add(held);
  queue.take();
  for (let i = 0; i < 5_000; i++) {
    queue.add(createJob(`account${i}`));
    queue.add(createJob('one', 'one', `method${i}`));
    queue.add(createJob('one', 'one', 'x'.repeat(300 + i)));
    for (let j = 0; j < 3; j++) queue.finish(queue.take() as Job, 1);
  }
  queue.finish(held, 1);
  assert.deepEqual([queue.waiting, queue.running, queue.take()], [0, 0, null]);
});
