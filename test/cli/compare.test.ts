// `perigee compare` as a user runs it: its output, files and exit code.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NodeProcess, startTestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

test('two chains differ, one chain does not', async () => {
  const [first, second] = [
    await startTestNode({ mining: 'manual', shards: 1 }),
    await startTestNode({ mining: 'manual', shards: 2 }),
  ];
  for (const node of [first, second]) await node.mine(4);

  const same = await new NodeProcess(['compare', first.rpc.url, first.rpc.url]).ended;
  assert.equal(same.code, 0, same.stderr);
  assert.match(same.stdout, /^\d+ questions: no answers differ\n$/);

  const file = join(createTemporaryFolder(), 'differences.json');
  const urls = [first.rpc.url, second.rpc.url];
  const other = await new NodeProcess(['compare', ...urls, '--blocks', '1', '--json', file]).ended;
  assert.equal(other.code, 1, other.stderr);
  assert.match(other.stdout, /"method":"block","params":\{"block_id":2\}\}\n {2}result\.chunks/);
  assert.match(other.stdout, /\d+ questions: \d+ answers differ\n$/);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([report.left, report.right], urls);
  assert.equal(report.answers.length, report.different);
  assert.ok(report.answers[0].differences[0].path.startsWith('result.'));
});

test('a wrong command line is refused with one sentence', async () => {
  const { code, stderr } = await new NodeProcess(['compare', 'http://127.0.0.1:1']).ended;
  assert.equal(code, 2);
  assert.match(stderr, /takes 2 arguments, URL URL/);
});
