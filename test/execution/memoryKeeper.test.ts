// When memory is released, and that threads that start at the same time all find the collector.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { isMainThread, Worker } from 'node:worker_threads';
import { MemoryKeeper } from '../../src/execution/memoryKeeper.ts';

const MIB = 1024 * 1024;
const THREADS = 4;
const TURNS = 200;

/** Fails if another thread has removed the collector. */
function createMany(): void {
  for (let turn = 0; turn < TURNS; turn++) new MemoryKeeper();
}

if (isMainThread) {
  test('memory is released when the process has grown too much since its lowest point', () => {
    let bytes = 500 * MIB;
    let collections = 0;
    const keeper = new MemoryKeeper(
      () => void collections++,
      () => bytes,
    );
    const collectedAt = (mib: number) => {
      bytes = mib * MIB;
      keeper.afterCall(64 * MIB);
      return collections;
    };
    assert.deepEqual([700, 755, 756, 1_000, 300, 555, 556].map(collectedAt), [0, 0, 1, 1, 1, 1, 2]);
  });

  test('the process is looked at only after calls that may have touched much memory', () => {
    let looks = 0;
    const keeper = new MemoryKeeper(
      () => assert.fail('nothing has grown'),
      () => looks++,
    );
    for (let call = 0; call < 128; call++) keeper.afterCall(MIB);
    // Once at the start, and after each 64 MiB.
    assert.equal(looks, 3);
  });

  test('threads that start together all find the collector', async () => {
    const workers = Array.from({ length: THREADS }, () => new Worker(new URL(import.meta.url)));
    const codes = await Promise.all(workers.map(async (worker) => (await once(worker, 'exit'))[0]));
    assert.deepEqual(codes, Array(THREADS).fill(0));
  });
} else {
  createMany();
}
