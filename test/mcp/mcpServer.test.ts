// The tools as assistants use them: through the official client of the Model Context Protocol, run
// unchanged. The server talks to it over a pair of streams in this process; test/commands runs the
// program itself. One node serves all tests, and what tools have done is read from it directly.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { TOOLS } from '../../src/mcp/toolTable.ts';
import { abiContract } from '../support/abiContract.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { NEAR } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { connectMcp } from './mcpConnection.ts';

const APP = `app.${ALICE}`;
let node: TestNode;
let mcp: Client;

before(async () => {
  node = await startTestNode({ finalWaitMs: 600_000 });
  mcp = (await connectMcp(node.rpc.url)).client;
});

async function callTool(name: string, args: object = {}, client = mcp) {
  const params = { name, arguments: args as Record<string, unknown> };
  const { content, isError = false } = await client.callTool(params);
  const [part] = content as { type: string; text: string }[];
  return { text: part?.text ?? '', isError };
}

async function succeed(name: string, args: object = {}): Promise<string> {
  const { text, isError } = await callTool(name, args);
  assert.equal(isError, false, `${name}: ${text}`);
  return text;
}

async function succeedWithJson<T>(name: string, args: object = {}): Promise<T> {
  return JSON.parse(await succeed(name, args)) as T;
}

async function fail(name: string, args: object): Promise<string> {
  const { text, isError } = await callTool(name, args);
  assert.equal(isError, true, `${name}: ${text}`);
  return text;
}

async function balanceOf(account: string): Promise<bigint> {
  const params = { request_type: 'view_account', account_id: account, finality: 'optimistic' };
  return BigInt((await node.rpc.call<{ amount: string }>('query', params)).amount);
}

test('every tool is described by a schema, and its name suits every client', async () => {
  const { tools } = await mcp.listTools();
  assert.equal(tools.length, TOOLS.length);
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.match(name, /^[a-z][a-z_]{1,39}$/);
    assert.ok((description ?? '').length > 20, name);
    assert.equal(inputSchema.type, 'object', name);
    assert.equal(annotations?.openWorldHint, false, name);
  }
  const mine = tools.find(({ name }) => name === 'mine_blocks');
  assert.deepEqual(Object.keys(mine?.inputSchema.properties ?? {}), ['blocks', 'epochs']);
  // Models read this at the start of every session.
  assert.ok(JSON.stringify(tools).length < 24_000);
});

test('accounts are created, funded, listed and viewed', async () => {
  const made = await succeedWithJson<{ secret_key: string }>('create_account', {
    account_id: `shop.${ALICE}`,
    balance: '20 NEAR',
  });
  assert.match(made.secret_key, /^ed25519:/);
  assert.equal(await balanceOf(`shop.${ALICE}`), 20n * NEAR);
  await succeed('fund_account', { account_id: `shop.${ALICE}`, amount: '0.5 NEAR' });
  assert.equal(await balanceOf(`shop.${ALICE}`), (20n * NEAR * 41n) / 40n);
  assert.match(await succeed('view_account', { account_id: `shop.${ALICE}` }), /20\.5 NEAR/);
  assert.match(await succeed('list_accounts'), /bob\.test\.near/);
  const { keys } = await succeedWithJson<{ keys: { secret_key?: string }[] }>('list_keys', {
    account_id: `shop.${ALICE}`,
  });
  assert.deepEqual(
    keys.map(({ secret_key }) => secret_key),
    [made.secret_key],
  );
});

test('tokens are sent to the last digit, and the transaction can be looked at', async () => {
  const before = await balanceOf(BOB);
  const amount = '1.000000000000000000000007 NEAR';
  const sent = { sender_id: ALICE, receiver_id: BOB, amount };
  const { transaction_hash: tx_hash } = await succeedWithJson<{ transaction_hash: string }>(
    'send_tokens',
    sent,
  );
  assert.equal((await balanceOf(BOB)) - before, NEAR + 7n);
  const { receipts } = await succeedWithJson<{ receipts: { receipt_id: string }[] }>(
    'get_transaction',
    { tx_hash },
  );
  const receipt_id = receipts[0]?.receipt_id;
  assert.match(await succeed('get_receipt', { receipt_id }), /"receiver_id":"bob\.test\.near"/);
  assert.match(await succeed('trace_transaction', { tx_hash }), /^success alice.*\n.*balance of/s);
  assert.match(await succeed('profile_transaction', { tx_hash, top: 2 }), /burnt 0\.\d+ Tgas/);
});

test('a contract is deployed, listed, called, viewed and simulated', async () => {
  const code_base64 = Buffer.from(storageContract).toString('base64');
  const init = { init_method: 'put', init_args: { first: 1 } };
  await succeed('deploy_contract', { account_id: APP, code_base64, ...init });
  const view = { contract_id: APP, method: 'get' };
  assert.equal(await succeed('view_method', view), '{"result":{"first":1}}');
  assert.match(await succeed('list_methods', { contract_id: APP }), /"put","get"/);
  const call = { signer_id: BOB, contract_id: APP, method: 'put' };
  await succeed('call_method', { ...call, args: '{"id":123456789012345678901234567890}' });
  const rows = await succeed('view_storage', { contract_id: APP });
  assert.match(rows, /"\{\\"id\\":123456789012345678901234567890\}"/);
  const simulated = await succeedWithJson<{ state_changes: object; suggested_gas: unknown[] }>(
    'simulate_call',
    { ...call, args: 'base64:AAH/' },
  );
  assert.equal(simulated.suggested_gas.length, 1);
  assert.ok(JSON.stringify(simulated.state_changes).includes(APP));
  assert.equal(await succeed('view_storage', { contract_id: APP }), rows);
  await succeed('call_method', { ...call, args: 'base64:AAH/', deposit: '1 yocto' });
  assert.equal(await succeed('view_method', view), '{"result":"base64:AAH/"}');
});

