// The program in its own process: how it ends when it cannot start, each time with one sentence on
// standard error and a non-zero exit code, and how it ends on request.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { PerigeeError } from '../../src/base/errors.ts';
import { startNode } from '../../src/node/startNode.ts';
import {
  ALICE,
  BOB,
  createStartOptions,
  NodeProcess,
  startNodeProcess,
  startTestNode,
  writeGenesis,
} from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

async function assertRefused(process: NodeProcess, says: RegExp, code = 1): Promise<void> {
  const end = await process.ended;
  assert.match(end.stderr, /^perigee: [^\n]+\n$/);
  assert.match(end.stderr, says);
  assert.equal(end.stdout, '');
  assert.equal(end.code, code);
}

/** The same without a separate process. */
async function assertCannotStart(home: string, says: RegExp): Promise<void> {
  await assert.rejects(
    () => startNode(createStartOptions({ home })),
    (error) => {
      assert.ok(error instanceof PerigeeError, String(error));
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    },
  );
}

test('a second node on the same home is refused, and the first continues', async () => {
  const first = await startTestNode();
  const genesis = readFileSync(join(first.home, 'genesis.json'), 'utf8');
  const second = startNodeProcess(first.home, '--reset');
  await assertRefused(second, /another node \(process \d+\) uses/);
  await assertCannotStart(first.home, /another node/);
  assert.equal(readFileSync(join(first.home, 'genesis.json'), 'utf8'), genesis);
  const alice = new Sender(first.rpc, ALICE);
  const { final_execution_status } = await alice.send(BOB, [transfer(1n)], 'FINAL');
  assert.equal(final_execution_status, 'FINAL');
});

test('a lock that a killed process left behind is ignored', async () => {
  const home = createTemporaryFolder();
  const killed = startNodeProcess(home);
  await killed.listening();
  await killed.kill('SIGKILL');
  readFileSync(join(home, 'node.lock'));
  const { rpc } = await startTestNode({ home });
  assert.equal((await rpc.post('/genesis_config', '{"method":"genesis_config"}')).status, 200);
});

test('a chain keeps its shards and accounts, and refuses options that ask for others', async () => {
  const home = createTemporaryFolder();
  writeGenesis(home, {});
  const node = startNodeProcess(home, '--shards', '4', '--accounts', '10', '--log', 'warn');
  await node.listening();
  const { stdout } = await node.kill('SIGTERM');
  assert.match(stdout, /--shards 4 is ignored: the chain in the home folder has 1; /);
  assert.doesNotMatch(stdout, /--accounts/);
});

test('a port in use is reported', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const home = createTemporaryFolder();
  const taken = new NodeProcess(['start', '--home', home, '--port', String(port)]);
  const says = new RegExp(`cannot listen on 127.0.0.1:${port}: another program`);
  await assertRefused(taken, says);
  const missing = join(home, 'missing');
  await assert.rejects(startNode(createStartOptions({ home: missing, port })), says);
  // Nothing of a chain was created: not even its folder, where there was none.
  assert.deepEqual(readdirSync(home), ['node.lock']);
  other.close();
  // Nothing is held that would prevent the next start.
  await (await startTestNode({ home })).stop();
});

test('a broken home folder', async () => {
  const file = join(createTemporaryFolder(), 'file');
  writeFileSync(file, '');
  await assertCannotStart(file, /the home folder .* cannot be used/);

  const table: [name: string, content: string, says: RegExp][] = [
    ['genesis.json', '{"chain_id":', /genesis\.json cannot be read/],
    ['genesis.json', '{}', /missing field/],
    ['genesis.json', '[]', /genesis\.json/],
    ['config.json', 'nonsense', /config\.json cannot be read/],
    ['config.json', '{"view_client_threads":"four"}', /invalid type/],
    ['validator_key.json', '{"account_id":"test.near"}', /validator_key\.json/],
    ['validator_key.json', '{"account_id":"test.near","secret_key":"x"}', /validator_key\.json/],
    ['node_key.json', 'null', /node_key\.json/],
  ];
  for (const [name, content, says] of table) {
    const home = createTemporaryFolder();
    writeFileSync(join(home, name), content);
    await assertCannotStart(home, says);
  }
  const home = createTemporaryFolder();
  writeFileSync(join(home, 'genesis.json'), '{');
  await assertRefused(startNodeProcess(home), /genesis\.json cannot be read/);
});

test('a genesis that no chain can start with', async () => {
  const home = createTemporaryFolder();
  writeGenesis(home, { protocolVersion: 83 });
  const says = /genesis has protocol version 83, which is not known; .* versions 84 to 88/;
  await assertCannotStart(home, says);
  await assertRefused(startNodeProcess(home), says);
});

test('a chain of another genesis, and a file that is not a store', async () => {
  const home = createTemporaryFolder();
  await (await startTestNode({ home })).stop();
  writeGenesis(home, { chainId: 'another' });
  await assertCannotStart(home, /made from another genesis\.json/);
  await (await startTestNode({ home, reset: true })).stop();

  const foreign = createTemporaryFolder();
  mkdirSync(join(foreign, 'data'));
  writeFileSync(join(foreign, 'data', 'data.mdb'), 'something else'.repeat(10_000));
  await assertCannotStart(foreign, /data/);
});

test('a wrong flag', async () => {
  await assertRefused(new NodeProcess(['start', '--wings']), /--wings/, 2);
});

test('SIGINT and SIGTERM end a node cleanly, and it continues where it stopped', async () => {
  const home = createTemporaryFolder();
  let height = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const node = startNodeProcess(home);
    const rpc = await node.listening();
    const sender = new Sender(rpc, ALICE);
    await sender.send(BOB, [transfer(1n)], 'FINAL');
    const head = await rpc.call<{ header: { height: number } }>('block', { finality: 'final' });
    assert.ok(head.header.height > height);
    height = head.header.height;
    const end = await node.kill(signal);
    assert.deepEqual([end.code, end.signal, end.stderr], [0, null, '']);
  }
});

test('files of states that cannot be read or written are named', async () => {
  const home = createTemporaryFolder();
  const missing = join(home, 'missing', 'state.json');
  const loading = startNodeProcess(home, '--load-state', missing);
  await assertRefused(loading, /the state in .*missing.* cannot be read/);
  const dumping = startNodeProcess(home, '--dump-state', missing);
  await assertRefused(dumping, /the state could not be written to .*missing/);
});

test('a state that cannot be written at the end does not prevent a stop', async () => {
  const home = createTemporaryFolder();
  const folder = join(home, 'states');
  mkdirSync(folder);
  const node = startNodeProcess(home, '--dump-state', join(folder, 'state.json'));
  await node.listening();
  rmSync(folder, { recursive: true });
  const end = await node.kill('SIGTERM');
  assert.equal(end.code, 1);
  assert.match(end.stdout, /the state cannot be written to/);
  const again = startNodeProcess(home);
  await again.listening();
  assert.equal((await again.kill('SIGTERM')).code, 0);
});
