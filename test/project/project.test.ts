// Configurations as files, applied to new and to existing chains, and watched: modules are written
// in parts, replaced and removed, with a timer that the test fires.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Timer } from '../../src/base/timer.ts';
import { encodeContract, returnU64 } from '../../src/contracts/contractCode.ts';
import { createNode, type PerigeeNode } from '../../src/index.ts';
import { applyProject, formatApplied } from '../../src/project/applyProject.ts';
import { findProject, openProject } from '../../src/project/openProject.ts';
import { planProject } from '../../src/project/planProject.ts';
import type { WatchMode } from '../../src/project/projectConfig.ts';
import { watchProject } from '../../src/project/watchProject.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const APP = 'app.test.near';

/** Its method `get` returns the number. */
function moduleOf(number: number): Uint8Array {
  return encodeContract({ get: returnU64(number), begin: returnU64(0) }, '');
}

function writeProject(text: string, name = 'perigee.config.ts'): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'app.wasm'), moduleOf(1));
  return folder;
}

const TYPED = `import { defineConfig } from 'perigee/config';
const balance: \`\${number} NEAR\` = '3 NEAR';
enum Step { First }
export default defineConfig({ accounts: { 'x.test.near': balance }, contracts: {
  '${APP}': { wasm: './app.wasm', init: { method: 'begin', args: { at: Step.First } } } } });
`;

test('a configuration in TypeScript is found and run', async () => {
  const project = await findProject(writeProject(TYPED));
  assert.ok(project);
  assert.deepEqual(Object.keys(project.config.accounts ?? {}), ['x.test.near']);
  assert.equal(await findProject(createTemporaryFolder()), null);
});

const FILES: readonly [name: string, text: string, message?: RegExp][] = [
  ['perigee.config.json', '{"chain":{"shards":3}}'],
  ['perigee.config.mjs', 'export default { chain: { shards: 3 } };'],
  ['perigee.config.js', 'export default { chain: { shards: 3 } };'],
  ['perigee.config.json', '{', /^perigee.config.json: /],
  ['perigee.config.json', '{"chainn":{}}', /^perigee.config.json: chainn .* did you mean chain\?/],
  ['perigee.config.ts', 'export default { chain: { shards: ', /^perigee.config.ts: /],
  ['perigee.config.ts', 'throw new Error("oh no");', /^perigee.config.ts: oh no/],
  ['perigee.config.ts', 'export const config = {};', /^perigee.config.ts: config is not a known/],
  ['perigee.config.json', ' '.repeat(2 ** 20 + 1), /larger than 1 MiB/],
];

test('each ending is read, and what cannot be read is explained', async () => {
  for (const [name, text, message] of FILES) {
    const opening = openProject(join(writeProject(text, name), name));
    if (message !== undefined) await assert.rejects(opening, { code: 'project_config', message });
    else assert.equal((await opening).config.chain?.shards, 3, name);
  }
  await assert.rejects(openProject('/no/such/file.ts'), { code: 'project_config' });
});

test('applying again keeps what exists, and says what differs', async () => {
  const folder = writeProject(TYPED);
  const home = join(folder, 'home');
  const plan = planProject(await openProject(join(folder, 'perigee.config.ts')));
  const node = await createNode({ home, config: join(folder, 'perigee.config.ts') });
  assert.equal(await node.account('x.test.near').balance(), 3n * 10n ** 24n);
  const { url, accounts } = node;
  assert.ok(url.startsWith('http://127.0.0.1:') && accounts.length > 2);
  assert.ok(accounts.some(({ accountId }) => accountId === APP));
  const { header } = await node.rpc('block', { finality: 'optimistic' });
  const again = await applyProject(plan, node.rpc, 'auto');
  const kept = ['x.test.near', APP];
  assert.deepEqual(again, { created: [], deployed: [], kept, differing: [] });
  assert.equal((await node.rpc('block', { finality: 'optimistic' })).header.height, header.height);
  await node.stop();
  writeFileSync(join(folder, 'app.wasm'), moduleOf(2));
  const second = await createNode({ home });
  const differs = await applyProject(plan, second.rpc, 'auto');
  assert.equal(
    formatApplied(plan.name, differs),
    `perigee.config.ts: kept x.test.near, ${APP}; kept the old code of ${APP}`,
  );
  await second.stop();
});