test('arguments are compared with the ABI of the contract', async () => {
  const account_id = `greeter.${ALICE}`;
  const code_base64 = Buffer.from(abiContract).toString('base64');
  await succeed('deploy_contract', { account_id, code_base64 });
  const methods = await succeed('list_methods', { contract_id: account_id });
  assert.match(methods, /"signature":"greet\(account_id: /);
  const view = { contract_id: account_id, method: 'greet' };
  assert.match(await fail('view_method', { ...view, args: {} }), /'times' is missing; .*unchecked/);
  assert.match(await fail('view_method', { ...view, method: 'gret' }), /did you mean 'greet'\?/);
  await succeed('view_method', { ...view, args: [], unchecked: true });
});

test('logs of contracts, the newest last', async () => {
  const account_id = `host.${ALICE}`;
  const code = recordedContract('hostcall');
  await succeed('deploy_contract', {
    account_id,
    code_base64: Buffer.from(code).toString('base64'),
  });
  const log = Buffer.from(hostCalls(['log_utf8', 'hello'])).toString('base64');
  const call = { signer_id: BOB, contract_id: account_id, method: 'run', args: `base64:${log}` };
  assert.match(await succeed('call_method', call), /"logs":\["hello"\]/);
  assert.match(await succeed('contract_logs', { contract_id: account_id }), /"log":"hello"/);
  assert.match(await succeed('contract_logs', { contract_id: BOB }), /"logs":\[\]/);
});

test('blocks, time and snapshots are controlled, and a revert undoes', async () => {
  const before = await balanceOf(BOB);
  const { id } = await succeedWithJson<{ id: number }>('take_snapshot');
  await succeed('fund_account', { account_id: BOB, amount: '5 NEAR' });
  const { height } = await succeedWithJson<{ height: number }>('mine_blocks', { blocks: 3 });
  assert.match(await succeed('get_block', { block: height }), new RegExp(`"height":${height}`));
  assert.match(await succeed('advance_time', { seconds: 1.5 }), /"timestamp":"\d{19}"/);
  assert.match(await succeed('list_snapshots'), new RegExp(`"id":${id}\\b`));
  await succeed('revert_snapshot', { id });
  assert.equal(await balanceOf(BOB), before);
  assert.match(await succeed('chain_status'), /"chain_id":"localnet"/);
  assert.match(await succeed('rpc', { method: 'validators', params: 'latest' }), /"test\.near"/);
});

test('failures say what is wrong and what helps', async () => {
  const call = { signer_id: BOB, contract_id: APP, method: 'missing' };
  const rows: [name: string, args: object, reason: RegExp][] = [
    ['call_method', call, /has no such method\n.*\nTransaction \w+: trace_transaction/s],
    ['call_method', { ...call, gas: 'much' }, /such as '30 Tgas'/],
    ['view_method', { contract_id: BOB, method: 'x' }, /CodeDoesNotExist|no contract/],
    ['view_account', { account_id: 'nobody.near' }, /no account nobody\.near; create_account/],
    ['send_tokens', { sender_id: ALICE }, /missing field `receiver_id`/],
    ['send_tokens', { sender_id: ALICE, receiver_id: BOB, amount: 5 }, /such as '1\.5 NEAR'/],
    [
      'send_tokens',
      { sender_id: 'nobody.near', receiver_id: BOB, amount: '1' },
      /is invalid, and is in no block:\nSignerDoesNotExist/,
    ],
    ['create_account', { account_id: ALICE }, /already exists/],
    ['create_account', { acount_id: ALICE }, /unknown field `acount_id`/],
    ['deploy_contract', { account_id: APP }, /either path or code_base64/],
    ['deploy_contract', { account_id: APP, path: '/nowhere.wasm' }, /cannot be read/],
    ['get_transaction', { tx_hash: '1'.repeat(32) }, /UNKNOWN_TRANSACTION.*\nCheck the hash/s],
    ['revert_snapshot', { id: 99 }, /there is no snapshot 99/],
    ['get_block', { block: 'noon' }, /'noon' is not a block/],
    ['rpc', { method: 'nope' }, /METHOD_NOT_FOUND.*\nCheck the spelling/s],
  ];
  for (const [name, args, reason] of rows) assert.match(await fail(name, args), reason, name);
  await assert.rejects(callTool('no_such_tool'), /there is no tool no_such_tool/);
});

test('errors are explained: from JSON, messages, names and words', async () => {
  const rows: [error: unknown, explanation: RegExp][] = [
    [{ status: { Failure: { InvalidTxError: 'Expired' } } }, /refers to is too old\nsign it again/],
    ['{"AccountDoesNotExist":{"account_id":"a.near"}}', /a\.near does not exist\ncreate it first/],
    ['MethodNotFound', /has no such method/],
    ['panicked: Requires attached deposit of exactly 1 yoctoNEAR', /attach exactly 1 yoctoNEAR/],
    ['UNKNOWN_BLOCK', /^UNKNOWN_BLOCK\n/],
    ['the home folder is locked', /^home\n/],
    ['xyzzy', /No error is known/],
  ];
  for (const [error, explanation] of rows) {
    assert.match(await succeed('explain_error', { error }), explanation, `${error}`);
  }
});
