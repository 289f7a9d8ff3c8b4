// Every limit that config.json sets and `client_config` shows, on a node with small limits: each is
// shown and enforced, and what stays below it is accepted.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64, u64Le } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { Action } from '../../src/types/action.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import {
  ALICE,
  BOB,
  CAROL,
  startTestNode,
  type TestNode,
  writeConfig,
} from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const BODY_BYTES_MAX = 10_000;
const KEYS_MAX = 2;
const STATE_BYTES_MAX = 1_000;
const VIEW_GAS_MAX = 2_000_000_000_000;
/** Room for the contract, and little else. */
const POOL_BYTES_MAX = 3_000;

const CONFIG = {
  rpc: { limits_config: { json_payload_max_size: BODY_BYTES_MAX } },
  view_access_keys_limit: KEYS_MAX,
  trie_viewer_state_size_limit: STATE_BYTES_MAX,
  max_gas_burnt_view: VIEW_GAS_MAX,
  transaction_pool_size_limit: POOL_BYTES_MAX,
};

let node: TestNode;
let alice: Sender;

before(async () => {
  const home = createTemporaryFolder();
  writeConfig(home, CONFIG);
  node = await startTestNode({ home, mining: 'manual' });
  await node.mine();
  alice = new Sender(node.rpc, ALICE);
});

/** Sends a transaction and produces the blocks that execute it. */
async function execute(sender: Sender, actions: readonly Action[]): Promise<void> {
  const sent = await sender.sign(sender.accountId, actions);
  await sender.submit(sent, 'NONE');
  await node.mine(2);
  const { status } = await sender.status(sent, 'EXECUTED_OPTIMISTIC');
  assert.ok(typeof status === 'object' && 'SuccessValue' in status, JSON.stringify(status));
}

interface ViewAnswer {
  readonly keys: readonly object[];
  readonly values: readonly object[];
  readonly result: readonly number[];
  readonly error: string;
}

function view(request: object): Promise<ViewAnswer> {
  return node.rpc.call('query', { finality: 'optimistic', ...request });
}

async function failView(request: object): Promise<string> {
  const error = await node.rpc.fail('query', { finality: 'optimistic', ...request });
  return error.cause.name;
}

test('the limits are shown', async () => {
  const shown = await node.rpc.call<Record<string, unknown>>('client_config');
  const { rpc: _, ...limits } = CONFIG;
  for (const [name, value] of Object.entries(limits)) assert.equal(shown[name], value, name);
});

test('json_payload_max_size', async () => {
  const body = '{"method":"genesis_config"}'.padEnd(BODY_BYTES_MAX);
  assert.equal((await node.rpc.post('/genesis_config', body)).status, 200);
  assert.equal((await node.rpc.post('/genesis_config', `${body} `)).status, 413);
});

test('view_access_keys_limit', async () => {
  const addKey = (seed: string): Action => ({
    kind: 'AddKey',
    value: {
      publicKey: secretToPublic(keyFromSeed('ed25519', seed)),
      accessKey: { nonce: 0n, permission: { kind: 'FullAccess' } },
    },
  });
  const list = { request_type: 'view_access_key_list', account_id: ALICE };
  await execute(alice, [addKey('second')]);
  assert.equal((await view(list)).keys.length, KEYS_MAX);
  await execute(alice, [addKey('third')]);
  assert.equal(await failView(list), 'TOO_MANY_ACCESS_KEYS');
  assert.equal((await view({ ...list, limit: 100 })).keys.length, KEYS_MAX);
});

test('trie_viewer_state_size_limit', async () => {
  const bob = new Sender(node.rpc, BOB);
  const state = { request_type: 'view_state', account_id: BOB, prefix_base64: '' };
  await execute(bob, [deploy(storageContract), callContract('put', new Uint8Array(100))]);
  assert.equal((await view(state)).values.length, 1);
  await execute(bob, [callContract('put', new Uint8Array(STATE_BYTES_MAX))]);
  assert.equal(await failView(state), 'TOO_LARGE_CONTRACT_STATE');
});

test('max_gas_burnt_view', async () => {
  const carol = new Sender(node.rpc, CAROL);
  await execute(carol, [deploy(recordedContract('compute'))]);
  const call = (n: number) =>
    view({
      request_type: 'call_function',
      account_id: CAROL,
      method_name: 'fib',
      args_base64: bytesToBase64(u64Le(n)),
    });
  assert.deepEqual((await call(10)).result, [...u64Le(55)]);
  // A failed call is a result with an error in it.
  assert.match((await call(25)).error, /GasLimitExceeded/);
});

test('transaction_pool_size_limit', async () => {
  const filler = await alice.sign(ALICE, [deploy(new Uint8Array(POOL_BYTES_MAX - 300))]);
  const small = await alice.sign(BOB, [transfer(1n)]);
  await alice.submit(filler, 'NONE');
  const params = { signed_tx_base64: bytesToBase64(small.bytes), wait_until: 'INCLUDED' };
  const error = await node.rpc.fail('send_tx', params);
  assert.match(JSON.stringify(error), /the transaction pool holds its limit of 3000 bytes/);
  await node.mine();
  await alice.submit(small, 'NONE');
  await node.mine();
  assert.equal((await alice.status(small, 'NONE')).transaction.hash, formatHash(small.hash));
});
