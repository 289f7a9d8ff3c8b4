// Which view task runs next, and who is refused: trials and slow tasks, decided from durations that
// the test sets. Threads are counted, and time is simulated.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewedAccount } from '../../../src/execution/views/fairQueue.ts';
import { type TakenTask, ViewQueue } from '../../../src/execution/views/viewQueue.ts';

interface Job extends ViewedAccount {
  /** Its duration with all its gas. */
  readonly totalMs: number;
}

const TRIAL_MS = 50;
const SLOW_MS = 10_000;
const THREADS = 2;

function createJob(accountId: string, totalMs: number, bytes = 1): Job {
  return { accountId, methodName: 'method', bytes, totalMs };
}

function createQueue(changes: { waitingMax?: number; waitingBytesMax?: number } = {}) {
  const limits = { waitingMax: 1_000, waitingBytesMax: 1_000, slowRunningMax: 1, ...changes };
  return new ViewQueue<Job>(limits);
}

interface RunningTask {
  readonly task: TakenTask<Job>;
  readonly endMs: number;
}

/** Threads that run the tasks of the queue, in simulated time. */
class Threads {
  readonly #queue: ViewQueue<Job>;
  #running: RunningTask[] = [];
  nowMs = 0;

  constructor(queue: ViewQueue<Job>) {
    this.#queue = queue;
  }

  /** Runs until a job has ended; returns the time. */
  runUntilEnded(wanted: Job): number {
    for (;;) {
      this.#fill();
      const next = this.#running.reduce((a, b) => (b.endMs < a.endMs ? b : a));
      if (this.#end(next) === wanted) return this.nowMs;
    }
  }

  runFor(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      this.#fill();
      const next = this.#running.reduce((a, b) => (b.endMs < a.endMs ? b : a));
      if (next.endMs > untilMs) break;
      this.#end(next);
    }
    this.nowMs = untilMs;
  }

  #fill(): void {
    while (this.#running.length < THREADS) {
      const task = this.#queue.take();
      if (task === null) return;
      const { job, isTrial } = task;
      const durationMs = isTrial ? Math.min(job.totalMs, TRIAL_MS) : job.totalMs;
      this.#running.push({ task, endMs: this.nowMs + durationMs });
    }
  }

  /** Returns the job if it has ended. */
  #end(ended: RunningTask): Job | null {
    const { task, endMs } = ended;
    const { job, isTrial } = task;
    const isUnanswered = isTrial && job.totalMs > TRIAL_MS;
    this.nowMs = endMs;
    this.#running = this.#running.filter((other) => other !== ended);
    this.#queue.finish(task, isTrial ? Math.min(job.totalMs, TRIAL_MS) : job.totalMs);
    if (isUnanswered) this.#queue.addSlow(job);
    return isUnanswered ? null : job;
  }
}

for (const accounts of [1, 2, 50]) {
  test(`118 slow tasks of ${accounts} accounts let a quick one of another account pass`, () => {
    const queue = createQueue();
    const threads = new Threads(queue);
    for (let i = 0; i < 118; i++) queue.add(createJob(`slow${i % accounts}`, SLOW_MS));
    // Every account has had a trial by then; none is known before.
    threads.runFor(accounts * TRIAL_MS);
    for (let round = 0; round < 5; round++) {
      const startMs = threads.nowMs;
      const quick = createJob(`quick${round}`, 1);
      queue.add(quick);
      const waitedMs = threads.runUntilEnded(quick) - startMs;
      assert.ok(waitedMs <= TRIAL_MS + quick.totalMs, `round ${round}: ${waitedMs} ms`);
    }
  });
}

