// A node inside this process: the complete node (threads, store, HTTP) is started, driven through
// its typed controls and through JSON-RPC, and stopped.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatJsonValue, type JsonValue } from '../../src/base/json/exactJson.ts';
import { createNode, type MethodName, type PerigeeNode, RpcCallError } from '../../src/index.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const ROOT = 'test.near';
const ALICE = 'alice.test.near';
const BOB = 'bob.test.near';
const NEAR = 10n ** 24n;

const folder = createTemporaryFolder();
let node: PerigeeNode;

before(async () => {
  node = await createNode();
});

after(() => node.stop());

const viewAccount = (accountId: string, on = node) =>
  on.rpc('query', {
    request_type: 'view_account',
    finality: 'optimistic',
    account_id: accountId,
  });

/** Calls with params that the types do not allow. */
const callAny = (method: string, params: unknown): Promise<unknown> =>
  node.rpc(method as MethodName, params as never);

const call = (methodName: string, args = '') => ({
  FunctionCall: {
    method_name: methodName,
    args: bytesToBase64(utf8ToBytes(args)),
    gas: 30_000_000_000_000,
    deposit: '0',
  },
});

async function ask(url: string, method: string, params: unknown, origin?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as {
    result?: { height?: number };
    error?: { cause: { name: string; info?: unknown } };
  };
}

test('accounts come with their keys, the root first', async () => {
  assert.equal(node.accounts.length, 11);
  assert.equal(node.accounts[0]?.accountId, ROOT);
  assert.match(node.accounts[1]?.secretKey ?? '', /^ed25519:/);
  assert.equal((await viewAccount(ALICE)).amount, String(10_000n * NEAR));
});

test('balance, code, storage and keys are set and read back over RPC', async () => {
  await node.setBalance(ALICE, 7n * NEAR);
  assert.equal((await viewAccount(ALICE)).amount, String(7n * NEAR));
  await node.setCode(BOB, storageContract);
  await node.setStorage(BOB, Uint8Array.of(0), 'stored');
  const called = await node.rpc('query', {
    request_type: 'call_function',
    finality: 'optimistic',
    account_id: BOB,
    method_name: 'get',
    args_base64: '',
  });
  assert.ok('result' in called);
  assert.equal(String.fromCharCode(...called.result), 'stored');
  const { publicKey } = node.accounts[0] ?? { publicKey: '' };
  await node.setAccessKey(BOB, publicKey, { permission: 'FullAccess' });
  const listKeys = () =>
    node.rpc('query', {
      request_type: 'view_access_key_list',
      finality: 'optimistic',
      account_id: BOB,
    });
  assert.equal((await listKeys()).keys.length, 2);
  await node.setAccessKey(BOB, publicKey, null);
  assert.equal((await listKeys()).keys.length, 1);
});

test('an account is impersonated, and the gas report adds up over all receipts', async () => {
  await node.setBalance(ALICE, 100n * NEAR);
  const before = node.gasReport();
  const sent = await node.impersonate(ALICE, BOB, [call('put', 'hello')], 'FINAL');
  assert.deepEqual(sent.status, { SuccessValue: '' });
  const report = node.gasReport();
  const burnt = [sent.transaction_outcome, ...sent.receipts_outcome].reduce(
    (sum, { outcome }) => sum + BigInt(outcome.gas_burnt),
    0n,
  );
  assert.equal(report.total - before.total, burnt);
  assert.equal(report.transactions - before.transactions, 1);
  const row = report.rows.find(({ methodName }) => methodName === 'put');
  assert.ok(row !== undefined);
  assert.deepEqual([row.accountId, row.calls, row.failures], [BOB, 1, 0]);
  assert.deepEqual([row.min, row.median, row.max], [row.total, row.total, row.total]);
  const { wasm, hostFunctions, actions } = row.parts;
  assert.equal(wasm + hostFunctions + actions, row.total);
  assert.ok(wasm > 0n && hostFunctions > 0n && actions > 0n);
});

