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

test('a call adds 1, or what it says, and logs who counts', async () => {
  await alice.call(counter, 'increment');
  const { value, logs } = await alice.call(counter, 'increment', { by: 10 });
  assert.equal(value, 11);
  assert.deepEqual(logs, ['alice.test.near counts 11']);
  assert.equal(await counter.view('get'), 11);
});

test('only its own account may reset it', async () => {
  await alice.call(counter, 'increment');
  await assert.rejects(alice.call(counter, 'reset'), /private/);
  await node.account('counter.test.near').call(counter, 'reset');
  assert.equal(await counter.view('get'), 0);
});

test('a call burns less than 2 Tgas', async () => {
  const { gasBurnt } = await alice.call(counter, 'increment');
  assert.ok(gasBurnt < 2n * 10n ** 12n, `${gasBurnt}`);
});
