// `perigee follow` as a user runs it: next to another Perigee that serves its blocks, through the
// files of an export, and on blocks that were changed.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { type RunningFollower, startFollow } from '../../../src/node/follow/startFollow.ts';
import type { FollowOptions } from '../../../src/node/options.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { metricOf, readMetrics } from '../../hostileClients/support/nodeMetrics.ts';
import { eventually } from '../../support/eventually.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import { RpcClient } from '../../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  NodeProcess,
  startTestNode,
  type TestNode,
} from '../../support/runningNode.ts';
import { callContract, deploy, NEAR, Sender, transfer } from '../../support/sender.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

let node: TestNode;
let alice: Sender;

before(async () => {
  node = await startTestNode({ mining: 'manual' });
  alice = new Sender(node.rpc, ALICE);
});

/** A follower that ends with the test. */
async function follow(test: TestContext, options: Partial<FollowOptions>) {
  const follower = await startFollow({
    from: `neardata:${node.rpc.url}`,
    allowUnapproved: false,
    verifiedOnly: false,
    execute: false,
    host: '127.0.0.1',
    port: 0,
    home: options.home ?? createTemporaryFolder(),
    logLevel: 'silent',
    ...options,
  });
  test.after(() => follower.stop());
  return { follower, rpc: new RpcClient(follower.url) };
}

/** Blocks until what was sent is final, and the follower has its confirmation. */
const BLOCKS_TO_FINAL = 12;
/** Sources deliver final blocks, and the newest of these waits for the next one. */
const BLOCKS_BEHIND = 3;

/** Produces blocks, and waits until the follower has all that it can have. */
async function mineAndFollow(follower: RunningFollower, blocks: number): Promise<void> {
  await node.mine(blocks);
  const { header } = await node.rpc.call<{ header: { height: number } }>('block', {
    finality: 'optimistic',
  });
  await new Promise<void>((resolve) => {
    const look = () => {
      if (follower.chain.head().height < header.height - BLOCKS_BEHIND) return;
      end();
      resolve();
    };
    const end = follower.onBlock(look);
    look();
  });
}

/** Sends a transaction to a follower, and waits until it has been forwarded. */
async function submitThrough(sender: Sender, transaction: HashedTransaction): Promise<void> {
  const count = async () =>
    metricOf(await readMetrics(node.rpc), 'near_transaction_received_validator');
  const before = await count();
  await sender.submit(transaction, 'NONE');
  await eventually('the node has it', async () => (await count()) > before);
}

describe('perigee follow', () => {
  it('reports its configured limits', async (test) => {
    const genesis = join(node.home, 'genesis.json');
    const limits = { accessKeysMax: 7, stateBytesMax: 8, viewGasMax: 9 };
    const { rpc } = await follow(test, { genesis, limits });
    const config = await rpc.call<Record<string, unknown>>('client_config');
    assert.deepEqual(
      [
        config.view_access_keys_limit,
        config.trie_viewer_state_size_limit,
        config.max_gas_burnt_view,
      ],
      [7, 8, 9],
    );
  });

  it('follows another Perigee, serves requests, and forwards transactions', async (test) => {
    const home = createTemporaryFolder();
    const genesis = join(node.home, 'genesis.json');
    const { follower, rpc } = await follow(test, {
      home,
      genesis,
      upstream: { url: node.rpc.url },
    });
    const throughFollower = new Sender(rpc, ALICE);
    const deployed = await throughFollower.sign(ALICE, [deploy(recordedContract('hostcall'))]);
    const stored = await throughFollower.sign(ALICE, [
      callContract('run', hostCalls(['storage_write', 'key', 'value', 0])),
    ]);
    await submitThrough(throughFollower, deployed);
    await node.mine(3);
    await submitThrough(throughFollower, stored);
    await mineAndFollow(follower, BLOCKS_TO_FINAL);
    const result = await throughFollower.status(stored, 'FINAL');
    assert.deepEqual(result, await alice.status(stored, 'FINAL'));

    const { height } = follower.chain.head();
    const at = { block_id: height, account_id: ALICE };
    const args = hostCalls(['storage_read', 'key', 0], ['value_return', 2n ** 64n - 1n, 0]);
    for (const query of [
      { ...at, request_type: 'view_account' },
      { ...at, request_type: 'view_state', prefix_base64: '' },
      {
        ...at,
        request_type: 'call_function',
        method_name: 'run',
        args_base64: bytesToBase64(args),
      },
    ]) {
      assert.deepEqual(await rpc.call('query', query), await node.rpc.call('query', query));
    }
    assert.deepEqual(
      await rpc.call('block', { block_id: height }),
      await node.rpc.call('block', { block_id: height }),
    );

    await follower.stop();
    assert.equal(await follower.stopped, null);
    const again = await follow(test, { home, genesis });
    assert.ok(again.follower.chain.head().height >= height);
    const paid = await alice.sign(BOB, [transfer(NEAR)]);
    await alice.submit(paid, 'NONE');
    await mineAndFollow(again.follower, BLOCKS_TO_FINAL);
    await new Sender(again.rpc, ALICE).status(paid, 'FINAL');
    assert.ok(again.follower.chain.head().height > height);
  });

  it('starts at a checkpoint of an RPC service, and remembers it', async (test) => {
    const home = createTemporaryFolder();
    await node.mine(6);
    const { follower } = await follow(test, { home, checkpoint: node.rpc.url, start: 4 });
    assert.equal(follower.chain.genesis().height, 4);
    await follower.stop();
    const { follower: again, rpc } = await follow(test, { home });
    assert.equal(again.chain.genesis().height, 4);
    const query = { finality: 'final', request_type: 'view_account', account_id: BOB };
    await assert.rejects(rpc.call('query', query), /UNAVAILABLE_SHARD/);
    const sent = rpc.call('send_tx', { signed_tx_base64: '', wait_until: 'NONE' });
    await assert.rejects(sent, /PARSE_ERROR|INVALID/);
  });

  it('reports what it needs', async (test) => {
    await assert.rejects(follow(test, {}), { info: { code: 'cannot_follow' } });
    await assert.rejects(follow(test, { genesis: '/no/such/file' }), {
      info: { code: 'cannot_follow' },
    });
  });
});

