// The program as test harnesses use the reference's binary: `init`, files edited by hand, `run`,
// patches, jumps, dumps while the node runs, and a restart from a dump.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RpcClient } from '../support/rpcClient.ts';
import { NodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const KEY = 'ed25519:5BGSaf6YjVm7565VzWQHNxoyEjwr3jUpRJSGjREvU9dB';
const NEAR = 10n ** 24n;

interface GenesisJson {
  chain_id: string;
  epoch_length: number;
  genesis_height: number;
  total_supply: string;
  transaction_validity_period: number;
  validators: { account_id: string; public_key: string }[];
  records: Record<string, { account_id: string } & Record<string, unknown>>[];
}

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as T;
}

function editJson<T>(path: string, edit: (json: T) => void): void {
  const json = readJson<T>(path);
  edit(json);
  writeFileSync(path, JSON.stringify(json));
}

async function runProgram(...args: string[]): Promise<void> {
  const { code, stderr } = await new NodeProcess(args).ended;
  assert.equal(code, 0, stderr);
}

async function startRun(home: string, ...args: string[]): Promise<[NodeProcess, RpcClient]> {
  const addresses = ['--rpc-addr', '127.0.0.1:0', '--network-addr', '127.0.0.1:24567'];
  const node = new NodeProcess(['--home', home, 'run', ...addresses, ...args]);
  return [node, await node.listening()];
}

function addAccount(genesis: GenesisJson, accountId: string, amount: bigint): void {
  const account = {
    amount: String(amount),
    locked: '0',
    code_hash: '11111111111111111111111111111111',
    storage_usage: 182,
  };
  const access_key = { nonce: 0, permission: 'FullAccess' };
  genesis.total_supply = String(BigInt(genesis.total_supply) + amount);
  genesis.records.push(
    { Account: { account_id: accountId, account } },
    { AccessKey: { account_id: accountId, public_key: KEY, access_key } },
  );
}

const viewAmount = async (rpc: RpcClient, accountId: string) => {
  const params = { request_type: 'view_account', finality: 'optimistic', account_id: accountId };
  return (await rpc.call<{ amount: string }>('query', params)).amount;
};

interface Status {
  readonly chain_id: string;
  readonly sync_info: { readonly latest_block_height: number };
}

test('init writes the files that a harness edits', async () => {
  const home = join(createTemporaryFolder(), 'deep', 'home');
  await runProgram('--home', home, 'init', '--fast');
  const genesis = readJson<GenesisJson>(home, 'genesis.json');
  assert.match(genesis.chain_id, /^test-chain-[0-9a-z]{5}$/);
  assert.equal(genesis.epoch_length, 60);
  assert.equal(genesis.transaction_validity_period, 100);
  assert.equal(genesis.total_supply, String(2_050_000_000n * NEAR));
  const validator = readJson<Record<string, string>>(home, 'validator_key.json');
  assert.equal(validator.account_id, 'test.near');
  assert.equal(validator.public_key, genesis.validators[0]?.public_key);
  assert.match(validator.secret_key ?? '', /^ed25519:/);
  const config = readJson<{ consensus: Record<string, unknown> }>(home, 'config.json');
  assert.deepEqual(config.consensus.min_block_production_delay, { secs: 0, nanos: 120_000_000 });
  assert.ok(existsSync(join(home, 'node_key.json')));
});

test('init takes names and seeds', async () => {
  const [first, second] = [createTemporaryFolder(), createTemporaryFolder()];
  const args = ['--chain-id', 'mine', '--account-id', 'boss.near', '--test-seed', 'seed'];
  await runProgram('--home', first, 'init', ...args, '--num-shards', '2');
  await runProgram('--home', second, 'init', ...args);
  const genesis = readJson<GenesisJson>(first, 'genesis.json');
  assert.deepEqual([genesis.chain_id, genesis.validators[0]?.account_id], ['mine', 'boss.near']);
  const read = (home: string) => readFileSync(join(home, 'validator_key.json'), 'utf8');
  assert.equal(read(first), read(second));
});