test('a failure is an error with the cause from the response', async () => {
  await assert.rejects(viewAccount('nobody.near'), (error) => {
    assert.ok(error instanceof RpcCallError);
    return error.info.error.cause.name === 'UNKNOWN_ACCOUNT';
  });
  await assert.rejects(node.impersonate('nobody.near', BOB, []), { code: 'rpc' });
  await assert.rejects(node.rpc('perigee_revert', { id: 99 }), { code: 'rpc' });
  await assert.rejects(node.setCode('nobody.near', storageContract), { code: 'patch_fault' });
});

test('after a revert to a snapshot every response is as before', async () => {
  const head = () => node.rpc('block', { finality: 'optimistic' });
  await node.setMining('manual');
  const id = await node.snapshot();
  const { header } = await head();
  await node.setStorage(BOB, Uint8Array.of(0), 'changed');
  await node.mine(3);
  const later = await head();
  assert.equal(later.header.height, header.height + 4);
  assert.equal(await node.revert(id), header.height);
  assert.deepEqual((await head()).header, header);
  await assert.rejects(node.rpc('block', { block_id: later.header.hash }), { code: 'rpc' });
  await node.setMining('auto');
});

test('time moves on request', async () => {
  const timestamp = async () => {
    const { header } = await node.rpc('block', {
      finality: 'optimistic',
    });
    return BigInt(header.timestamp_nanosec);
  };
  // No block comes in between.
  await node.setMining('manual');
  const start = await timestamp();
  await node.advanceTime(3600);
  await node.mine();
  assert.ok((await timestamp()) >= start + 3_600_000_000_000n);
  const next = start + 10n ** 15n;
  await node.setNextBlockTimestamp(next);
  await node.mine();
  assert.equal(await timestamp(), next);
  await node.setTime(new Date('2100-01-01'));
  await node.mine();
  assert.ok((await timestamp()) >= 4_102_444_800_000_000_000n);
  await node.setMining('auto');
});

test('the state can be moved to another node in a file', async () => {
  const path = join(folder, 'state.json');
  await node.setBalance('only.near', 5n * NEAR);
  await node.dumpState(path);
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).perigee_state, 1);
  const other = await createNode({ loadState: path });
  try {
    assert.notEqual(other.url, node.url);
    assert.equal((await viewAccount('only.near', other)).amount, String(5n * NEAR));
    await other.deleteAccount('only.near');
    await assert.rejects(viewAccount('only.near', other));
    assert.equal((await viewAccount('only.near')).amount, String(5n * NEAR));
  } finally {
    await other.stop();
  }
});

test('controls work over HTTP for this machine, but not for pages of other origins', async () => {
  const { url } = node;
  const mined = await ask(url, 'perigee_mine', { blocks: 2 });
  assert.equal(typeof mined.result?.height, 'number');
  assert.ok((await ask(`${url}/perigee_mine`, 'perigee_mine', null)).result);
  assert.ok((await ask(url, 'perigee_mine', [], 'http://localhost:5173')).result);
  const refused = await ask(url, 'perigee_mine', [], 'https://example.com');
  assert.equal(refused.error?.cause.name, 'FORBIDDEN');
  const batch = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'perigee_mine', params: [1] }]),
  });
  assert.match(await batch.text(), /METHOD_NOT_FOUND/);
});

