// The commands for a running node as a user runs them, in a process each: what they do, what they
// print for people and for programs, and what they say about mistakes. Their effects are read from
// the node itself.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { formatSecretKey, keyFromSeed } from '../../src/base/crypto/keys.ts';
import { abiContract } from '../support/abiContract.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';
import {
  ALICE,
  BOB,
  CAROL,
  NodeProcess,
  startTestNode,
  type TestNode,
} from '../support/runningNode.ts';
import { NEAR } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';

const APP = `app.${ALICE}`;
let node: TestNode;
let wasm: (name: string) => string;

before(async () => {
  node = await startTestNode({ finalWaitMs: 600_000 });
  const folder = createTemporaryFolder();
  wasm = (name) => join(folder, name);
  writeFileSync(wasm('note.wasm'), storageContract);
  writeFileSync(wasm('abi.wasm'), abiContract);
  writeFileSync(wasm('host.wasm'), recordedContract('hostcall'));
  writeFileSync(wasm('ledger.wasm'), readBuilt('ledger.wasm'));
  writeFileSync(wasm('text.wasm'), 'this is not Wasm');
  writeFileSync(wasm('args.json'), '{"from":"a file"}');
  const key = formatSecretKey(keyFromSeed('ed25519', CAROL));
  writeFileSync(wasm('carol.json'), JSON.stringify({ private_key: key }));
  writeFileSync(wasm('empty.json'), '{}');
});

const run = (...args: string[]) => new NodeProcess([...args, '--url', node.rpc.url]).ended;

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  assert.ok(!stdout.includes('\u001b'), 'no colours in a file');
  return stdout;
}

async function succeedWithJson<T>(...args: string[]): Promise<T> {
  return JSON.parse(await succeed(...args, '--json')) as T;
}

async function balanceOf(account: string): Promise<bigint> {
  const params = { request_type: 'view_account', account_id: account, finality: 'final' };
  return BigInt((await node.rpc.call<{ amount: string }>('query', params)).amount);
}

test('accounts lists the known accounts with exact balances', async () => {
  const { accounts } = await succeedWithJson<{
    accounts: { account_id: string; amount: string }[];
  }>('accounts');
  const alice = accounts.find(({ account_id }) => account_id === ALICE);
  assert.equal(BigInt(alice?.amount ?? 0), await balanceOf(ALICE));
  assert.match(await succeed('accounts'), /^alice\.test\.near +10000 NEAR$/m);
});

test('send moves tokens, to the last digit', async () => {
  const before = await balanceOf(BOB);
  const text = await succeed('send', ALICE, BOB, '1.000000000000000000000007 NEAR');
  assert.match(text, /^ok alice\.test\.near → bob\.test\.near 1 NEAR\ntransaction \w{43,44}, /);
  assert.equal((await balanceOf(BOB)) - before, NEAR + 7n);
});

test('any account of a local chain sends, with its known key, a given one, or none', async () => {
  for (const args of [
    [CAROL, '--key', wasm('carol.json')],
    [CAROL, '--key', formatSecretKey(keyFromSeed('ed25519', CAROL))],
    // The genesis account `near` has no key that anybody knows.
    ['near'],
  ]) {
    const [from = '', ...options] = args;
    const before = await balanceOf(BOB);
    await succeed('send', from, BOB, '2', ...options);
    assert.equal((await balanceOf(BOB)) - before, 2n * NEAR, args.join(' '));
  }
});

test('an account is created, gets a contract, and is called and viewed', async () => {
  await succeed('create', APP, '--balance', '20 NEAR');
  assert.equal(await balanceOf(APP), 20n * NEAR);
  await succeed('deploy', APP, wasm('note.wasm'), '--init', 'put', '{"first":1}');
  assert.deepEqual(JSON.parse(await succeed('view', APP, 'get')), { first: 1 });
  const big = '{"id":123456789012345678901234567890}';
  await succeed('call', APP, 'put', big, '--as', BOB, '--gas', '30Tgas');
  assert.match(await succeed('view', APP, 'get'), /"id":123456789012345678901234567890/);
  await succeed('call', APP, 'put', `@${wasm('args.json')}`, '--as', BOB, '--deposit', '1 yocto');
  assert.match(await succeed('view', APP, 'get'), /"from": "a file"/);
  await succeed('call', APP, 'put', 'base64:AAH/', '--as', BOB);
  assert.match(await succeed('view', APP, 'get'), /^base64:AAH\/\n$/);
  const { result } = await succeedWithJson<{ result: number[] }>(
    'view',
    APP,
    'get',
    '--at',
    'latest',
  );
  assert.deepEqual(result, [0, 1, 255]);
  const { values, is_complete } = await succeedWithJson<{
    values: { key: string; value: string }[];
    is_complete: boolean;
  }>('storage', APP);
  assert.deepEqual([values, is_complete], [[{ key: 'AA==', value: 'AAH/' }], true]);
  assert.match(await succeed('storage', APP, '--prefix', 'x'), /no rows/);
  assert.match(await succeed('storage', APP, '--prefix', 'base64:AA=='), /^0x00 0x0001ff$/m);
});

