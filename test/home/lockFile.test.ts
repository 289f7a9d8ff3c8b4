// The lock of a home folder: one holder at a time, in one process, between processes, and between
// processes that cannot see each other's ids; free again as soon as its holder is gone. This holds
// with the native module and with the program `flock`; without either, process ids decide.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockByProgram, lockHome } from '../../src/home/lockFile.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const LOCK_MODULE = new URL('../../src/home/lockFile.js', import.meta.url).href;
/** Takes the lock, reports it, and keeps it. */
const HOLDER = `
  import { lockByProgram, lockHome } from ${JSON.stringify(LOCK_MODULE)};
  const ways = { module: undefined, program: [lockByProgram], numbers: [] };
  const [, home, way, isWaiting] = process.argv;
  const take = () => {
    try {
      lockHome(home, ways[way]);
      process.stdout.write('held by ' + process.pid);
      setInterval(() => {}, 1_000_000);
    } catch (error) {
      process.stdout.write(error.message);
    }
  };
  if (isWaiting) process.stdin.once('data', take);
  if (isWaiting) process.stdout.write('ready');
  else take();
`;
const ARGS = ['--input-type=module', '--eval', HOLDER];

const RACERS = 4;

/** A separate namespace, like a container's, where the program is process 1. */
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child'];
const hasNamespaces =
  spawnSync(NAMESPACE[0] as string, [...NAMESPACE.slice(1), 'true']).status === 0;

const WAYS = { module: undefined, program: [lockByProgram], numbers: [] } as const;
type Way = keyof typeof WAYS;
const hasFlock = spawnSync('flock', ['--help']).status === 0;
const SYSTEM_WAYS: readonly Way[] = hasFlock ? ['module', 'program'] : ['module'];

function start(
  home: string,
  way: Way,
  prefix: readonly string[] = [],
  ...wait: readonly 'wait'[]
): ChildProcess {
  const [command = '', ...args] = [...prefix, process.execPath, ...ARGS, home, way, ...wait];
  return spawn(command, args, {
    stdio: [wait.length > 0 ? 'pipe' : 'ignore', 'pipe', 'ignore'],
  });
}

async function readLine({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout !== null);
  const [data] = await once(stdout, 'data');
  return String(data);
}

async function kill(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null) return;
  holder.kill('SIGKILL');
  await once(holder, 'exit');
}

for (const way of SYSTEM_WAYS) {
  const lock = (home: string) => lockHome(home, WAYS[way]);

  test(`a process holds a lock once: ${way}`, () => {
    const home = createTemporaryFolder();
    const release = lock(home);
    assert.throws(() => lock(home), /another node \(process \d+\) uses/);
    // Closing another descriptor of the file does not release it.
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

/**
 * A process that has loaded the module waits for the signal, so that all try at the same moment.
 */
async function race(home: string, way: Way): Promise<readonly [ChildProcess, string][]> {
  const racers = Array.from({ length: RACERS }, () => start(home, way, [], 'wait'));
  for (const racer of racers) assert.equal(await readLine(racer), 'ready');
  const lines = racers.map(readLine);
  for (const { stdin } of racers) stdin?.write('go');
  const ends = await Promise.all(lines);
  return racers.map((racer, i) => [racer, ends[i] as string]);
}

for (const way of [...SYSTEM_WAYS, 'numbers'] as const) {
  test(`one of several simultaneous starts gets the lock: ${way}`, async () => {
    const home = createTemporaryFolder();
    // In the second round there is a file of a holder that was killed.
    for (const round of ['new', 'stale']) {
      const racers = await race(home, way);
      const holders = racers.filter(([, line]) => line.startsWith('held by'));
      assert.equal(holders.length, 1, `${round}: ${racers.map(([, line]) => line).join('; ')}`);
      for (const [racer, line] of racers) {
        assert.match(line, /^held by|another node/);
        await kill(racer);
      }
    }
  });
}

test('without locks, the id of a running process decides', async () => {
  const home = createTemporaryFolder();
  const first = start(home, 'numbers');
  await readLine(first);
  assert.throws(() => lockHome(home, WAYS.numbers), /another node \(process \d+\) uses/);
  await kill(first);
  lockHome(home, WAYS.numbers)();
});
