// The program as the reference's Python suite uses it: `localnet`, whose standard error names the
// folders, files edited by hand, `run` at the address of config.json, and contracts from
// `dump-test-contracts`.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesToBase64, concatBytes, u64Le } from '../../src/base/bytes/bytes.ts';
import { NodeProcess } from '../support/runningNode.ts';
import { callContract, deploy, Sender } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

type Json = Record<string, unknown>;

/** As the suite does: the last word of each line with the prefix, words being split at `=`, too. */
async function createNetwork(home: string, ...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await new NodeProcess(['--home', home, 'localnet', ...args])
    .ended;
  assert.deepEqual([code, stdout], [0, ''], stderr);
  const lines = stderr.split('\n').filter((line) => line.includes('/test'));
  return lines.map((line) => line.split(/=|\s/).at(-1) ?? '');
}

function editJson(path: string, edit: (json: Json) => void): void {
  const json = JSON.parse(readFileSync(path, 'utf8')) as Json;
  edit(json);
  writeFileSync(path, JSON.stringify(json, null, 2));
}

test('localnet names a folder per node', async () => {
  const home = createTemporaryFolder();
  const args = ['-v', '2', '--n', '1', '-s', '2', '--tracked-shards', 'none', '--prefix', 'test'];
  const folders = await createNetwork(home, ...args);
  assert.deepEqual(
    folders,
    [0, 1, 2].map((index) => join(home, `test${index}`)),
  );
  const again = await new NodeProcess(['--home', home, 'localnet', ...args]).ended;
  assert.equal(again.code, 1);
  assert.match(again.stderr, /test0 already has the files of a node/);
});

test('a node of a local network does what the one-node tests ask for', async () => {
  const args = ['--validators', '1', '--non-validators', '0', '--shards', '1', '--prefix', 'test'];
  const [folder = ''] = await createNetwork(createTemporaryFolder(), ...args);
  editJson(join(folder, 'genesis.json'), (genesis) => {
    assert.ok('epoch_length' in genesis && 'transaction_validity_period' in genesis);
    genesis.epoch_length = 10;
    genesis.transaction_validity_period = 20;
  });
  editJson(join(folder, 'config.json'), (config) => {
    const { rpc, network, consensus, store } = config as Record<string, Json>;
    for (const section of [rpc, network, consensus, store]) assert.equal(typeof section, 'object');
    config.save_tx_outcomes = true;
    config.network = { ...network, addr: '0.0.0.0:24577', blacklist: [] };
    config.consensus = { ...consensus, min_num_peers: 0 };
    config.rpc = { ...rpc, addr: '127.0.0.1:0' };
  });
  const node = new NodeProcess(['--home', folder, 'run']);
  const rpc = await node.listening();
  const sender = new Sender(rpc, 'test0');
  const dump = ['dump-test-contracts', '--contract-name', 'backwards_compatible_rs_contract.wasm'];
  const code = await readBytes(new NodeProcess(dump));
  const write = callContract('write_key_value', concatBytes(u64Le(10n), u64Le(20n)));
  for (const action of [deploy(code), write]) {
    const { status } = await sender.send('test0', [action], 'EXECUTED_OPTIMISTIC');
    assert.ok(typeof status === 'object' && 'SuccessValue' in status, JSON.stringify(status));
  }

  const read = async () => {
    const { result } = await rpc.call<{ result: number[] }>('query', {
      request_type: 'call_function',
      account_id: 'test0',
      method_name: 'read_value',
      args_base64: bytesToBase64(u64Le(10n)),
      finality: 'optimistic',
    });
    return result;
  };
  assert.deepEqual(await read(), [...u64Le(20n)]);
  const entry = {
    account_id: 'test0',
    data_key: bytesToBase64(u64Le(10n)),
    value: bytesToBase64(u64Le(30n)),
  };
  await rpc.call('sandbox_patch_state', { records: [{ Data: entry }] });
  assert.deepEqual(await read(), [...u64Le(30n)]);

  await rpc.call('sandbox_fast_forward', { delta_height: 40 });
  const { epoch_height } = await rpc.call<{ epoch_height: number }>('validators', [null]);
  assert.ok(epoch_height >= 4, `epoch ${epoch_height}`);
  const metrics = await (await fetch(`${rpc.url}/metrics`)).text();
  assert.match(metrics, /near_build_info\{release="[^"]+",build="perigee",rustc_version="node \d/);
  assert.equal((await node.kill('SIGINT')).code, 0);
});

async function readBytes(program: NodeProcess): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  program.child.stdout?.on('data', (data: Buffer) => parts.push(data));
  assert.equal((await program.ended).code, 0, program.stderr);
  return new Uint8Array(Buffer.concat(parts));
}

test('an unknown contract is a usage error that lists the known ones', async () => {
  for (const name of ['ft_contract.wasm', 'trivial', 'toString.wasm']) {
    const program = new NodeProcess(['dump-test-contracts', '--contract-name', name]);
    const { code, stdout, stderr } = await program.ended;
    assert.deepEqual([code, stdout], [2, ''], name);
    assert.match(stderr, /^perigee: --contract-name is one of trivial\.wasm, .*\n$/);
  }
});
