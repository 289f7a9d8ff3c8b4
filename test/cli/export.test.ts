// `perigee export` as a user runs it: on the home of a running node, and again after it has
// stopped.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { NodeProcess, startTestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

function exported(directory: string): number[] {
  return readdirSync(directory)
    .map(Number)
    .sort((a, b) => a - b);
}

test('the blocks of a running node are exported as they become final', async () => {
  const node = await startTestNode({ mining: 'manual' });
  const directory = join(createTemporaryFolder(), 'lake');
  const to = ['--home', node.home, '--to', `lake:${directory}`];
  await node.mine(5);

  const once = await new NodeProcess(['export', ...to]).ended;
  assert.deepEqual(
    [once.code, once.stdout],
    [0, '4 blocks exported, the last is 3\n'],
    once.stderr,
  );
  assert.deepEqual(exported(directory), [0, 1, 2, 3]);

  const following = new NodeProcess(['export', ...to, '--follow', '--until', '6']);
  await node.mine(3);
  const end = await following.ended;
  assert.deepEqual([end.code, end.stdout], [0, '3 blocks exported, the last is 6\n'], end.stderr);

  const again = await new NodeProcess(['export', ...to, '--until', '6']).ended;
  assert.equal(again.stdout, '0 blocks exported, the last is 6\n', again.stderr);
  assert.deepEqual(exported(directory), [0, 1, 2, 3, 4, 5, 6]);
});

test('an export that is interrupted keeps what it has', async () => {
  const node = await startTestNode({ mining: 'manual' });
  await node.mine(5);
  const directory = createTemporaryFolder();
  const to = ['--home', node.home, '--to', `lake:${directory}`];
  const following = new NodeProcess(['export', ...to, '--follow']);
  await eventually('four blocks are exported', () => {
    return exported(directory).filter(Number.isInteger).length === 4;
  });
  const { code, stdout } = await following.kill('SIGTERM');
  assert.deepEqual([code, stdout], [0, '4 blocks exported, the last is 3\n']);
});

test('errors are reported in one sentence', async () => {
  const home = createTemporaryFolder();
  const table: [args: string[], code: number, pattern: RegExp][] = [
    [['export', '--home', home], 2, /needs --to/],
    [['export', '--home', home, '--to', 'foo'], 2, /"foo"; use lake:DIRECTORY or lake:s3:/],
    [['export', '--home', home, '--to', 'neardata:http://x'], 2, /cannot be written .*; use lake:/],
    [['export', '--home', home, '--to', 'lake:x'], 1, /cannot be read/],
  ];
  for (const [args, code, pattern] of table) {
    const end = await new NodeProcess(args).ended;
    assert.equal(end.code, code, args.join(' '));
    assert.match(end.stderr, pattern);
    assert.match(end.stderr, /^perigee: [^\n]+\n$/);
  }
});
