// A writing process is killed at some moment: what it has reported as committed is there, and the
// last commit is there completely or not at all.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Column } from '../../src/chain/columns/columns.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { keyToNumber, metaKey } from '../../src/store/storeKeys.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { ROWS_PER_ROUND } from './writerProcess.ts';

/** Kills the process when it has reported this many rounds; returns the last reported one. */
async function killAfter(path: string, rounds: number): Promise<number> {
  const program = fileURLToPath(new URL('./writerProcess.js', import.meta.url));
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString('latin1');
    if (output.split('\n').length > rounds) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return Number(output.trim().split('\n').at(-1));
}

test('commits survive SIGKILL, each as a whole', async () => {
  for (const rounds of [1, 10, 60, 200]) {
    const path = createTemporaryFolder();
    const told = await killAfter(path, rounds);
    assert.ok(told >= rounds);
    const store = await LmdbStore.open({ path });
    const head = keyToNumber(store.get(Column.meta, metaKey('head'))!);
    assert.ok(head === told || head === told + 1, `told ${told}, found ${head}`);
    const values = [...store.range(Column.block)].map(([, value]) => keyToNumber(value));
    assert.deepEqual(values, new Array(ROWS_PER_ROUND).fill(head));
    await store.close();
  }
});
