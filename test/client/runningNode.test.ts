// The client against a real node: calls, limits of batches, waits and events over HTTP.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createClient } from '../../src/client/createClient.ts';
import { createNode } from '../../src/embed/createNode.ts';
import type { PerigeeNode } from '../../src/embed/perigeeNode.ts';

const ALICE = 'alice.test.near';

let node: PerigeeNode;
let client: Client;

before(async () => {
  node = await createNode({ mining: 'manual', limits: { batchEntriesMax: 7 } });
  client = createClient(node.url);
});

after(() => node.stop());

test('results and errors of methods', async () => {
  const time = 2n ** 61n + 1n;
  await client.rpc('perigee_set_next_block_timestamp', { timestamp: time });
  const { height } = await client.rpc('perigee_mine', { blocks: 1 });
  const { header } = await client.rpc('block', { block_id: height });
  assert.deepEqual([header.height, header.timestamp], [height, time]);
  const account = await client.rpc('query', {
    request_type: 'view_account',
    finality: 'optimistic',
    account_id: ALICE,
  });
  assert.equal(account.locked, '0');
  await assert.rejects(client.rpc('block', { block_id: 10 ** 9 }), { message: /UNKNOWN_BLOCK/ });
  const elsewhere = createClient(new URL('/no/where', node.url));
  await assert.rejects(elsewhere.rpc('status'), { code: 'http_status' });
});

test('a batch is split by the limit of the node', async () => {
  const calls = Array.from({ length: 20 }, () => ({ method: 'status' as const }));
  const answers = await client.batch(calls);
  assert.equal(answers.length, 20);
  assert.ok(answers.every((answer) => answer.ok && answer.result.chain_id === 'localnet'));
});

test('events arrive as blocks are produced, and are taken back', async () => {
  const id = await node.snapshot();
  const events = client.events({ kinds: ['block'] });
  const first = events.next();
  const height = await node.mine();
  const { value } = await first;
  assert.ok(value?.kind === 'block' && value.data.height === height);
  const second = events.next();
  await node.revert(id);
  const { value: reverted } = await second;
  assert.deepEqual([reverted?.kind, reverted?.data.height], ['revert', height - 1]);
  await events.return();
});

test('a range of events ends', async () => {
  const height = await node.mine(3);
  const ids: string[] = [];
  for await (const { id } of client.events({ kinds: ['block'], from: height - 1, to: height })) {
    ids.push(id);
  }
  assert.deepEqual(ids, [`${height - 1}.0`, `${height}.0`]);
});