test('storage is listed page by page up to its limit', async () => {
  const account = `rows.${ALICE}`;
  const data = (key: string) => ({
    Data: { account_id: account, data_key: bytesToBase64(Buffer.from(key)), value: 'AQ==' },
  });
  await succeed('create', account);
  await node.rpc.call('sandbox_patch_state', { records: ['a', 'b', 'c'].map(data) });
  assert.match(await succeed('storage', account, '--limit', '2'), /the first 2 rows; --limit/);
  const all = await succeedWithJson<{ values: unknown[] }>('storage', account);
  assert.equal(all.values.length, 3);
});

test('keys shows permissions, and secrets only on request', async () => {
  const shown = await succeed('keys', APP);
  assert.match(shown, /ed25519:\w+ +full access, nonce \d+/);
  const secret = formatSecretKey(keyFromSeed('ed25519', APP));
  assert.ok(!shown.includes(secret));
  assert.ok((await succeed('keys', APP, '--secret')).includes(`secret ${secret}`));
  const { accounts } = await succeedWithJson<{ accounts: { account_id: string }[] }>('keys');
  assert.ok(accounts.some(({ account_id }) => account_id === ALICE));
});

test('a call prints the logs and the result; tx and logs show them later', async () => {
  const host = `host.${ALICE}`;
  await succeed('create', host);
  await succeed('deploy', host, wasm('host.wasm'));
  const log = hostCalls(['log_utf8', 'hello\u001b[31m'], ['value_return', '"done"']);
  const args = `base64:${bytesToBase64(log)}`;
  const called = await succeed('call', host, 'run', args, '--as', BOB);
  assert.match(called, /^ok .*\n {2}host\.alice\.test\.near hello\\u\{1b\}\[31m\ndone\n|"done"\n/);
  const hash = /transaction (\w+)/.exec(called)?.[1] ?? '';
  assert.match(
    await succeed('tx', hash),
    /^ok bob\.test\.near → host\.alice\.test\.near \[FunctionCall\]/,
  );
  const full = await succeedWithJson<{ transaction: { hash: string } }>('tx', hash);
  assert.equal(full.transaction.hash, hash);
  assert.match(await succeed('logs', '--contract', host), /host\.alice\.test\.near hello/);
  assert.equal(await succeed('logs', '--contract', APP), '');
  const [line = ''] = (await succeed('logs', '--json', '--since', '1')).split('\n');
  assert.equal(JSON.parse(line).log, 'hello\u001b[31m');
});

test('logs --follow prints what is logged from now on, until it is ended', async () => {
  const host = `host.${ALICE}`;
  const following = new NodeProcess([
    'logs',
    '--follow',
    '--json',
    '--since',
    '1',
    '--url',
    node.rpc.url,
  ]);
  const lines = (async function* () {
    for await (const data of following.child.stdout ?? []) yield `${data}`;
  })();
  await lines.next();
  const args = `base64:${bytesToBase64(hostCalls(['log_utf8', 'a new line']))}`;
  await succeed('call', host, 'run', args, '--as', BOB);
  let text = '';
  while (!text.includes('a new line')) text += (await lines.next()).value;
  const { code, stderr } = await following.kill('SIGINT');
  assert.deepEqual([code, stderr], [0, '']);
});

test('block shows a block by height, hash and finality', async () => {
  const byHeight = await succeedWithJson<{ header: { hash: string } }>('block', '3');
  const byHash = await succeedWithJson<{ header: { height: number } }>(
    'block',
    byHeight.header.hash,
  );
  assert.equal(byHash.header.height, 3);
  for (const name of [[], ['latest'], ['final']]) {
    assert.match(await succeed('block', ...name), /^block \d+ \w+\n {2}made .* by test\.near\n/);
  }
});

test('a transaction that fails says why, and the exit code is 1', async () => {
  for (const [args, reason] of [
    [['create', APP], /^failed .*\n {2}AccountAlreadyExists/],
    [['send', ALICE, 'nobody.near', '1'], /AccountDoesNotExist: account_id nobody\.near/],
    [['call', APP, 'missing', '--as', BOB], /MethodNotFound/],
  ] as const) {
    const { code, stdout } = await run(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stdout, reason);
    const [, hash] = /^transaction (\w+), /m.exec(stdout) ?? [];
    assert.ok(stdout.endsWith(`\nevery step: perigee trace ${hash}\n`), stdout);
    const json = await run(...args, '--json');
    assert.equal(json.code, 1);
    assert.ok('Failure' in JSON.parse(json.stdout).status, args.join(' '));
  }
});

test('a call that fails shows its stack, in a transaction and in a view', async () => {
  const account = `ledger.${ALICE}`;
  await succeed('create', account);
  await succeed('deploy', account, wasm('ledger.wasm'));
  const args = ['pay', '{"amount":5}'];
  const sent = await run('call', account, ...args, '--as', BOB);
  assert.equal(sent.code, 1);
  const called =
    /: panicked at src\/lib\.rs:61:5: .*\n {2}a number .*\n {2}at ledger::settle\n {2}at pay\n/;
  assert.match(sent.stdout, called);
  const viewed = await run('view', account, ...args);
  assert.deepEqual([viewed.code, viewed.stdout], [1, '']);
  assert.match(viewed.stderr, called);
  const without = await run('view', BOB, 'x');
  assert.match(without.stderr, /^perigee: bob\.test\.near has no contract; .*\n$/);
});

test('arguments are compared with the ABI of the contract', async () => {
  const account = `greeter.${ALICE}`;
  await succeed('create', account);
  await succeed('deploy', account, wasm('abi.wasm'));
  const good = '{"account_id":"a.near","times":2}';
  assert.deepEqual(JSON.parse(await succeed('view', account, 'greet', good)), JSON.parse(good));
  const rows: [args: string[], reason: RegExp][] = [
    [['greet', '{"account_id":"a.near"}'], /'times' is missing; .* has greet\(account_id: /],
    [['greet', '{"account_id":5,"times":1}'], /'account_id' is not AccountId/],
    [['greet', '{"account_id":"a","times":1,"x":0}'], /there is no argument 'x'/],
    [['greet', '[]'], /the arguments are not an object/],
    [['gret', '{}'], /has no method 'gret'; did you mean 'greet'\?/],
  ];
  for (const [args, reason] of rows) {
    const { code, stderr } = await run('view', account, ...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, reason);
  }
  assert.equal(await succeed('view', account, 'greet', '[]', '--unchecked'), '[]\n');
  assert.equal(
    await succeed('view', account, 'read_raw', 'base64:AQ=='),
    'base64:AQ==\n'.replace('base64:AQ==', '\\u{1}'),
  );
});

test('mistakes are one sentence with the right form or a remedy', async () => {
  const rows: [args: string[], code: number, message: RegExp][] = [
    [['send', ALICE, 'Bob', '1'], 2, /'Bob' is not an account id, such as/],
    [['send', ALICE, BOB, '1 EUR'], 2, /'1 EUR' is not an amount, such as '1\.5 NEAR'/],
    [['send', ALICE, BOB], 2, /takes 3 arguments, FROM TO AMOUNT/],
    [['send', 'nobody.near', BOB, '1'], 1, /invalid: SignerDoesNotExist/],
    [['send', ALICE, BOB, '1', '--key', wasm('carol.json')], 1, /has no access key .*perigee keys/],
    [['send', ALICE, BOB, '1', '--key', wasm('empty.json')], 2, /no secret_key or private_key/],
    [['send', ALICE, BOB, '1', '--key', wasm('none.json')], 2, /cannot be read/],
    [['send', ALICE, BOB, '1', '--key', 'ed25519:xyz'], 2, /--key has no secret key/],
    [['call', APP, 'put'], 2, /needs --as/],
    [['call', APP, 'put', '{a:1}', '--as', BOB], 2, /ARGS is not JSON.*In a shell/],
    [['call', APP, 'put', '--as', BOB, '--gas', 'much'], 2, /--gas is an amount such as/],
    [['call', APP, 'put', '--as', BOB, '--gas', '30'], 2, /write '30 Tgas'/],
    [['view', 'nobody.near', 'x'], 1, /does not exist.*perigee accounts/],
    [['view', APP, 'get', '--at', 'noon'], 2, /'noon' is not a block/],
    [['create', 'single'], 2, /top-level name/],
    [['create', `x.${ALICE}`, '--public-key', 'abc'], 2, /--public-key is not a public key/],
    [['deploy', APP, wasm('text.wasm')], 2, /is not a Wasm module/],
    [['deploy', APP, wasm('none.wasm')], 2, /cannot be read/],
    [['deploy', APP, wasm('note.wasm'), '{}'], 2, /takes ARGS for --init/],
    [['tx', 'abc'], 2, /'abc' is not the hash/],
    [['tx', '1'.repeat(32)], 1, /doesn't exist; check the hash/],
    [['block', '99999999'], 1, /perigee block/],
    [['storage', APP, '--limit', '0'], 2, /--limit is a whole number/],
    [['logs', '--since', 'x'], 2, /--since is a whole number/],
  ];
  for (const [args, code, message] of rows) {
    const ended = await run(...args);
    assert.deepEqual([ended.code, ended.stdout], [code, ''], args.join(' '));
    assert.match(ended.stderr, /^perigee: .*\n$/, args.join(' '));
    assert.match(ended.stderr, message, args.join(' '));
  }
});

test('without a node, and on one without controls', async () => {
  const unreachable = await new NodeProcess(['accounts', '--url', 'http://127.0.0.1:1']).ended;
  assert.equal(unreachable.code, 1);
  assert.match(unreachable.stderr, /there is no node at .*perigee start/);
  const other = await startTestNode({ controls: false });
  const ask = (...args: string[]) => new NodeProcess([...args, '--url', other.rpc.url]).ended;
  for (const [args, message] of [
    [['accounts'], /has no controls: .* without --no-controls; known accounts are listed by/],
    [['keys'], /has no controls: .*; name the account/],
    [['create', `x.${ALICE}`], /has no controls: .*; give a --public-key/],
    [
      ['send', ALICE, BOB, '1'],
      /has no controls: .*; the key of alice\.test\.near is needed: give/,
    ],
    [['gas-snapshot', '--file', wasm('gas')], /has no controls: .*; perigee_gas_report is one/],
    [['cli-config', '--print'], /has no controls: .*; the known accounts come from a control/],
    [['keys', ALICE, '--secret'], /no secret key is known/],
  ] as const) {
    const { code, stderr } = await ask(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, message);
  }
  const key = formatSecretKey(keyFromSeed('ed25519', ALICE));
  assert.equal((await ask('send', ALICE, BOB, '1', '--key', key)).code, 0);
});

test('what a contract says cannot act on the terminal, and is printed at any depth', async () => {
  const hostile = '\u001b[31m\u001b]0;title\u0007\u009b2J\u202e';
  const account = `hostile.${ALICE}`;
  await succeed('create', account, '--balance', '10 NEAR');
  await succeed('deploy', account, wasm('host.wasm'));
  const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
  const calls = [
    hostCalls(['log_utf8', hostile], ['value_return', JSON.stringify(hostile)]),
    hostCalls(['value_return', deep]),
    hostCalls(['panic_utf8', hostile]),
  ];
  for (const [i, call] of calls.entries()) {
    const args = `base64:${bytesToBase64(call)}`;
    for (const options of [[], ['--json']]) {
      const called = await run('call', account, 'run', args, '--as', ALICE, ...options);
      const viewed = await run('view', account, 'run', args, ...options);
      for (const { stdout, stderr } of [called, viewed]) {
        const text = `${i} ${options}: ${stdout}${stderr}`;
        assert.doesNotMatch(text, /RangeError|[\p{Cf}]|(?!\n)\p{Cc}/u);
        assert.notEqual(text.trim(), '');
      }
    }
  }
});
