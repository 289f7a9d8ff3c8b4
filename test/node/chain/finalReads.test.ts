// Clients of a started node read what they have written: a read at `final` after a transaction that
// was sent with EXECUTED_OPTIMISTIC, on other connections and in other processes, sees it. Where
// finality is not near, nothing waits. Nothing here uses a timer; a stale response fails the test.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { ALICE, BOB, startNodeProcess, startTestNode } from '../../support/runningNode.ts';
import { NEAR, Sender, transfer } from '../../support/sender.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

const TRIES = 30;
const READERS = 6;

/** On a connection of its own, so that any of the processes may answer. */
function readBalance(
  url: string,
  accountId: string,
  finality: string,
  id: number,
): Promise<bigint> {
  const params = { request_type: 'view_account', account_id: accountId, finality };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'query', params });
  const headers = { 'content-type': 'application/json' };
  const agent = new Agent({ keepAlive: false });
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve(BigInt(JSON.parse(text).result.amount));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

for (const workers of [0, 2]) {
  test(`a read at final is never stale, with ${workers} further processes`, async () => {
    const home = createTemporaryFolder();
    const rpc = await startNodeProcess(home, '--workers', `${workers}`).listening();
    const sender = new Sender(rpc, ALICE);
    let expected = await readBalance(rpc.url, BOB, 'final', 0);
    for (let i = 0; i < TRIES; i++) {
      await sender.send(BOB, [transfer(NEAR)], 'EXECUTED_OPTIMISTIC');
      expected += NEAR;
      // Equal requests are cached after the second one.
      const reads = Array.from({ length: READERS }, () => readBalance(rpc.url, BOB, 'final', 1));
      assert.deepEqual(await Promise.all(reads), Array(READERS).fill(expected), `try ${i}`);
    }
  });
}

test('a patched state is final when it is read', async () => {
  const { rpc } = await startTestNode({ finalWaitMs: 600_000 });
  for (let i = 1; i <= 5; i++) {
    await rpc.call('perigee_set_balance', { account_id: BOB, amount: `${BigInt(i) * NEAR}` });
    assert.equal(await readBalance(rpc.url, BOB, 'final', 1), BigInt(i) * NEAR, `try ${i}`);
  }
});

test('nothing waits where finality is not near', async () => {
  for (const mining of ['manual', { intervalMs: 3_600_000 }] as const) {
    const { rpc, mine } = await startTestNode({ mining, finalWaitMs: 600_000 });
    await mine(3);
    const before = await readBalance(rpc.url, BOB, 'final', 1);
    await new Sender(rpc, ALICE).send(BOB, [transfer(NEAR)], 'NONE');
    await mine(2);
    const what = JSON.stringify(mining);
    assert.equal(await readBalance(rpc.url, BOB, 'final', 1), before, what);
    assert.equal(await readBalance(rpc.url, BOB, 'optimistic', 1), before + NEAR, what);
  }
});

test('a read that waits is answered when the chain is switched to manual mining', async () => {
  const { rpc } = await startTestNode({ finalWaitMs: 600_000 });
  const sender = new Sender(rpc, ALICE);
  for (let i = 0; i < 5; i++) {
    await sender.send(BOB, [transfer(NEAR)], 'EXECUTED_OPTIMISTIC');
    const read = readBalance(rpc.url, BOB, 'final', 1);
    const switched = rpc.call('perigee_set_mining', { mode: 'manual' });
    await Promise.all([read, switched]);
    await rpc.call('perigee_set_mining', { mode: 'auto' });
  }
});

test('a read after a revert is answered from what is left', async () => {
  const { rpc } = await startTestNode({ finalWaitMs: 600_000 });
  const sender = new Sender(rpc, ALICE);
  await sender.send(BOB, [transfer(NEAR)]);
  const before = await readBalance(rpc.url, BOB, 'final', 1);
  const { id } = await rpc.call<{ id: number }>('perigee_snapshot');
  await new Sender(rpc, ALICE).send(BOB, [transfer(NEAR)], 'EXECUTED_OPTIMISTIC');
  await rpc.call('perigee_revert', { id });
  assert.equal(await readBalance(rpc.url, BOB, 'final', 1), before);
});
