// The examples, as their READMEs say: two commands each, in a folder with the packed package. What
// is built must be what the repository has.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { readText, repositoryPath } from '../support/repository.ts';
import { startTestNode } from '../support/runningNode.ts';
import { createExamplesFolder, ENVIRONMENT, listCommands, SHELL } from './examplesFolder.ts';

/** Ends a command that would hang. */
const RUN_MS_MAX = 600_000;
const TESTED = ['ci', 'counter-assemblyscript', 'counter-rust', 'indexer', 'token'];
/** Run by the tests of browsers. */
const OPENED = ['dapp'];

interface Status {
  readonly sync_info: { readonly latest_block_height: number };
}

let folder: string;

before(async () => {
  folder = await createExamplesFolder();
});

/** What a command prints; fails unless it succeeds. */
async function run(example: string, command: string, more: NodeJS.ProcessEnv = {}) {
  const [program = '', ...args] = command.split(' ');
  const cwd = join(folder, example);
  const env = { ...ENVIRONMENT, ...more };
  const options = { cwd, env, shell: SHELL, timeout: RUN_MS_MAX };
  const { stdout, stderr } = await promisify(execFile)(program, args, options);
  return stdout + stderr;
}

test('every example is run, and its README is one screen', () => {
  const found = readdirSync(repositoryPath('examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.deepEqual(found.sort(), [...TESTED, ...OPENED].sort());
  const index = readText('examples/README.md');
  for (const name of found) {
    const lines = readText(`examples/${name}/README.md`).split('\n').length;
    assert.ok(lines <= 36, `${name} has ${lines} lines`);
    const commands = listCommands(name);
    assert.equal(commands.length, 2, name);
    assert.ok(index.includes(commands.map((command) => `\`${command}\``).join(', ')), name);
  }
});

for (const example of TESTED) {
  test(example, async () => {
    const [install = '', start = ''] = listCommands(example);
    await run(example, install);
    const output = await run(example, start);
    assert.match(output, /pass [1-9]|Tests .*[1-9] passed/, output);
    assert.doesNotMatch(output, /fail [1-9]|skipped [1-9]/, output);
  });
}

test('the module in the repository is built from the source next to it', () => {
  const module = join('examples', 'counter-assemblyscript', 'counter.wasm');
  const built = readFileSync(join(folder, '..', module));
  assert.ok(built.equals(readFileSync(repositoryPath(module))));
});

test('the workflow of the example runs these commands, also on the node of a job', async () => {
  const workflow = readText('examples/ci/.github/workflows/test.yml');
  const commands = [...workflow.matchAll(/- run: (npm .*)$/gm)].map(([, command]) => command);
  assert.deepEqual(commands, [...listCommands('ci'), ...listCommands('ci')]);
  assert.match(workflow, /NEAR_RPC_URL: \$\{\{ steps\.node\.outputs\.url \}\}/);
  const node = await startTestNode({ shards: 2 });
  const heightOf = async () => {
    const status = await node.rpc.call<Status>('status', []);
    return status.sync_info.latest_block_height;
  };
  const before = await heightOf();
  await run('ci', 'npm test', { NEAR_RPC_URL: node.rpc.url });
  assert.ok((await heightOf()) > before, 'the transfer is on the node of the job');
});