test('a task runs without a trial where nothing slow is waiting', () => {
  const queue = createQueue();
  const jobs = [1, 2, 3].map((i) => createJob(`account${i}`, SLOW_MS));
  for (const job of jobs) queue.add(job);
  const untried = queue.take() as TakenTask<Job>;
  assert.deepEqual(untried, { job: jobs[0], isTrial: false });
  const trial = queue.take() as TakenTask<Job>;
  assert.deepEqual(trial, { job: jobs[1], isTrial: true }, 'another thread is for trials');
  queue.finish(trial, TRIAL_MS);
  queue.addSlow(trial.job);
  queue.finish(untried, SLOW_MS);
  const again = queue.take() as TakenTask<Job>;
  assert.deepEqual(again, { job: jobs[1], isTrial: false }, 'what is known to be slow is first');
  assert.deepEqual(queue.take(), { job: jobs[2], isTrial: true });
  assert.equal(queue.waiting, 0);
  assert.equal(queue.running, 2);
});

test('a quick task passes the slow ones of its own account after their trials', () => {
  const queue = createQueue();
  const threads = new Threads(queue);
  for (let i = 0; i < 20; i++) queue.add(createJob('same', SLOW_MS));
  const quick = createJob('same', 1);
  queue.add(quick);
  const endMs = threads.runUntilEnded(quick);
  assert.ok(endMs <= 21 * TRIAL_MS, `${endMs} ms`);
});

test('slow tasks keep their threads, however many quick ones come', () => {
  const queue = createQueue();
  const threads = new Threads(queue);
  const slow = createJob('slow', 100);
  queue.add(slow);
  for (let i = 0; i < 500; i++) queue.add(createJob(`quick${i % 10}`, 40));
  assert.ok(threads.runUntilEnded(slow) < 250);
});

test('a slow task of an idle account is the next slow one', () => {
  const queue = createQueue();
  const threads = new Threads(queue);
  for (let i = 0; i < 50; i++) queue.add(createJob('busy', SLOW_MS));
  threads.runFor(3 * SLOW_MS);
  const startMs = threads.nowMs;
  const late = createJob('late', SLOW_MS);
  queue.add(late);
  assert.ok(threads.runUntilEnded(late) - startMs <= 2 * SLOW_MS + TRIAL_MS);
});

test('when the queue is full, the account with the most tasks is refused', () => {
  const queue = createQueue({ waitingMax: 4 });
  const greedy = Array.from({ length: 4 }, () => createJob('greedy', 1));
  for (const job of greedy) assert.deepEqual(queue.add(job), []);
  const another = createJob('greedy', 1);
  assert.deepEqual(queue.add(another), [another]);
  assert.deepEqual(queue.add(createJob('other', 1)), [greedy[3]]);
  assert.equal(queue.waiting, 4);
});

test('half of the queue is for slow tasks', () => {
  const queue = createQueue({ waitingMax: 4 });
  const jobs = Array.from({ length: 3 }, () => createJob('slow', SLOW_MS));
  assert.deepEqual(
    jobs.flatMap((job) => queue.addSlow(job)),
    [jobs[2]],
  );
  const quick = [1, 2, 3].map((i) => createJob(`quick${i}`, 1));
  assert.deepEqual(
    quick.flatMap((job) => queue.add(job)),
    [quick[2]],
  );
  assert.equal(queue.drain().length, 4);
});

test('queued arguments are bounded in bytes', () => {
  const queue = createQueue({ waitingBytesMax: 100 });
  const large = [1, 2].map(() => createJob('large', 1, 45));
  for (const job of large) assert.deepEqual(queue.add(job), []);
  assert.deepEqual(queue.add(createJob('small', 1, 20)), [large[1]]);
  const huge = createJob('huge', 1, 101);
  assert.deepEqual(queue.add(huge), [huge]);
});

test('a task that ran without a trial is charged to its account', () => {
  const queue = createQueue();
  for (let i = 0; i < 5; i++) queue.add(createJob('busy.near', 100));
  const untried = queue.take();
  assert.equal(untried?.isTrial, false);
  assert.equal(queue.take()?.isTrial, true);
  queue.finish(untried as TakenTask<Job>, 100);
  queue.add(createJob('idle.near', 100));
  assert.equal(queue.take()?.job.accountId, 'idle.near');
});
