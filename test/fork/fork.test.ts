// A fork of a running node: reads, writes, removals, and working without the original.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { parseHash } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ROOT, startTestNode, type TestNode } from '../support/runningNode.ts';
import { callContract, deploy, NEAR, Sender, transfer } from '../support/sender.ts';
import { STORAGE_KEY, storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { createTransaction } from '../support/transactions.ts';

const SHOP = `shop.${ROOT}`;
const FRIEND = `friend.${ROOT}`;
const GUEST = `guest.${ROOT}`;

let original: TestNode;
let fork: TestNode;
/** The bodies of all requests that the fork has sent. */
const questions: string[] = [];
/** A proxy between the two, so that requests can be observed, and cut off. */
const wire = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', async () => {
    const body = Buffer.concat(parts).toString();
    questions.push(body);
    const answer = await original.rpc.post('/', body);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
});
const forkHome = createTemporaryFolder();
let request: { readonly url: string; readonly height: number | null };

before(async () => {
  original = await startTestNode();
  const root = new Sender(original.rpc, ROOT);
  for (const name of [SHOP, FRIEND, GUEST]) await root.send(name, createAccount(name));
  const shop = new Sender(original.rpc, SHOP);
  await shop.send(SHOP, [deploy(storageContract), callContract('put', utf8ToBytes('first'))]);
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const { port } = wire.address() as AddressInfo;
  request = { url: `http://127.0.0.1:${port}`, height: null };
  fork = await startTestNode({ home: forkHome, fork: request });
});

after(() => {
  wire.closeAllConnections();
  wire.close();
});

function createAccount(name: string) {
  const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
  const publicKey = secretToPublic(keyFromSeed('ed25519', name));
  return [
    { kind: 'CreateAccount', value: {} },
    transfer(100n * NEAR),
    { kind: 'AddKey', value: { publicKey, accessKey } },
  ] as const;
}

function viewAccount(rpc: RpcClient, account_id: string): Promise<{ amount: string }> {
  return rpc.call('query', { request_type: 'view_account', account_id, finality: 'optimistic' });
}

async function get(rpc: RpcClient): Promise<string> {
  const { result } = await rpc.call<{ result: number[] }>('query', {
    request_type: 'call_function',
    account_id: SHOP,
    method_name: 'get',
    args_base64: '',
    finality: 'optimistic',
  });
  return Buffer.from(result).toString();
}

interface SimulationJson {
  readonly transactions: readonly {
    readonly state_changes: {
      readonly storage: readonly {
        readonly before_base64: string;
        readonly after_base64: string;
      }[];
    };
  }[];
}

interface TraceJson {
  readonly receipts: readonly {
    readonly actions: readonly {
      readonly storage_changes: readonly {
        readonly before: { readonly text: string };
        readonly after: { readonly text: string };
      }[];
    }[];
  }[];
}

const keyList = { request_type: 'view_access_key_list', finality: 'optimistic' };

test('a fork starts after the newest final block, under the name of the network', async () => {
  const [theirs, own] = await Promise.all(
    [original, fork].map(({ rpc }) => rpc.call<{ chain_id: string }>('status', [])),
  );
  assert.equal(own?.chain_id, theirs?.chain_id);
  const config = await fork.rpc.call<{ genesis_height: number }>('genesis_config');
  const final = JSON.parse(questions[0] as string) as { params: object };
  assert.deepEqual(final.params, { finality: 'final' });
  assert.ok(config.genesis_height > 0);
});

test('accounts, keys, code and storage are those of the network', async () => {
  assert.equal(
    (await viewAccount(fork.rpc, SHOP)).amount,
    (await viewAccount(original.rpc, SHOP)).amount,
  );
  assert.equal(await get(fork.rpc), 'first');
  const ask = (rpc: RpcClient, params: object) =>
    rpc.call<Record<string, unknown>>('query', params);
  for (const params of [
    { ...keyList, account_id: SHOP },
    { request_type: 'view_code', account_id: SHOP, finality: 'optimistic' },
    { request_type: 'view_state', account_id: SHOP, prefix_base64: '', finality: 'optimistic' },
  ]) {
    const [theirs, own] = [await ask(original.rpc, params), await ask(fork.rpc, params)];
    const { block_hash: _, block_height: __, ...shown } = own;
    const { block_hash: ___, block_height: ____, ...wanted } = theirs;
    assert.deepEqual(shown, wanted);
  }
  const unknown = await fork.rpc.fail('query', {
    request_type: 'view_account',
    account_id: 'nobody.near',
    finality: 'optimistic',
  });
  assert.equal(unknown.cause.name, 'UNKNOWN_ACCOUNT');
});

test('a simulation executes on the rows of the network, and changes nothing', async () => {
  const args = Buffer.from('simulated').toString('base64');
  const call = { method_name: 'put', args, gas: 10 ** 14, deposit: '0' };
  const { transactions } = await fork.rpc.call<SimulationJson>('perigee_simulate', {
    transactions: { signer_id: GUEST, receiver_id: SHOP, actions: [{ FunctionCall: call }] },
  });
  const changed = transactions[0]?.state_changes.storage.map((row) =>
    [row.before_base64, row.after_base64].map((text) => Buffer.from(text, 'base64').toString()),
  );
  assert.deepEqual(changed, [['first', 'simulated']]);
  assert.equal(await get(fork.rpc), 'first');
});