test('the mining mode of the configuration holds afterwards', async () => {
  const config = { chain: { mining: 'manual' }, accounts: { 'x.test.near': 5n } } as const;
  await using node = await createNode({ config });
  assert.equal((await node.rpc('perigee_controls')).mining, 'manual');
  assert.equal(await node.account('x.test.near').balance(), 5n);
});

test('a node whose configuration fails does not go on', async () => {
  const folder = writeProject('');
  const contracts = { [APP]: { wasm: join(folder, 'app.wasm'), init: { method: 'none' } } };
  await assert.rejects(createNode({ config: { contracts } }), { code: 'call_failed' });
  await assert.rejects(createNode({ config: { contracts: { [APP]: '/no/such.wasm' } } }), {
    code: 'project_config',
  });
});

/** A chain with the contract, and the watcher of its module, which looks when the test says so. */
async function watch(mode: WatchMode) {
  const folder = writeProject(TYPED);
  const plan = planProject(await openProject(join(folder, 'perigee.config.ts')));
  const node = await createNode({ config: join(folder, 'perigee.config.ts') });
  releaseAfterTests(() => node.stop());
  const lines: string[] = [];
  let waiting: (() => void)[] = [];
  let wake = () => {};
  const timer: Timer = (callback) => {
    waiting.push(callback);
    wake();
    return () => (waiting = waiting.filter((one) => one !== callback));
  };
  const parts = { plan, rpc: node.rpc, mining: 'auto', mode, timer };
  const end = watchProject({ ...parts, report: (line) => lines.push(line) });
  const look = async () => {
    const callbacks = waiting;
    waiting = [];
    const isDone = new Promise<void>((resolve) => (wake = resolve));
    for (const callback of callbacks) callback();
    await isDone;
  };
  return {
    node,
    file: join(folder, 'app.wasm'),
    lines,
    look,
    end,
    isWaiting: () => waiting.length,
  };
}

async function read(node: PerigeeNode): Promise<number> {
  const value = (await node.view(APP, 'get')) as Uint8Array;
  return value[0] as number;
}

test('a module that changes is deployed once it is whole', async () => {
  const { node, file, lines, look, end, isWaiting } = await watch('keep');
  await node.setStorage(APP, 'note', 'kept');
  await look();
  await look();
  assert.deepEqual(lines, []);
  const module = moduleOf(2);
  writeFileSync(file, module.subarray(0, 40));
  await look();
  await look();
  assert.match(lines.join('\n'), /app.wasm is not a whole Wasm module yet$/);
  assert.equal(await read(node), 1);
  writeFileSync(file, module);
  await look();
  assert.equal(await read(node), 1, 'a file that has just changed is left alone');
  await look();
  assert.equal(await read(node), 2);
  assert.match(
    lines.at(-1) ?? '',
    /^app.test.near: redeployed .*app.wasm \(\d+ bytes\), state kept$/,
  );
  const state = await node.rpc('query', {
    request_type: 'view_state',
    finality: 'optimistic',
    account_id: APP,
    prefix_base64: '',
  });
  assert.equal(state.values.length, 1);
  // The same module again, and none at all, change nothing.
  writeFileSync(file, module);
  await look();
  await look();
  rmSync(file);
  await look();
  await look();
  // Neither does what is no plain file: a link to itself, and a folder.
  symlinkSync(file, file);
  await look();
  await look();
  rmSync(file);
  mkdirSync(file);
  await look();
  await look();
  assert.equal(lines.length, 2);
  end();
  assert.equal(isWaiting(), 0);
});

test('with reset, the chain begins again', async () => {
  const { node, file, lines, look, end } = await watch('reset');
  await node.createAccount('later');
  await node.setStorage(APP, 'note', 'lost');
  writeFileSync(file, moduleOf(3));
  await look();
  await look();
  assert.equal(await read(node), 3);
  assert.match(lines.join('\n'), /chain reset to genesis and perigee.config.ts applied$/);
  await assert.rejects(node.account('later.test.near').balance(), /there is no account/);
  assert.equal(await node.account('x.test.near').balance(), 3n * 10n ** 24n);
  end();
});
