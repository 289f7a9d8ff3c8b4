// The counter on a chain of its own. Each test begins with the same state.

import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { createNode, useSnapshots } from 'perigee';

const node = await createNode();
after(() => node.stop());
const counter = await node.deploy('counter.wasm', { accountId: 'counter.test.near' });
const alice = node.account('alice.test.near');
useSnapshots(node, { beforeEach, afterEach });

test('it begins with 0', async () => {
  assert.equal(await counter.view('get'), 0);
});

test('each call adds 1', async () => {
  await alice.call(counter, 'increment');
  const { value } = await alice.call(counter, 'increment');
  assert.equal(value, 2);
  assert.equal(await counter.view('get'), 2);
});
