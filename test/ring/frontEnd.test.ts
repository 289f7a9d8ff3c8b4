// What a front end does with the help of others: transactions and calls of contracts go to the
// writer, or to a state of its own. And a ring that falls silent: the chain goes on without it, and
// the ring has everything afterwards.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, createTemporaryHome, ROOT } from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { startTestRing, type TestRing } from './support/cassandra.ts';
import { readHead, startFrontEnd, startWriter } from './support/ringPrograms.ts';

const CATCH_UP_MS_MAX = 90_000;
const TRANSFERS = 10;

let testRing: TestRing;
let ring: string;
let writer: RpcClient;

before(async () => {
  testRing = await startTestRing(1);
  ring = testRing.address('front');
  writer = await startWriter(createTemporaryHome(), ring).listening();
});

async function caughtUp(front: RpcClient): Promise<void> {
  const { header } = await readHead(writer);
  for (let waitedMs = 0; waitedMs < CATCH_UP_MS_MAX; waitedMs += 100) {
    if ((await readHead(front)).header.height >= header.height) return;
    await sleep(100);
  }
  assert.fail('the ring does not catch up');
}

const CALL = {
  request_type: 'call_function',
  finality: 'final',
  account_id: ROOT,
  method_name: 'get',
  args_base64: '',
};

test('transactions and calls go where they can be done', async () => {
  const lone = await startFrontEnd(ring).listening();
  const helped = await startFrontEnd(ring, '--upstream', writer.url).listening();
  const stateful = await startFrontEnd(ring, '--state', '--upstream', writer.url).listening();

  const root = new Sender(helped, ROOT);
  await root.send(ROOT, [deploy(storageContract)], 'FINAL');
  await root.send(ROOT, [callContract('put', Uint8Array.of(1, 2, 3))], 'FINAL');
  for (const front of [lone, helped, stateful]) await caughtUp(front);

  const expected = await writer.call<{ result: number[] }>('query', CALL);
  for (const front of [helped, stateful]) {
    const { result } = await front.call<{ result: number[] }>('query', CALL);
    assert.deepEqual(result, expected.result);
  }
  const refused = await lone.fail('query', CALL);
  assert.match(JSON.stringify(refused), /contracts can not be called on this node/);

  const sender = new Sender(lone, ALICE);
  const signed = await sender.sign(BOB, [transfer(1n)]);
  await assert.rejects(sender.submit(signed, 'FINAL'), /start it with --upstream URL/);
});

test('blocks cannot be taken back', async () => {
  const { id } = await writer.call<{ id: number }>('perigee_snapshot', {});
  const error = await writer.fail('perigee_revert', { id });
  assert.match(JSON.stringify(error), /are on a shared ring and cannot be taken back/);
});

test('a ring that falls silent holds nothing up, and is caught up', async () => {
  const front = await startFrontEnd(ring).listening();
  const sender = new Sender(writer, BOB);
  testRing.nodes[0]?.pause();
  const hashes: string[] = [];
  for (let i = 0; i < TRANSFERS; i++) {
    const { transaction } = await sender.send(ALICE, [transfer(1n)], 'FINAL');
    hashes.push(transaction.hash);
  }
  const metrics = await (await fetch(`${writer.url}/metrics`)).text();
  const lag = Number(/perigee_ring_lag_blocks (\d+)/.exec(metrics)?.[1]);
  assert.ok(lag >= TRANSFERS, `${lag} blocks behind`);
  testRing.nodes[0]?.resume();
  await caughtUp(front);
  for (const tx_hash of hashes) {
    const params = { tx_hash, sender_account_id: BOB, wait_until: 'FINAL' };
    const { status } = await front.call<{ status: object }>('tx_status', params);
    assert.deepEqual(Object.keys(status), ['SuccessValue']);
  }
});
