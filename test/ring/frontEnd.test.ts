// What a front end delegates: transactions and contract calls go to the writer, or to a local copy
// of the state. And a cluster that stops responding: the chain continues without it, and the
// cluster has everything afterwards.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, ROOT } from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { startTestCluster, type TestCluster } from './support/cassandra.ts';
import {
  caughtUp,
  clusterWritten,
  readHead,
  startFrontEnd,
  startWriter,
} from './support/clusterPrograms.ts';

const TRANSFERS = 10;

let testCluster: TestCluster;
let cluster: string;
let writer: RpcClient;

before(async () => {
  testCluster = await startTestCluster(1);
  cluster = testCluster.address('front');
  writer = await startWriter(createTemporaryFolder(), cluster).listening();
  await clusterWritten(cluster);
});

const CALL = {
  request_type: 'call_function',
  finality: 'final',
  account_id: ROOT,
  method_name: 'get',
  args_base64: '',
};

test('transactions and calls go where they can be executed', async () => {
  const lone = await startFrontEnd(cluster).listening();
  const helped = await startFrontEnd(cluster, '--upstream', writer.url).listening();
  const stateful = await startFrontEnd(cluster, '--state', '--upstream', writer.url).listening();

  const root = new Sender(helped, ROOT);
  await root.send(ROOT, [deploy(storageContract)], 'FINAL');
  await root.send(ROOT, [callContract('put', Uint8Array.of(1, 2, 3))], 'FINAL');
  for (const front of [lone, helped, stateful]) await caughtUp(writer, front);

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

test('events are those of the writer, and resume where they were cut', async () => {
  const front = await startFrontEnd(cluster).listening();
  await caughtUp(writer, front);
  const { header } = await readHead(front);
  const listen = async (rpc: RpcClient, query: string) =>
    (await fetch(`${rpc.url}/events?to=${header.height}&${query}`)).text();
  const expected = await listen(writer, 'from=0');
  assert.ok(expected.split('\n').filter((line) => line.startsWith('id:')).length > header.height);
  assert.equal(await listen(front, 'from=0'), expected);
  assert.equal(await listen(front, 'after=3.0'), await listen(writer, 'after=3.0'));
  const news = new AbortController();
  const stream = await fetch(`${front.url}/events?kinds=block`, { signal: news.signal });
  await new Sender(writer, ROOT).send(ALICE, [transfer(1n)], 'FINAL');
  let heard = '';
  for await (const part of stream.body ?? []) {
    heard += Buffer.from(part).toString();
    if (/^id: ?\d/m.test(heard)) break;
  }
  assert.match(heard, /"height":\d+/);
  news.abort();
});

test('the page, histories of accounts and accounts of keys are those of the writer', async () => {
  const front = await startFrontEnd(cluster).listening();
  await caughtUp(writer, front);
  const openPage = async (rpc: RpcClient) => {
    const page = await fetch(rpc.url, { headers: { accept: 'text/html' } });
    return [page.status, await page.text()];
  };
  assert.deepEqual(await openPage(front), await openPage(writer));
  const same = async (method: string, params: object) =>
    assert.deepEqual(await front.call(method, params), await writer.call(method, params));
  for (const limit of [1, 3, 100]) {
    await same('perigee_account_history', { account_id: ROOT, limit });
  }
  const public_key = formatPublicKey(secretToPublic(keyFromSeed('ed25519', ALICE)));
  await same('perigee_key_accounts', { public_key });
  assert.deepEqual(await front.call('perigee_key_accounts', { public_key }), {
    account_ids: [ALICE],
  });
});

test('remote callers need the token, and the configured limits apply', async () => {
  const limits = ['--token', 'secret', '--max-body', '2000'];
  const front = await startFrontEnd(cluster, ...limits).listening();
  const ask = (headers: Record<string, string>, body: string) =>
    fetch(`${front.url}/block`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1', ...headers },
      body,
    });
  const body = JSON.stringify({ method: 'block', params: { finality: 'final' } });
  const known = { authorization: 'Bearer secret' };
  assert.equal((await ask({}, body)).status, 401);
  assert.equal((await ask(known, body)).status, 200);
  assert.equal((await ask(known, body.padEnd(3_000))).status, 413);
});

test('a state that the copy does not have is reported', async () => {
  const front = await startFrontEnd(cluster, '--state').listening();
  const { finality, ...call } = CALL;
  const error = await front.fail('query', { ...call, block_id: 1 });
  assert.match(JSON.stringify(error), /UNAVAILABLE_SHARD.*has the state of newer blocks only/);
});

test('blocks cannot be reverted', async () => {
  const { id } = await writer.call<{ id: number }>('perigee_snapshot', {});
  const error = await writer.fail('perigee_revert', { id });
  assert.match(JSON.stringify(error), /are on a shared cluster and cannot be reverted/);
});

test('a cluster that stops responding delays nothing, and catches up', async () => {
  const front = await startFrontEnd(cluster).listening();
  const sender = new Sender(writer, BOB);
  testCluster.nodes[0]?.pause();
  const hashes: string[] = [];
  for (let i = 0; i < TRANSFERS; i++) {
    const { transaction } = await sender.send(ALICE, [transfer(1n)], 'FINAL');
    hashes.push(transaction.hash);
  }
  const metrics = await (await fetch(`${writer.url}/metrics`)).text();
  const lag = Number(/perigee_ring_lag_blocks (\d+)/.exec(metrics)?.[1]);
  assert.ok(lag >= TRANSFERS, `${lag} blocks behind`);
  testCluster.nodes[0]?.resume();
  await caughtUp(writer, front);
  for (const tx_hash of hashes) {
    const params = { tx_hash, sender_account_id: BOB, wait_until: 'FINAL' };
    const { status } = await front.call<{ status: object }>('tx_status', params);
    assert.deepEqual(Object.keys(status), ['SuccessValue']);
  }
});