describe('a changed block', () => {
  it('ends the program with one sentence and exit code 1', async (test) => {
    const home = createTemporaryFolder();
    const lake = join(createTemporaryFolder(), 'lake');
    const to = ['--home', node.home, '--to', `lake:${lake}`, '--until', '9'];
    assert.equal((await new NodeProcess(['export', ...to]).ended).code, 0);
    const path = join(lake, '000000000007', 'block.json');
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(/"gas_price":\s*"1/, '"gas_price":"2');
    assert.notEqual(changed, text);
    writeFileSync(path, changed);
    const args = ['--from', `lake:${lake}`, '--genesis', join(node.home, 'genesis.json')];
    const program = ['follow', '--home', home, '--port', '0', '--log', 'error', ...args];
    const { code, stderr } = await new NodeProcess(program).ended;
    assert.deepEqual(
      [code, stderr],
      [
        1,
        'perigee: block 7 is refused (header hash): the hash of its header is another one than ' +
          'its fields give\n',
      ],
    );
    const { follower } = await follow(test, {
      home,
      from: `lake:${lake}`,
      genesis: join(node.home, 'genesis.json'),
    });
    assert.equal(follower.chain.head().height, 5);
    assert.notEqual(await follower.stopped, null);
  });
});

describe('perigee follow --execute', () => {
  const simulated = {
    transactions: {
      signer_id: ALICE,
      receiver_id: BOB,
      actions: [{ Transfer: { deposit: `${NEAR}` } }],
    },
    block_timestamp: '4000000000000000000',
  };
  const genesisOf = () => join(node.home, 'genesis.json');
  const viewState = (height: number) => ({
    block_id: height,
    account_id: ALICE,
    request_type: 'view_state',
    prefix_base64: '',
    include_proof: true,
  });

  it('responds like the chain itself, with proofs, and continues after a stop', async (test) => {
    const home = createTemporaryFolder();
    const options = { home, genesis: genesisOf(), execute: true, verifiedOnly: true };
    const { follower } = await follow(test, options);
    const paid = await alice.sign(BOB, [transfer(NEAR)]);
    await alice.submit(paid, 'NONE');
    await mineAndFollow(follower, BLOCKS_TO_FINAL);
    const first = follower.chain.head().height;
    await follower.stop();
    assert.equal(await follower.stopped, null);

    const again = await follow(test, options);
    assert.equal(again.follower.chain.head().height, first);
    await mineAndFollow(again.follower, BLOCKS_TO_FINAL);
    const { height } = again.follower.chain.head();
    assert.ok(height > first);
    for (const [method, params] of [
      ['query', { block_id: height, account_id: ALICE, request_type: 'view_account' }],
      ['query', viewState(height)],
      ['EXPERIMENTAL_changes_in_block', { block_id: first }],
      ['tx', { tx_hash: formatHash(paid.hash), sender_account_id: ALICE, wait_until: 'FINAL' }],
      ['perigee_trace_transaction', { tx_hash: formatHash(paid.hash) }],
      ['perigee_simulate', { ...simulated, block_id: height }],
    ] as const) {
      const found = await again.rpc.call(method, params);
      assert.deepEqual(found, await node.rpc.call(method, params), method);
    }
    assert.match(JSON.stringify(await again.rpc.call('query', viewState(height))), /"proof":\["/);
  });

  it('refuses a source that lies about the state, and stores nothing of it', async (test) => {
    const liar = createServer(async (request, response) => {
      const asked = await fetch(`${node.rpc.url}${request.url}`, { redirect: 'manual' });
      const location = asked.headers.get('location');
      const told = (await asked.text()).replace(/"amount":"\d+"/, '"amount":"1"');
      response.writeHead(asked.status, {
        'content-type': asked.headers.get('content-type') ?? 'text/plain',
        ...(location !== null && { location }),
      });
      response.end(told);
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    test.after(() => liar.close());
    const { port } = liar.address() as AddressInfo;
    const from = `neardata:http://127.0.0.1:${port}`;
    const { follower } = await follow(test, { from, genesis: genesisOf(), execute: true });
    const failure = (await follower.stopped) as Error;
    assert.match(
      failure.message,
      /^block \d+, shard \d+ is refused \(execution\): state_changes\[\d+\]\.change\.amount: /,
    );
  });

  it('needs a genesis', async (test) => {
    const options = { checkpoint: node.rpc.url, execute: true };
    await assert.rejects(follow(test, options), /--execute needs --genesis/);
  });
});
