// A home whose rows were changed on disk is restored from its cluster, byte for byte, and its chain
// continues; one that has lost its store gets the chain back as a standby.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Column } from '../../src/chain/columns/columns.ts';
import { columnName } from '../../src/store/column.ts';
import { dataFilePath } from '../../src/store/lmdb/dataFile.ts';
import type { StoredRow } from '../../src/store/lmdb/pageTree.ts';
import { ALICE, BOB, NodeProcess, type ProcessEnd, ROOT } from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { readStoredRows } from '../support/storedRows.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { startTestCluster } from './support/cassandra.ts';
import { clusterWritten, readChain, readHead, startWriter } from './support/clusterPrograms.ts';

const home = createTemporaryFolder();
let cluster: string;

before(async () => {
  cluster = (await startTestCluster(1)).address('verify');
  const writer = startWriter(home, cluster, '--shards', '2');
  const rpc = await writer.listening();
  const root = new Sender(rpc, ROOT);
  await root.send(ROOT, [deploy(storageContract)], 'FINAL');
  await root.send(ROOT, [callContract('put', Uint8Array.of(1, 2, 3))], 'FINAL');
  const alice = new Sender(rpc, ALICE);
  for (let i = 0; i < 10; i++) await alice.send(BOB, [transfer(BigInt(i + 1))], 'FINAL');
  await stop(writer);
});

/** When the cluster has all blocks. */
async function stop(writer: NodeProcess): Promise<void> {
  const { header } = await readHead(await writer.listening());
  await clusterWritten(cluster, header.height);
  const { code, stderr } = await writer.kill('SIGTERM');
  assert.equal(code, 0, stderr);
}

function verify(...args: readonly string[]): Promise<ProcessEnd> {
  return new NodeProcess(['verify', '--home', home, '--json', '-', ...args]).ended;
}

/** New blocks come after the old ones, all of which are there. */
async function goesOn(writer: NodeProcess): Promise<void> {
  const rpc = await writer.listening();
  const { header } = await readHead(rpc);
  await new Sender(rpc, BOB).send(ALICE, [transfer(7n)], 'FINAL');
  const chain = await readChain(rpc);
  assert.equal(chain.get(header.height), header.hash);
  assert.ok(chain.size > header.height + 1);
  await stop(writer);
}

/** A row of each column, and all rows that store the head of the chain. */
function chooseRows(rows: readonly StoredRow[]): StoredRow[] {
  const ofColumn = (column: number) => rows.filter(({ key }) => key[0] === column);
  const columns = new Set(rows.map(({ key }) => key[0] ?? -1));
  columns.delete(Column.meta.number);
  const middle = [...columns].map((column) => {
    const some = ofColumn(column);
    return some[some.length >> 1] as StoredRow;
  });
  return [...ofColumn(Column.meta.number), ...middle];
}

/** Two bits of a value: one would be repaired without the cluster. */
function flipBits(rows: readonly StoredRow[]): void {
  const path = dataFilePath(join(home, 'data'));
  const data = readFileSync(path);
  for (const { value } of rows) {
    // Also in pages that are no longer used.
    for (let at = data.indexOf(value); at !== -1; at = data.indexOf(value, at)) {
      data[at]! ^= 0x10;
      data[at + value.length - 1]! ^= 0x01;
    }
  }
  writeFileSync(path, data);
}

test('flipped bits in all columns are repaired from the cluster', async () => {
  const whole = readStoredRows(home);
  const chosen = chooseRows(whole);
  flipBits(chosen);

  const found = await verify();
  assert.equal(found.code, 1);
  for (const { key } of chosen) {
    assert.match(found.stdout, new RegExp(`column ${columnName(key[0] ?? -1)},`));
  }
  const restored = await verify('--restore-from', cluster);
  assert.equal(restored.code, 0, `${restored.stdout}${restored.stderr}`);
  assert.deepEqual(readStoredRows(home).map(rowOf), whole.map(rowOf));
  const after = await verify('--deep');
  assert.equal(after.code, 0, after.stdout);
  await goesOn(startWriter(home, cluster));
});

function rowOf({ key, value }: StoredRow) {
  return { key, value };
}

test('a lost store is copied from the cluster by a standby', async () => {
  truncateSync(dataFilePath(join(home, 'data')));
  for (const refuse of [
    () => startWriter(home, cluster).ended,
    () => verify('--restore-from', cluster),
  ]) {
    const { code, stderr } = await refuse();
    assert.equal(code, 1);
    assert.match(stderr, /data.mdb is empty, .* remove the folder and start .* --standby/);
  }
  rmSync(join(home, 'data'), { recursive: true });
  await goesOn(startWriter(home, cluster, '--standby'));
  const after = await verify('--deep');
  assert.equal(after.code, 0, after.stdout);
});
