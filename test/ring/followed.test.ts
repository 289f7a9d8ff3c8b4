// A node follows another Perigee and writes what it checked to a cluster: a front end responds like
// the follower, from genesis and from a checkpoint. A cluster that stops responding delays nothing
// and has everything afterwards; a second follower is refused, and takes over when the first is
// gone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { type RunningServe, startServe } from '../../src/cluster/frontEnd/serve.ts';
import { type RunningFollower, startFollow } from '../../src/node/follow/startFollow.ts';
import type { FollowOptions } from '../../src/node/options.ts';
import { eventually } from '../support/eventually.ts';
import { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, ROOT, startTestNode, type TestNode } from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { startTestCluster, type TestCluster } from './support/cassandra.ts';

/** Until what was sent is final, and the follower has its confirmation. */
const BLOCKS_TO_FINAL = 12;

let testCluster: TestCluster;
let node: TestNode;
const hashes: string[] = [];
/** Why a follower has stopped, unless on request. */
let failed: Error | null = null;

before(async () => {
  [testCluster, node] = await Promise.all([
    startTestCluster(1),
    startTestNode({ mining: 'manual' }),
  ]);
  await sendAll(new Sender(node.rpc, ROOT));
});

async function sendAll(root: Sender): Promise<void> {
  const work = [
    { to: ROOT, actions: [deploy(storageContract)] },
    { to: ROOT, actions: [callContract('put', Uint8Array.of(1, 2, 3))] },
    { to: ALICE, actions: [transfer(5n)] },
    { to: BOB, actions: [callContract('put', Uint8Array.of())] },
  ];
  for (const { to, actions } of work) {
    const signed = await root.sign(to, actions);
    hashes.push(formatHash(signed.hash));
    await root.submit(signed, 'NONE');
    await node.mine(3);
  }
  await node.mine(BLOCKS_TO_FINAL);
}

/** Ends with its test, like front ends. */
async function follow(
  context: TestContext,
  cluster: string,
  options: Partial<FollowOptions>,
): Promise<RunningFollower> {
  const follower = await startFollow({
    from: `neardata:${node.rpc.url}`,
    allowUnapproved: false,
    verifiedOnly: false,
    execute: false,
    host: '127.0.0.1',
    port: 0,
    home: createTemporaryFolder(),
    logLevel: 'silent',
    cluster,
    ...options,
  });
  void follower.stopped.then((failure) => {
    failed = failure;
  });
  context.after(() => follower.stop());
  return follower;
}

/** A writer creates the tables in its own time. */
async function openReaders(context: TestContext, cluster: string): Promise<RpcClient> {
  const place = { host: '127.0.0.1', port: 0, cacheBytes: 2 ** 26 };
  let front: RunningServe | null = null;
  await eventually('the cluster can be read', async () => {
    front = await startServe({ store: cluster, state: false, ...place, logLevel: 'silent' }).catch(
      () => null,
    );
    return front !== null;
  });
  const { url, stop } = front as unknown as RunningServe;
  context.after(() => stop());
  return new RpcClient(url);
}

/** Below all heights while the cluster has no block. */
async function headOf(rpc: RpcClient): Promise<number> {
  const params = { finality: 'optimistic' };
  const block = rpc.call<{ header: { height: number } }>('block', params);
  return block.then(({ header }) => header.height).catch(() => -1);
}

/** Requests about one block whose responses do not change when others follow. */
function listQuestions(height: number): [string, unknown][] {
  const at = { block_id: height };
  const accounts = [ROOT, ALICE, BOB, `nobody.${ROOT}`];
  const query = (request_type: string, account_id: string): [string, unknown] => [
    'query',
    { ...at, request_type, account_id, prefix_base64: '' },
  ];
  return [
    ['block', at],
    ['chunk', { ...at, shard_id: 0 }],
    ['gas_price', [height]],
    ['EXPERIMENTAL_changes_in_block', at],
    [
      'EXPERIMENTAL_changes',
      { ...at, changes_type: 'data_changes', account_ids: accounts, key_prefix_base64: '' },
    ],
    ['validators', [height]],
    ...accounts.flatMap((account) => [
      query('view_account', account),
      query('view_access_key_list', account),
      query('view_state', account),
    ]),
    query('view_code', ROOT),
  ];
}

