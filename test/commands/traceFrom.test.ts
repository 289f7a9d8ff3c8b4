// `perigee trace --from` as a user runs it: a tree with a verdict, JSON, a second run without the
// network, a "what if", and command lines that are refused.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { ALICE, NodeProcess, startTestNode } from '../support/runningNode.ts';
import { callContract, deploy, Sender } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const VERDICT = /\n(\d) of \1 receipts were executed again with the outcome, the gas and the logs/;

test('a call of another node, online and offline', async () => {
  const node = await startTestNode();
  const alice = new Sender(node.rpc, ALICE);
  await alice.send(ALICE, [deploy(storageContract)]);
  const put = await alice.send(ALICE, [callContract('put', utf8ToBytes('hello'))]);
  const { hash } = put.transaction;
  const folder = createTemporaryFolder();
  const run = (...args: string[]) =>
    new NodeProcess(['trace', ...args, '--home', join(folder, 'home')]).ended;
  const from = ['--from', node.rpc.url];

  const tree = await run(hash, ...from);
  assert.equal(tree.code, 0, tree.stderr);
  assert.match(tree.stdout, /^success alice\.test\.near → alice\.test\.near/);
  assert.match(tree.stdout, /storage_write\(key: .*value: "hello"\)/);
  assert.match(tree.stdout, VERDICT);
  const own = await run(hash, '--url', node.rpc.url);
  assert.ok(tree.stdout.startsWith(own.stdout), 'the tree of the node itself');

  const code = join(folder, 'code.wasm');
  writeFileSync(code, 'no contract');
  const whatIf = await run(hash, ...from, '--with', code);
  assert.equal(whatIf.code, 0, whatIf.stderr);
  assert.match(whatIf.stdout, /\nWhat if\nfailure alice/);

  const unknown = await run('11111111111111111111111111111111', ...from);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^perigee: http:\S+ does not know a transaction 1+ that/);

  await node.stop();
  const offline = await run(hash, ...from, '--offline');
  assert.equal(offline.stdout, tree.stdout);
  const json = await run(hash, ...from, '--offline', '--json', '-');
  assert.deepEqual(
    JSON.parse(json.stdout).checks.map((check: { result: string }) => check.result),
    ['exact', 'exact'].slice(0, JSON.parse(json.stdout).checks.length),
  );
  const gone = await run(hash, ...from, '--cache', join(folder, 'other'), '--offline');
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /is not among the kept answers/);
  const silent = await run(hash, ...from, '--cache', join(folder, 'other'));
  assert.equal(silent.code, 1);
  assert.match(silent.stderr, /is neither a NEAR node nor a neardata server/);
});

const REFUSED: readonly (readonly [RegExp, ...string[]])[] = [
  [/--offline needs --from/, '--offline', '--home', '/nowhere'],
  [/names no blocks/, '--from', 'nowhere'],
  [/--rows URL/, '--from', 'lake:/nowhere'],
  [/--overrides/, '--from', 'http://127.0.0.1:1', '--overrides', '/nowhere'],
  [/--block is a whole number/, '--from', 'http://127.0.0.1:1', '--block', 'high'],
];

test('command lines that are refused', async () => {
  const folder = createTemporaryFolder();
  for (const [message, ...args] of REFUSED) {
    const cache = args.includes('--from') ? ['--cache', folder] : [];
    const line = ['trace', '1'.repeat(32), ...args, ...cache];
    const { code, stderr } = await new NodeProcess(line).ended;
    assert.notEqual(code, 0, args.join(' '));
    assert.match(stderr, message, args.join(' '));
  }
});
