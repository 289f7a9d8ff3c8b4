// `perigee compact` on the home folder of a small chain: the same rows in a smaller file, on which
// the chain continues; killed in the middle it leaves the old file; and it refuses a store that is
// in use, damaged or missing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { dataFilePath } from '../../src/store/lmdb/dataFile.ts';
import { compactHome } from '../../src/verify/compactHome.ts';
import { verifyHome } from '../../src/verify/verifyHome.ts';
import { ALICE, BOB, startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { readStoredRows } from '../support/storedRows.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const home = createTemporaryFolder();

before(async () => {
  const node = await startTestNode({ home, shards: 2 });
  const alice = new Sender(node.rpc, ALICE);
  for (let i = 0; i < 4; i++) await alice.send(BOB, [transfer(BigInt(i + 1))], 'FINAL');
  await node.mine(200);
  await assert.rejects(compactHome(home), /a node uses .*: stop it before its store is compacted/);
  await node.stop();
});

function copyHome(): string {
  const copy = createTemporaryFolder();
  cpSync(home, copy, { recursive: true });
  return copy;
}

function readRows(folder: string): Map<string, string> {
  const rows = readStoredRows(folder);
  return new Map(rows.map(({ key, value }) => [bytesKey(key), bytesKey(value)]));
}

test('a compacted store has the same rows in less space, and its chain continues', async () => {
  const copy = copyHome();
  const [store, ...others] = await compactHome(copy);
  assert.ok(store !== undefined && others.length === 0);
  const rows = readRows(copy);
  assert.deepEqual(rows, readRows(home));
  assert.equal(store.rows, rows.size);
  assert.ok(store.bytesAfter < 0.8 * store.bytesBefore, JSON.stringify(store));
  assert.ok((await verifyHome({ home: copy, deep: true })).isWhole);
  assert.ok(!existsSync(join(copy, 'data', 'unfinished')));
  const node = await startTestNode({ home: copy });
  await new Sender(node.rpc, ALICE).send(BOB, [transfer(7n)], 'FINAL');
  await node.stop();
  assert.ok((await verifyHome({ home: copy, deep: true })).isWhole);
});

test('a compacted store stays as it is when it is compacted again', async () => {
  const copy = copyHome();
  const [first] = await compactHome(copy);
  const [second] = await compactHome(copy);
  assert.equal(second?.bytesBefore, first?.bytesAfter);
  assert.equal(second?.bytesAfter, first?.bytesAfter);
});

test('killed in the middle, it leaves the old file, and can be run again', async () => {
  const copy = copyHome();
  const folder = join(copy, 'data');
  const data = readFileSync(dataFilePath(folder));
  for (const row of ['1', '500', String(readRows(home).size)]) {
    const program = fileURLToPath(new URL('./compactProcess.js', import.meta.url));
    const { signal } = spawnSync(process.execPath, [program, folder, row]);
    assert.equal(signal, 'SIGKILL', row);
    assert.deepEqual(readFileSync(dataFilePath(folder)), data, row);
  }
  assert.ok(existsSync(join(folder, 'unfinished')));
  await compactHome(copy);
  assert.deepEqual(readRows(copy), readRows(home));
});

test('a damaged or missing store is refused and left as it is', async () => {
  const copy = copyHome();
  const file = dataFilePath(join(copy, 'data'));
  const data = readFileSync(file);
  const { key } = readStoredRows(copy)[300] ?? assert.fail();
  // Earlier commits may have left copies of the row in free pages.
  for (let at = data.indexOf(key); at !== -1; at = data.indexOf(key, at + 1)) {
    data[at + key.length]! ^= 1;
  }
  writeFileSync(file, data);
  await assert.rejects(compactHome(copy), { code: 'row_damaged' });
  assert.deepEqual(readFileSync(file), data);
  await assert.rejects(compactHome(createTemporaryFolder()), { code: 'store_missing' });
  await assert.rejects(compactHome('/nowhere/at/all'), /there is no home folder/);
});