test('transactions change the fork and nothing else', async () => {
  const shop = new Sender(fork.rpc, SHOP);
  await shop.send(SHOP, [callContract('put', utf8ToBytes('second'))]);
  await shop.send(FRIEND, [transfer(NEAR)]);
  assert.equal(await get(fork.rpc), 'second');
  assert.equal(await get(original.rpc), 'first');
  const [theirs, own] = [
    await viewAccount(original.rpc, FRIEND),
    await viewAccount(fork.rpc, FRIEND),
  ];
  assert.equal(BigInt(own.amount) - BigInt(theirs.amount), NEAR);
});

test('a trace executes on the rows of the network', async () => {
  const shop = new Sender(fork.rpc, SHOP);
  const call = [callContract('put', utf8ToBytes('traced'))];
  const { transaction } = await shop.send(SHOP, call);
  const trace = await fork.rpc.call<TraceJson>('perigee_trace_transaction', {
    tx_hash: transaction.hash,
  });
  const [change] = trace.receipts[0]?.actions[0]?.storage_changes ?? [];
  assert.deepEqual([change?.before.text, change?.after.text], ['second', 'traced']);
});

test('what is removed stays removed', async () => {
  const shop = new Sender(fork.rpc, SHOP);
  await shop.send(SHOP, [callContract('remove', new Uint8Array())]);
  const page = await fork.rpc.call<{ values: unknown[] }>('query', {
    request_type: 'view_state',
    account_id: SHOP,
    prefix_base64: bytesToBase64(STORAGE_KEY),
    finality: 'optimistic',
  });
  assert.deepEqual(page.values, []);
  const guest = new Sender(fork.rpc, GUEST);
  await guest.send(GUEST, [{ kind: 'DeleteAccount', value: { beneficiaryId: FRIEND } }]);
  await assert.rejects(viewAccount(fork.rpc, GUEST), /UNKNOWN_ACCOUNT/);
  // Its keys at the origin are not shown either.
  const { cause } = await fork.rpc.fail('query', { ...keyList, account_id: GUEST });
  assert.equal(cause.name, 'UNKNOWN_ACCOUNT');
});

test('what a block has read is never requested again', async () => {
  const shop = new Sender(fork.rpc, SHOP);
  const asked = questions.length;
  await shop.send(SHOP, [callContract('put', utf8ToBytes('again'))]);
  await shop.send(FRIEND, [transfer(1n)]);
  assert.deepEqual(questions.slice(asked), []);
});

const UNKNOWN_ACCOUNTS = 1_000;

async function countOriginRows(): Promise<number> {
  const store = await LmdbStore.open({ path: join(forkHome, 'data'), readOnly: true });
  const rows = [...store.range(Column.originRow)];
  await store.close();
  return rows.length;
}

test('what clients request is kept in memory only', async () => {
  // Checkpoints of the store come and go.
  const listFiles = () =>
    readdirSync(forkHome, { recursive: true })
      .map(String)
      .filter((name) => !name.includes('checkpoint'))
      .sort();
  const [files, rows] = [listFiles(), await countOriginRows()];
  assert.ok(rows > 0, 'blocks have read some rows');
  const ask = (account_id: string) =>
    fork.rpc.fail('query', { request_type: 'view_account', account_id, finality: 'optimistic' });
  for (let i = 0; i < UNKNOWN_ACCOUNTS; i += 50) {
    const ids = Array.from({ length: 50 }, (_, at) => `unknown${i + at}.near`);
    const names = (await Promise.all(ids.map(ask))).map(({ cause }) => cause.name);
    assert.deepEqual(new Set(names), new Set(['UNKNOWN_ACCOUNT']));
  }
  // The same for transactions that no block will include.
  const { header } = await fork.rpc.call<{ header: { hash: string } }>('block', {
    finality: 'optimistic',
  });
  const parts = {
    signerId: 'stranger.near',
    nonce: { kind: 'Nonce', value: { nonce: 1n } } as const,
    receiverId: SHOP,
    blockHash: parseHash(header.hash),
    actions: [transfer(1n)],
  };
  const { bytes } = createTransaction(parts, keyFromSeed('ed25519', 'stranger.near'));
  const refused = await fork.rpc.fail('send_tx', { signed_tx_base64: bytesToBase64(bytes) });
  assert.match(JSON.stringify(refused), /SignerDoesNotExist/);
  assert.deepEqual(listFiles(), files);
  assert.equal(await countOriginRows(), rows);
});

test('its shards cannot be split', async () => {
  const refusal = await fork.rpc.fail('perigee_split_shard', { shard_id: 0 });
  assert.match(JSON.stringify(refusal), /a fork takes its state from another network/);
});

test('a fork continues when the network is gone', async () => {
  await fork.stop();
  await original.stop();
  wire.closeAllConnections();
  await new Promise((resolve) => wire.close(resolve));
  const again = await startTestNode({ home: forkHome });
  const shop = new Sender(again.rpc, SHOP);
  await shop.send(SHOP, [callContract('put', utf8ToBytes('third'))]);
  assert.equal(await get(again.rpc), 'third');
  const stranger = await again.rpc.fail('query', {
    request_type: 'view_account',
    account_id: 'stranger.near',
    finality: 'optimistic',
  });
  assert.match(JSON.stringify(stranger), /cannot be asked/);
  const { sync_info } = await again.rpc.call<{ sync_info: object }>('status', []);
  assert.ok(sync_info);
  await again.stop();
});

test('a home folder keeps its chain unless it is reset', async () => {
  const other = { url: 'http://127.0.0.1:1', height: 5 };
  await assert.rejects(startTestNode({ home: forkHome, fork: other }), /--reset/);
  const ordinary = await startTestNode();
  await ordinary.stop();
  await assert.rejects(startTestNode({ home: ordinary.home, fork: other }), /--reset/);
});
