// The examples of docs/guide/testing.md, run by the test runners that they are for, in a folder
// that has the packed package installed; with one worker and with two.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { listBlocks } from './blocks.ts';
import { createReaderFolder } from './readerFolder.ts';

const PAGE = 'docs/guide/testing.md';
const CONFIG = `import { defineConfig } from 'perigee/config';
const isWanted: boolean = true;
export default defineConfig({ chain: { port: 3030 }, presets: { fungibleToken: isWanted } });
`;
/** Ends a run that would hang. */
const RUN_MS_MAX = 600_000;
/** A busy machine takes longer than runners allow by default. */
const PATIENCE = `--testTimeout=${RUN_MS_MAX}`;

let folder: string;

before(async () => {
  folder = await createReaderFolder();
  writeFileSync(join(folder, 'perigee.config.ts'), CONFIG);
  for (const { language, text } of listBlocks(PAGE)) {
    const [first = ''] = text.split('\n');
    const name = language === 'json' ? 'jest.config.json' : /^\/\/ (\S+\.js)$/.exec(first)?.[1];
    if (name !== undefined) writeFileSync(join(folder, name), text);
  }
  // A second file shows that files share the node of their worker.
  const [jest] = listBlocks(PAGE).filter(({ text }) => text.startsWith('// token.jest.test.js'));
  writeFileSync(join(folder, 'second.jest.test.js'), jest?.text ?? '');
});

/** What a runner prints; fails unless it succeeds. */
async function run(...args: readonly string[]): Promise<string> {
  // A test within a test is a run of its own.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const options = { cwd: folder, timeout: RUN_MS_MAX, env };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
  return stdout + stderr;
}

test('node:test', async () => {
  assert.ok(existsSync(join(folder, 'token.node.test.js')));
  assert.match(await run('--test', 'token.node.test.js'), /pass 2\b[\s\S]*fail 0\b/);
});

const WAYS = [
  [],
  ['--pool', 'threads', '--maxWorkers', '2', '--minWorkers', '2'],
  ['--no-isolate', '--pool', 'forks'],
];

test('Vitest, with its pools', async () => {
  for (const way of WAYS) {
    const output = await run('node_modules/vitest/vitest.mjs', 'run', PATIENCE, ...way);
    assert.match(output, /Tests .*4 passed/, way.join(' '));
  }
});

test('Jest, with one worker and with two', async () => {
  for (const way of ['--runInBand', '--maxWorkers=2']) {
    const program = ['node_modules/jest/bin/jest.js', '--config=jest.config.json'];
    const output = await run(...program, PATIENCE, way);
    assert.match(output, /Tests: +4 passed, 4 total/, way);
    assert.doesNotMatch(output, /did not exit/, way);
  }
});
