// `perigee sql` and `perigee export --sqlite` as a user runs them, while the node is running.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { repositoryPath } from '../support/repository.ts';
import { startTestNode, type TestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));
let node: TestNode;

before(async () => {
  node = await startTestNode();
  await node.mine(6);
});

/** In the folder of the tests' packages, one of which is SQLite for versions of Node without it. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args, '--home', node.home], {
    cwd: repositoryPath('test'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

const SELECT = 'SELECT height, author FROM blocks WHERE height < 2 ORDER BY height';

test('a query brings the file of the home folder up to date, and prints its rows', async () => {
  const { code, stdout, stderr } = await run('sql', SELECT);
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(stdout.split('\n').slice(2), ['     0  test.near', '     1  test.near', '']);
  assert.ok(existsSync(join(node.home, 'chain.sqlite')));
  const json = await run('sql', SELECT, '--json');
  assert.deepEqual(JSON.parse(json.stdout)[1], { height: 1, author: 'test.near' });
  const csv = await run('sql', SELECT, '--csv');
  assert.equal(csv.stdout, 'height,author\n0,test.near\n1,test.near\n');
});

test('an export to a file is queried as it is', async () => {
  const file = join(createTemporaryFolder(), 'export.sqlite');
  const exported = await run('export', '--sqlite', file, '--until', '3');
  assert.deepEqual([exported.code, exported.stdout], [0, '4 blocks exported, the last is 3\n']);
  const { stdout } = await run('sql', 'SELECT MAX(height) AS h FROM blocks', '--csv', '--db', file);
  assert.equal(stdout, 'h\n3\n');
});

test('without a statement, the tables are listed', async () => {
  const { code, stdout } = await run('sql');
  assert.equal(code, 0);
  assert.match(stdout, /^blocks\(height, hash, .*\n(?:.*\n)*current_balances, a view\n$/);
});

test('mistakes are one sentence', async () => {
  const rows: [args: string[], code: number, message: RegExp][] = [
    [['sql', 'SELECT nope FROM blocks'], 1, /no such column: nope/],
    [['sql', 'DROP TABLE blocks'], 1, /is not a query/],
    [['sql', SELECT, '--json', '--csv'], 2, /--json or --csv/],
    [['sql', SELECT, '--db', '/nowhere/x.sqlite'], 1, /there is no file/],
    [['export'], 2, /needs --to: .* or --sqlite FILE/],
    [['export', '--sqlite', 'x.sqlite', '--follow'], 2, /--follow is not for --sqlite/],
  ];
  for (const [args, code, message] of rows) {
    const ended = await run(...args);
    assert.deepEqual([ended.code, ended.stdout], [code, ''], args.join(' '));
    assert.match(ended.stderr, message);
  }
});