test('blocks for indexers are served by start, and by run if they are enabled', async () => {
  const served = async (rpc: RpcClient) => {
    const { header } = await rpc.call<{ header: { hash: string } }>('block', { finality: 'final' });
    const params = { block_hash: header.hash };
    const { result, error } = await rpc.ask('EXPERIMENTAL_indexer_block', params);
    return error?.cause.name ?? result !== undefined;
  };
  const home = createTemporaryFolder();
  await runProgram('--home', home, 'init', '--fast');
  for (const [args, expected] of [
    [[], 'METHOD_NOT_FOUND'],
    [['--max-indexer-requests', '1'], true],
  ] as const) {
    const [node, rpc] = await startRun(home, ...args);
    assert.equal(await served(rpc), expected);
    await node.kill('SIGTERM');
  }
  const started = new NodeProcess(['--home', createTemporaryFolder(), 'start', '--port', '0']);
  assert.equal(await served(await started.listening()), true);
  await started.kill('SIGTERM');
});

test('the complete workflow of a harness works', async () => {
  const home = createTemporaryFolder();
  await runProgram('--home', home, 'init', '--chain-id', 'localnet', '--fast');
  const genesisPath = join(home, 'genesis.json');
  const original = readFileSync(genesisPath);
  editJson<GenesisJson>(genesisPath, (genesis) => addAccount(genesis, 'sandbox', 10_000n * NEAR));
  editJson<Record<string, Record<string, unknown>>>(join(home, 'config.json'), (config) => {
    config.rpc = { ...config.rpc, limits_config: { json_payload_max_size: 100_000 } };
    config.store = { max_open_files: 3000 };
  });

  const [node, rpc] = await startRun(home);
  const status = await fetch(`${rpc.url}/status`);
  assert.equal(status.status, 200);
  assert.equal(((await status.json()) as Status).chain_id, 'localnet');
  assert.equal(await viewAmount(rpc, 'sandbox'), String(10_000n * NEAR));
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(100_000) });
  assert.equal((await rpc.post('/', large)).status, 413);

  const height = async () => (await rpc.call<Status>('status', [])).sync_info.latest_block_height;
  const before = await height();
  assert.deepEqual(await rpc.call('sandbox_fast_forward', { delta_height: 100 }), {});
  assert.ok((await height()) >= before + 100);
  const account = {
    amount: '7',
    locked: '0',
    code_hash: '11111111111111111111111111111111',
    storage_usage: 182,
  };
  const records = [{ Account: { account_id: 'patched', account } }];
  assert.deepEqual(await rpc.call('sandbox_patch_state', { records }), {});
  assert.equal(await viewAmount(rpc, 'patched'), '7');

  await runProgram('--home', home, 'view-state', 'dump-state');
  const dumped = readJson<GenesisJson>(home, 'output.json');
  assert.ok(dumped.records.some((record) => record.Account?.account_id === 'patched'));
  await runProgram('--home', home, 'view-state', 'dump-state', '--stream');
  const output = join(home, 'output');
  const streamed = readJson<GenesisJson['records']>(output, 'records.json');
  assert.deepEqual(streamed.length, dumped.records.length);
  assert.deepEqual(readJson<GenesisJson>(output, 'genesis.json').records, []);
  for (const name of ['config.json', 'node_key.json', 'validator_key.json']) {
    assert.ok(existsSync(join(output, name)), name);
  }
  assert.equal((await node.kill('SIGTERM')).code, 0);

  rmSync(join(home, 'data'), { recursive: true });
  writeFileSync(genesisPath, JSON.stringify(dumped));
  const [again, rpcAgain] = await startRun(home);
  assert.equal(await viewAmount(rpcAgain, 'patched'), '7');
  const { sync_info } = await rpcAgain.call<Status>('status', []);
  assert.ok(sync_info.latest_block_height >= dumped.genesis_height);
  assert.equal((await again.kill('SIGINT')).code, 0);

  rmSync(join(home, 'data'), { recursive: true });
  writeFileSync(genesisPath, original);
  const [last, rpcLast] = await startRun(home, '--no-controls');
  await assert.rejects(viewAmount(rpcLast, 'patched'));
  const refused = await rpcLast.ask('sandbox_patch_state', { records });
  assert.equal(refused.error?.cause.name, 'METHOD_NOT_FOUND');
  await last.kill('SIGTERM');
});

test('wrong commands of a harness end with a sentence', async () => {
  const home = createTemporaryFolder();
  for (const args of [
    ['view-state', 'fly'],
    ['view-state', 'dump-state'],
    ['init', '--account-id', 'NOT AN ID'],
    ['run', '--rpc-addr', 'nowhere'],
  ]) {
    const { code, stderr } = await new NodeProcess(['--home', home, ...args]).ended;
    assert.notEqual(code, 0, args.join(' '));
    assert.match(stderr, /^perigee: [^\n]+\n$/, args.join(' '));
  }
});
