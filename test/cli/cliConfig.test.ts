// `perigee cli-config` and `perigee env` as a user runs them, with a home folder of their own: what
// they write, what they keep, and that writing again changes nothing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { formatSecretKey, keyFromSeed } from '../../src/base/crypto/keys.ts';
import { ALICE, NodeProcess, startTestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const node = await startTestNode();
const url = node.rpc.url;

/** A user with a home folder. */
function createUser() {
  const home = createTemporaryFolder();
  const config = join(home, '.config', 'near-cli', 'config.toml');
  const credentials = join(home, '.near-credentials');
  const variables = [`HOME=${home}`, 'XDG_CONFIG_HOME='];
  return {
    config,
    credentials,
    run: (...args: string[]) =>
      new NodeProcess(['cli-config', '--url', url, ...args], ['env', ...variables]).ended,
    write: (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
  };
}

const read = (path: string) => readFileSync(path, 'utf8');

test('a new configuration has the network and the credentials', async () => {
  const { config, credentials, run } = createUser();
  const { code, stdout, stderr } = await run();
  assert.deepEqual([code, stderr], [0, '']);
  const text = read(config);
  assert.ok(stdout.includes(config) && stdout.includes('[network_connection.localnet]'));
  assert.match(text, /^version = "5"\ncredentials_home_dir = "/);
  for (const line of [
    '[network_connection.localnet]',
    'network_name = "localnet"',
    `rpc_url = "${url}/"`,
    `wallet_url = "${url}/"`,
    `explorer_transaction_url = "${url}/#/tx/"`,
  ]) {
    assert.ok(text.split('\n').includes(line), line);
  }
  // With a relayer, near-cli-rs signs every transaction as a delegate action.
  assert.ok(!text.includes('relayer'));
  for (const network of ['localnet', 'custom']) {
    const path = join(credentials, network, `${ALICE}.json`);
    const key = JSON.parse(read(path));
    assert.equal(key.private_key, formatSecretKey(keyFromSeed('ed25519', ALICE)));
    assert.deepEqual([key.account_id, key.secret_key], [ALICE, key.private_key]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const name = `${key.public_key.replace(':', '_')}.json`;
    assert.equal(read(join(credentials, network, ALICE, name)), read(path));
  }
  const list = JSON.parse(read(join(credentials, 'accounts.json')));
  assert.ok(list.some((entry: { account_id: string }) => entry.account_id === ALICE));
  assert.match((await run()).stdout, /\(unchanged\)[\s\S]* 0 files written, 45 unchanged/);
  assert.equal(read(config), text);
});

test("the user's entries, version, folder and keys stay", async () => {
  const { config, credentials, run, write } = createUser();
  const mine = join(dirname(credentials), 'mine');
  const before =
    `version = "4"\ncredentials_home_dir = "${mine}"\n\n[network_connection.testnet]\n` +
    'network_name = "testnet" # mine\nrpc_url = "https://example.org/"\n';
  write(config, `${before}\n[network_connection.dev]\nrpc_url = "http://old/"\nmpc = "x"\n`);
  write(join(mine, 'dev', `${ALICE}.json`), '{"other":"key"}');
  write(join(mine, 'accounts.json'), '[{"account_id":"me.near","used_as_signer":false}]');
  const { code, stdout } = await run('--network', 'dev');
  assert.equal(code, 0);
  assert.match(stdout, /1 kept as they are/);
  assert.ok(read(config).startsWith(`${before}\n[network_connection.dev]\nnetwork_name = "dev"\n`));
  assert.ok(!read(config).includes('http://old/'));
  assert.equal(read(join(mine, 'dev', `${ALICE}.json`)), '{"other":"key"}');
  const [first] = JSON.parse(read(join(mine, 'accounts.json')));
  assert.deepEqual(first, { account_id: 'me.near', used_as_signer: false });
  assert.ok(!existsSync(credentials));
});

test('--print writes nothing and shows no secret', async () => {
  const { config, credentials, run } = createUser();
  const { code, stdout } = await run('--print');
  assert.equal(code, 0);
  assert.ok(stdout.includes('[network_connection.localnet]'));
  assert.ok(stdout.includes(join(credentials, 'localnet', `${ALICE}.json`)));
  assert.ok(!stdout.includes(formatSecretKey(keyFromSeed('ed25519', ALICE))));
  assert.deepEqual([existsSync(config), existsSync(credentials)], [false, false]);
});

test('what cannot be done safely is refused, and nothing is written', async () => {
  const { config, credentials, run, write } = createUser();
  for (const name of ['mainnet', 'testnet', 'a.b', '']) {
    const { code, stderr } = await run(`--network=${name}`);
    assert.equal(code, 2, name);
    assert.match(stderr, /--network/);
  }
  write(config, 'broken = """\n');
  const { code, stderr } = await run();
  assert.equal(code, 1);
  assert.match(stderr, /cannot be edited safely[\s\S]*\[network_connection\.localnet\]/);
  assert.equal(read(config), 'broken = """\n');
  assert.equal(existsSync(credentials), false);
});

test('env prints variables that a shell reads, and the program is there', async () => {
  const { code, stdout } = await new NodeProcess(['env']).ended;
  assert.equal(code, 0);
  const script = `${stdout}\n"$NEAR_SANDBOX_BIN_PATH" --version; ls "$NEAR_SANDBOX_BINARY_PATH"`;
  const ran = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  assert.match(ran.stdout, /^perigee \S+ .*\n[\s\S]*^near-sandbox$/m, ran.stderr);
});
