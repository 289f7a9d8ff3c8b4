// An RPC worker whose program is missing: nothing waits for it.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { RpcWorkerData } from '../../../src/node/workers/workerMessages.ts';
import { WorkerProcess } from '../../../src/node/workers/workerProcess.ts';

const KILL_MS = 60_000;

test('a process that cannot be started is gone at once', { timeout: 20_000 }, async () => {
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    const gone: WorkerProcess[] = [];
    const worker = new WorkerProcess({} as RpcWorkerData, createServer(), {
      onMessage: () => assert.fail('there is no process to send anything'),
      onExit: (ended) => gone.push(ended),
    });
    await worker.started;
    await worker.stop(KILL_MS);
    assert.deepEqual(gone, [worker]);
    assert.equal(await worker.measure(), '');
  } finally {
    process.execPath = execPath;
  }
});
