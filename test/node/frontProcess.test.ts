// A further process whose program is not there: nobody waits for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrontData } from '../../src/node/frontMessages.ts';
import { FrontProcess } from '../../src/node/frontProcess.ts';

const KILL_MS = 60_000;

test('a process that cannot be started is gone at once', { timeout: 20_000 }, async () => {
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    const gone: FrontProcess[] = [];
    const front = new FrontProcess({} as FrontData, {
      onMessage: () => assert.fail('nobody can say anything'),
      onExit: (ended) => gone.push(ended),
    });
    await front.started;
    assert.equal(front.isReady, false);
    await front.stop(KILL_MS);
    assert.deepEqual(gone, [front]);
    assert.equal(await front.measure(), '');
  } finally {
    process.execPath = execPath;
  }
});
