// The lock of a home folder: one holder at a time, in one process, between processes, and between
// processes that cannot see each other's numbers; free again as soon as its holder is gone.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockHome } from '../../src/node/lockFile.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const LOCK_MODULE = new URL('../../src/node/lockFile.js', import.meta.url).href;
/** Takes the lock, says so, and keeps it. */
const HOLDER = `
  import { lockHome } from ${JSON.stringify(LOCK_MODULE)};
  try {
    lockHome(process.argv[1]);
    process.stdout.write('held by ' + process.pid);
    setInterval(() => {}, 1_000_000);
  } catch (error) {
    process.stdout.write(error.message);
  }
`;
const ARGS = ['--input-type=module', '--eval', HOLDER];

/** A namespace of its own, as a container has, in which the program is process 1. */
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child'];
const hasNamespaces =
  spawnSync(NAMESPACE[0] as string, [...NAMESPACE.slice(1), 'true']).status === 0;

function start(home: string, prefix: readonly string[] = []): ChildProcess {
  const [command = '', ...args] = [...prefix, process.execPath, ...ARGS, home];
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function readLine({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout !== null);
  const [data] = await once(stdout, 'data');
  return String(data);
}

async function kill(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL');
  await once(holder, 'exit');
}

test('a process holds a lock once', () => {
  const home = createTemporaryFolder();
  const release = lockHome(home);
  assert.throws(() => lockHome(home), /another node \(process \d+\) uses/);
  // Closing another descriptor of the file gives nothing up.
  closeSync(openSync(join(home, 'node.lock'), 'r'));
  assert.throws(() => lockHome(home), /another node/);
  release();
  lockHome(home)();
});

test('a number in the file means nothing', () => {
  const home = createTemporaryFolder();
  for (const number of ['1', String(process.pid), String(process.ppid), 'text', '']) {
    writeFileSync(join(home, 'node.lock'), number);
    lockHome(home)();
  }
});

for (const prefix of hasNamespaces ? [[], NAMESPACE] : [[]]) {
  test(`a second process waits for the first to end: ${prefix[0] ?? 'plain'}`, async () => {
    const home = createTemporaryFolder();
    const first = start(home, prefix);
    const held = await readLine(first);
    assert.match(held, prefix.length === 0 ? /^held by \d+$/ : /^held by 1$/);
    assert.throws(() => lockHome(home), /another node \(process \d+\) uses/);
    for (const other of hasNamespaces ? [[], NAMESPACE] : [[]]) {
      const refused = start(home, other);
      assert.match(await readLine(refused), /another node \(process \d+\) uses/);
      await once(refused, 'exit');
    }
    await kill(first);
    const next = start(home, prefix);
    assert.match(await readLine(next), /^held by/);
    await kill(next);
  });
}
