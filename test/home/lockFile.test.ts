// The lock of a home folder: one holder at a time, in one process, between processes, and between
// processes that cannot see each other's numbers; free again as soon as its holder is gone. So it
// is by the native module and by the program `flock`; with neither, numbers of processes count.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockByProgram, lockHome } from '../../src/home/lockFile.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const LOCK_MODULE = new URL('../../src/home/lockFile.js', import.meta.url).href;
/** Takes the lock, says so, and keeps it. */
const HOLDER = `
  import { lockByProgram, lockHome } from ${JSON.stringify(LOCK_MODULE)};
  const ways = { module: undefined, program: [lockByProgram], numbers: [] };
  try {
    lockHome(process.argv[1], ways[process.argv[2]]);
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

const WAYS = { module: undefined, program: [lockByProgram], numbers: [] } as const;
type Way = keyof typeof WAYS;
const hasFlock = spawnSync('flock', ['--help']).status === 0;
const SYSTEM_WAYS: readonly Way[] = hasFlock ? ['module', 'program'] : ['module'];

function start(home: string, way: Way, prefix: readonly string[] = []): ChildProcess {
  const [command = '', ...args] = [...prefix, process.execPath, ...ARGS, home, way];
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
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

for (const way of SYSTEM_WAYS) {
  const lock = (home: string) => lockHome(home, WAYS[way]);

  test(`a process holds a lock once: ${way}`, () => {
    const home = createTemporaryFolder();
    const release = lock(home);
    assert.throws(() => lock(home), /another node \(process \d+\) uses/);
    // Closing another descriptor of the file gives nothing up.
    closeSync(openSync(join(home, 'node.lock'), 'r'));
    assert.throws(() => lock(home), /another node/);
    release();
    lock(home)();
  });

  test(`children of the holder do not keep its lock: ${way}`, async () => {
    const home = createTemporaryFolder();
    const release = lock(home);
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000_000)']);
    await once(child, 'spawn');
    release();
    lock(home)();
    await kill(child);
  });

  test(`a number in the file means nothing: ${way}`, () => {
    const home = createTemporaryFolder();
    for (const number of ['1', String(process.pid), String(process.ppid), 'text', '']) {
      writeFileSync(join(home, 'node.lock'), number);
      lock(home)();
    }
  });

  for (const prefix of hasNamespaces ? [[], NAMESPACE] : [[]]) {
    test(`a second process is refused: ${way}, ${prefix[0] ?? 'plain'}`, async () => {
      const home = createTemporaryFolder();
      const first = start(home, way, prefix);
      const held = await readLine(first);
      assert.match(held, prefix.length === 0 ? /^held by \d+$/ : /^held by 1$/);
      assert.throws(() => lock(home), /another node \(process \d+\) uses/);
      for (const other of hasNamespaces ? [[], NAMESPACE] : [[]]) {
        const refused = start(home, way, other);
        assert.match(await readLine(refused), /another node \(process \d+\) uses/);
        await once(refused, 'exit');
      }
      await kill(first);
      const next = start(home, way, prefix);
      assert.match(await readLine(next), /^held by/);
      await kill(next);
    });
  }
}

test('without locks, the number of a process that runs counts', async () => {
  const home = createTemporaryFolder();
  const first = start(home, 'numbers');
  await readLine(first);
  assert.throws(() => lockHome(home, WAYS.numbers), /another node \(process \d+\) uses/);
  await kill(first);
  lockHome(home, WAYS.numbers)();
});
