// Invalid options for a node inside a program: each is refused by name, before anything is started.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CreateNodeOptions, createNode } from '../../src/index.ts';

test('unknown options are refused by name', async () => {
  const cases: [unknown, RegExp][] = [
    [{ shrads: 2 }, /shrads/],
    [{ limits: { viewTime: 5 } }, /viewTime/],
    [{ shards: 0 }, /shards/],
    [{ accounts: '5' }, /accounts/],
    [{ mining: 'never' }, /mining/],
    [{ dialect: 'latin' }, /dialect/],
    [{ protocol: '88' }, /protocol/],
    [{ nightly: 1 }, /nightly/],
    [{ logLevel: 'loud' }, /logLevel/],
    [null, /createNode/],
  ];
  for (const [options, message] of cases) {
    const created = createNode(options as CreateNodeOptions);
    await assert.rejects(created, { code: 'argument', message }, JSON.stringify(options));
  }
});
