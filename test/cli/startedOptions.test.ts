// A node that a command line starts with small limits: each is in effect, one request over it, and
// what stays below it is answered.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { verify } from '../../src/cli/commands/verify.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, CAROL, NodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const SMALL = {
  'final-wait': 0,
  'max-body': 200_000,
  'max-values': 33_000,
  'max-batch': 2,
  'max-batch-answer': 4_000,
  'max-answer': 16_384,
  'max-pool': 5_000,
  'max-view-gas': 2_000_000_000_000,
  'max-state': 300,
  'max-state-page': 2,
  'max-state-page-bytes': 1_000,
  'max-keys': 7,
  'wait-timeout': 1_234,
};

const home = createTemporaryFolder();
let node: NodeProcess;
let rpc: RpcClient;

before(async () => {
  const options = Object.entries(SMALL).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const usual = ['--home', home, '--port', '0', '--log', 'error', '--accounts', '3'];
  node = new NodeProcess(['start', ...usual, ...options]);
  rpc = await node.listening();
});

test('limits of config.json are shown as the command line has them', async () => {
  const shown = await rpc.call<Record<string, unknown>>('client_config');
  const names = {
    max_gas_burnt_view: SMALL['max-view-gas'],
    transaction_pool_size_limit: SMALL['max-pool'],
    trie_viewer_state_size_limit: SMALL['max-state'],
    view_access_keys_limit: SMALL['max-keys'],
  };
  for (const [name, value] of Object.entries(names)) assert.equal(shown[name], value, name);
  const json = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
  assert.notEqual(json.view_access_keys_limit, SMALL['max-keys'], 'the file stays as it is');
});

const STATUS = '{"jsonrpc":"2.0","id":1,"method":"health","params":[]}';
const CONFIG =
  '{"jsonrpc":"2.0","id":1,"method":"EXPERIMENTAL_protocol_config","params":{"finality":"final"}}';
const LONG = '{"jsonrpc":"2.0","id":1,"method":"client_config","params":[]}';

async function batch(...entries: string[]): Promise<string> {
  return (await rpc.post('/', `[${entries.join(',')}]`)).text;
}

test('--max-batch and --max-batch-answer', async () => {
  assert.equal(JSON.parse(await batch(STATUS, STATUS)).length, 2);
  assert.match(await batch(STATUS, STATUS, STATUS), /the batch has 3 entries and may have 2/);
  assert.match(await batch(LONG, LONG), /4000/);
});

test('--max-body, --max-values and --max-answer', async () => {
  const withValues = (count: number) =>
    rpc.post('/', `{"jsonrpc":"2.0","id":1,"method":"block","params":[${Array(count).fill(1)}]}`);
  assert.match((await withValues(SMALL['max-values'] + 1)).text, /33000/);
  assert.doesNotMatch((await withValues(SMALL['max-values'] - 100)).text, /33000/);
  assert.equal((await rpc.post('/', STATUS.padEnd(SMALL['max-body']))).status, 200);
  assert.equal((await rpc.post('/', STATUS.padEnd(SMALL['max-body'] + 1))).status, 413);
  assert.match((await rpc.post('/', CONFIG)).text, /16384/);
  assert.doesNotMatch((await rpc.post('/', LONG)).text, /16384/);
});

test('--max-state, --max-state-page and --max-state-page-bytes', async () => {
  const data = (key: string, bytes: number) => ({
    Data: {
      account_id: CAROL,
      data_key: bytesToBase64(utf8ToBytes(key)),
      value: bytesToBase64(new Uint8Array(bytes)),
    },
  });
  const account = {
    amount: '1',
    locked: '0',
    code_hash: '1'.repeat(32),
    storage_usage: 2_000,
    version: 'V1',
  };
  const records = [
    { Account: { account_id: CAROL, account } },
    data('a1', 9),
    data('a2', 9),
    data('a3', 9),
    data('b1', 1_000),
    data('b2', 1),
  ];
  await rpc.call('sandbox_patch_state', { records });
  const list = (prefix: string, params: object) => {
    const prefix_base64 = bytesToBase64(utf8ToBytes(prefix));
    const view = { request_type: 'view_state', account_id: CAROL, finality: 'optimistic' };
    return rpc.ask<{ values: object[] }>('query', { ...view, prefix_base64, ...params });
  };
  assert.equal((await list('', {})).error?.cause.name, 'TOO_LARGE_CONTRACT_STATE');
  assert.equal((await list('a', { limit: 100 })).result?.values.length, SMALL['max-state-page']);
  assert.equal((await list('b', { limit: 100 })).result?.values.length, 1);
});

test('--final-wait 0 answers from the newest final block at once', async () => {
  const amounts = async (finality: string) => {
    const account = { request_type: 'view_account', account_id: BOB, finality };
    return (await rpc.call<{ amount: string }>('query', account)).amount;
  };
  const transfer = {
    signer_id: ALICE,
    receiver_id: BOB,
    actions: [{ Transfer: { deposit: '1' } }],
  };
  const differs: boolean[] = [];
  while (!differs.includes(true) && differs.length < 300) {
    await rpc.call('perigee_impersonate', { ...transfer, wait_until: 'EXECUTED_OPTIMISTIC' });
    const [executed, final] = await Promise.all([amounts('optimistic'), amounts('final')]);
    differs.push(executed !== final);
  }
  assert.ok(differs.includes(true), 'a read at final has not waited for what was executed');
});

test('verify --json writes what it found', async () => {
  await node.kill('SIGTERM');
  const file = join(createTemporaryFolder(), 'report.json');
  assert.equal(await verify(parseCommandLine(['verify', '--home', home, '--json', file])), 0);
  const { isWhole, stores } = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([isWhole, stores.length], [true, 1]);
});