async function answer(rpc: RpcClient, method: string, params: unknown): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'test', method, params });
  const response = await fetch(rpc.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: utf8ToBytes(body),
  });
  const text = bytesToUtf8(new Uint8Array(await response.arrayBuffer()));
  return `${response.status} ${text}`;
}

async function compare(follower: RunningFollower, front: RpcClient): Promise<void> {
  const rpc = new RpcClient(follower.url);
  const { height } = follower.chain.head();
  await eventually('the front end has the head', async () => (await headOf(front)) >= height);
  const questions: [string, unknown][] = hashes.flatMap((tx_hash): [string, unknown][] => [
    ['EXPERIMENTAL_tx_status', { tx_hash, sender_account_id: ROOT, wait_until: 'NONE' }],
    ['perigee_transaction_gas', { tx_hash }],
  ]);
  for (const account_id of [ROOT, ALICE, BOB]) {
    questions.push(['perigee_account_history', { account_id, limit: 3 }]);
  }
  for (let at = follower.chain.genesis().height; at <= height; at++) {
    questions.push(...listQuestions(at));
  }
  for (const [method, params] of questions) {
    const expected = await answer(rpc, method, params);
    const found = await answer(front, method, params);
    assert.equal(found, expected, `${method} ${JSON.stringify(params)}`);
  }
}

async function caughtUp(follower: RunningFollower): Promise<void> {
  const final = await node.rpc.call<{ header: { height: number } }>('block', {
    finality: 'final',
  });
  // The newest block of the source waits for its successor.
  await eventually('the follower has all blocks', () => {
    assert.equal(failed, null);
    return follower.chain.head().height >= final.header.height - 1;
  });
}

test('a front end responds like a follower from genesis', async (context) => {
  const cluster = testCluster.address('genesis');
  const follower = await follow(context, cluster, { genesis: join(node.home, 'genesis.json') });
  await caughtUp(follower);
  await compare(follower, await openReaders(context, cluster));
});

test('a front end responds like a follower from a checkpoint', async (context) => {
  const cluster = testCluster.address('checkpoint');
  const follower = await follow(context, cluster, { checkpoint: node.rpc.url, start: 4 });
  await caughtUp(follower);
  await compare(follower, await openReaders(context, cluster));
});

test('a cluster that stops responding delays nothing, and catches up', async (context) => {
  const cluster = testCluster.address('silent');
  const genesis = join(node.home, 'genesis.json');
  const follower = await follow(context, cluster, { genesis });
  await caughtUp(follower);
  const front = await openReaders(context, cluster);
  testCluster.nodes[0]?.pause();
  try {
    await node.mine(BLOCKS_TO_FINAL);
    await caughtUp(follower);
  } finally {
    testCluster.nodes[0]?.resume();
  }
  await compare(follower, front);
});

test('a second follower is refused, and takes over when the first is gone', async (context) => {
  const cluster = testCluster.address('taken');
  const genesis = join(node.home, 'genesis.json');
  const first = await follow(context, cluster, { genesis });
  await caughtUp(first);
  const front = await openReaders(context, cluster);
  await eventually('the cluster has a head', async () => (await headOf(front)) > 0);
  await assert.rejects(follow(context, cluster, { genesis }), /a cluster has one writer/);
  await first.stop();
  // It starts with nothing, behind the cluster, and continues where the cluster ends.
  const second = await follow(context, cluster, { genesis });
  await node.mine(BLOCKS_TO_FINAL);
  await caughtUp(second);
  await compare(second, front);
});

test('a front end of a followed chain has no state to copy', async () => {
  const store = testCluster.address('genesis');
  const place = { host: '127.0.0.1', port: 0, cacheBytes: 2 ** 24 };
  await assert.rejects(
    startServe({ store, state: true, ...place, logLevel: 'silent' }),
    /there is no state to copy/,
  );
});