test('every control has a method', async () => {
  const cases: [string, unknown, RegExp][] = [
    ['perigee_set_mining', { mode: 'interval:1000' }, /height/],
    ['perigee_set_mining', ['manual'], /height/],
    ['perigee_advance_time', { seconds: 1.5 }, /timestamp/],
    ['perigee_set_time', { timestamp: '4200000000000000000' }, /4200000000000000000/],
    ['perigee_set_next_block_timestamp', ['4300000000000000000'], /4300000000000000000/],
    ['sandbox_fast_forward', { delta_height: 10 }, /^\{\}$/],
    ['sandbox_fast_forward', [0], /^\{\}$/],
    ['perigee_snapshot', null, /^\{"id":\d+\}$/],
    ['perigee_set_balance', { account_id: BOB, amount: String(NEAR) }, /height/],
    ['perigee_set_code', { account_id: BOB, code_base64: 'AGFzbQEAAAA=' }, /height/],
    [
      'perigee_set_storage',
      { account_id: BOB, key_base64: 'AA==', value_base64: 'AA==' },
      /height/,
    ],
    ['perigee_set_storage', { account_id: BOB, key_base64: 'AA==' }, /height/],
    ['perigee_delete_account', { account_id: 'only.near' }, /height/],
    ['perigee_dump_state', [], /"perigee_state":1/],
    ['perigee_gas_report', [], /"rows":/],
  ];
  for (const [method, params, result] of cases) {
    const written = formatJsonValue((await callAny(method, params)) as JsonValue);
    assert.match(written, result, method);
  }
  const state = await node.rpc('perigee_dump_state');
  assert.match(JSON.stringify(await node.rpc('perigee_load_state', { state })), /height/);
  const record = { Data: { account_id: BOB, data_key: 'AQ==', value: 'AQ==' } };
  assert.deepEqual(await node.rpc('sandbox_patch_state', { records: [record] }), {});
  assert.deepEqual(await callAny('sandbox_patch_state', [[record]]), {});
  assert.deepEqual(
    await node.rpc('perigee_drop_snapshot', { id: 2 }),
    await callAny('perigee_mine', [0]),
  );
  await node.setMining('auto');
});

test('params that a control does not understand are refused', async () => {
  const cases: [string, unknown][] = [
    ['perigee_mine', { blocks: -1 }],
    ['perigee_mine', { blocks: 1.5 }],
    ['perigee_set_mining', { mode: 'interval:0' }],
    ['perigee_set_mining', { mode: 'never' }],
    ['perigee_advance_time', { seconds: -1 }],
    ['perigee_advance_time', { seconds: '1' }],
    ['perigee_set_time', { timestamp: 'soon' }],
    ['perigee_set_time', { timestamp: 1 }],
    ['perigee_revert', {}],
    ['perigee_set_balance', { account_id: 'A', amount: '1' }],
    ['perigee_set_access_key', { account_id: BOB, public_key: 'ed25519:x', access_key: null }],
    ['perigee_load_state', { state: {} }],
    ['perigee_impersonate', { signer_id: BOB, receiver_id: BOB, actions: [{ Jump: {} }] }],
    ['sandbox_patch_state', { records: [{ DelayedReceipt: {} }] }],
    ['sandbox_fast_forward', { delta_height: -1 }],
    ['sandbox_fast_forward', { delta_height: 1e15 }],
  ];
  for (const [method, params] of cases) {
    await assert.rejects(callAny(method, params), { code: 'rpc' }, method);
  }
});

test('reset returns to genesis, and the node continues', async () => {
  await node.reset();
  assert.equal((await viewAccount(BOB)).amount, String(10_000n * NEAR));
  const sent = await node.impersonate(ALICE, BOB, [{ Transfer: { deposit: String(NEAR) } }]);
  assert.deepEqual(sent.status, { SuccessValue: '' });
});

test('a node with a home continues where it stopped', async () => {
  const home = join(folder, 'home');
  const first = await createNode({ home, accounts: 1 });
  await first.setBalance('kept.near', 3n);
  await first.stop();
  assert.ok(existsSync(join(home, 'genesis.json')));
  const second = await createNode({ home });
  assert.equal((await viewAccount('kept.near', second)).amount, '3');
  assert.equal(second.accounts.length, 2);
  await second.stop();
});

test('a chain that was moved ahead in time continues from there after a restart', async () => {
  const home = createTemporaryFolder();
  const first = await createNode({ home, mining: 'manual' });
  await first.advanceTime(7 * 24 * 3600);
  await first.mine(2);
  await first.stop();
  const again = await createNode({ home, mining: 'manual' });
  const timestampOf = async () => {
    const { header } = await again.rpc('block', {
      finality: 'optimistic',
    });
    return BigInt(header.timestamp_nanosec);
  };
  const stored = await timestampOf();
  await again.advanceTime(1);
  await again.mine();
  assert.ok((await timestampOf()) >= stored + 1_000_000_000n);
  await again.stop();
});
