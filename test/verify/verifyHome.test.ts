// `perigee verify` on the home folder of a small chain: it finds nothing in an intact one, also
// while its node runs; it names what is damaged; and what it restores, from each kind of source,
// equals the original.

import assert from 'node:assert/strict';
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { Follower } from '../../src/follow/follower.ts';
import { openFromGenesis } from '../../src/follow/openFromGenesis.ts';
import { sourceClock } from '../../src/follow/sources/sourceClock.ts';
import { createBlockSource } from '../../src/follow/sources/sourceSpec.ts';
import { readHome } from '../../src/home/homeFolder.ts';
import { exportHome } from '../../src/node/export/exportHome.ts';
import { dataFilePath } from '../../src/store/lmdb/dataFile.ts';
import { openDatabase } from '../../src/store/lmdb/lmdbDatabase.ts';
import { storedKey } from '../../src/store/lmdb/lmdbReader.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { metaKey } from '../../src/store/storeKeys.ts';
import { verifyHome } from '../../src/verify/verifyHome.ts';
import { ALICE, BOB, startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { readStoredRows } from '../support/storedRows.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const home = createTemporaryFolder();
const lake = createTemporaryFolder();
/** The rows of blocks that are final at the end: others are not exported. */
let early: ReadonlySet<string>;

before(async () => {
  const node = await startTestNode({ home, shards: 2 });
  const alice = new Sender(node.rpc, ALICE);
  for (let i = 0; i < 12; i++) await alice.send(BOB, [transfer(BigInt(i + 1))], 'FINAL');
  // A chunk with more than 16 outcomes, whose paths share rows.
  await node.rpc.call('perigee_set_mining', { mode: 'manual' });
  for (let i = 0; i < 20; i++) await alice.send(BOB, [transfer(1n)], 'NONE');
  await node.mine(6);
  early = new Set(readRows(home).keys());
  await node.mine(5);
  const running = await verifyHome({ home, deep: true });
  assert.deepEqual(running.stores[0]?.faults, []);
  assert.ok(running.isWhole);
  await assert.rejects(
    verifyHome({ home, deep: false, restoreFrom: 'itself' }),
    /a node uses .*: stop it before anything is restored/,
  );
  await node.stop();
  const signal = new AbortController().signal;
  await exportHome({ home, to: `lake:${lake}`, follow: false, signal });
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

/** Rows of a column that are missing or changed. */
async function damage(
  folder: string,
  columns: readonly Column[],
  isGone: boolean,
): Promise<number> {
  const path = join(folder, 'data');
  const database = openDatabase(path, { readOnly: false, noSync: false });
  let count = 0;
  for (const column of columns) {
    const range = {
      start: storedKey(column, new Uint8Array()),
      end: Uint8Array.of(column.number + 1),
    };
    const keys = [...database.getKeys(range)]
      .map((key) => new Uint8Array(key))
      .filter((key) => early.has(bytesKey(key)));
    const key = keys[keys.length >> 1];
    assert.ok(key !== undefined, `column ${column} has rows`);
    count += 1;
    if (isGone) database.removeSync(key);
    else database.putSync(key, new Uint8Array(50).fill(7));
  }
  await database.close();
  rmSync(join(path, 'checkpoint'));
  return count;
}

test('an intact home has no faults', async () => {
  const report = await verifyHome({ home, deep: true });
  assert.ok(report.isWhole);
  const [store] = report.stores;
  assert.ok(store !== undefined && store.rows > 300 && store.bytes > 50_000);
});

/** What follows from other rows of the store. */
const OWN = [
  ...[Column.blockAt, Column.emptyChunk, Column.blockMerkle],
  ...[Column.transaction, Column.outcomePath],
];
/** What can be derived from blocks. */
const OF_BLOCKS = [Column.chunk, Column.outcomeIds, Column.outcome, Column.receipt];
/** What only a copy of the rows has. */
const OF_ROWS = [Column.block, Column.blockExtra, Column.chunkExtra, Column.outgoingReceipts];

for (const isGone of [true, false]) {
  const how = isGone ? 'missing' : 'changed';
  test(`rows that are ${how} are restored from each source that has them`, async () => {
    const other = copyHome();
    const node = await startTestNode({ home: copyHome(), mining: 'manual' });
    const sources: [from: string, columns: readonly Column[]][] = [
      ['itself', OWN],
      [`lake:${lake}`, [...OWN, ...OF_BLOCKS]],
      [other, [...OWN, ...OF_BLOCKS, ...OF_ROWS]],
      [node.rpc.url, [...OWN, ...OF_BLOCKS, ...OF_ROWS]],
    ];
    for (const [restoreFrom, columns] of sources) {
      const copy = copyHome();
      const count = await damage(copy, columns, isGone);
      const found = await verifyHome({ home: copy, deep: true });
      assert.ok(!found.isWhole);
      const named = (found.stores[0]?.faults ?? []).map(({ text }) => text.split(',')[0]);
      // It is unknown which rows a missing block had.
      for (const column of isGone ? [] : columns) {
        assert.ok(named.includes(`column ${column}`), `${restoreFrom}: ${column} in ${named}`);
      }
      const after = await verifyHome({ home: copy, deep: true, restoreFrom });
      assert.deepEqual(after.stores[0]?.faults, [], restoreFrom);
      assert.equal(after.stores[0]?.restored, count, restoreFrom);
      assert.deepEqual(readRows(copy), readRows(home), restoreFrom);
    }
    await node.stop();
  });
}

test('the state after the head is restored from its root down', async () => {
  const copy = copyHome();
  await damage(copy, [Column.stateNode], true);
  const after = await verifyHome({ home: copy, deep: true, restoreFrom: home });
  assert.ok(after.isWhole);
  assert.deepEqual(readRows(copy), readRows(home));
});

test('flipped bits are repaired without a source, and lost pages with one', async () => {
  for (let seed = 0; seed < 6; seed++) {
    const copy = copyHome();
    const file = dataFilePath(join(copy, 'data'));
    const random = ChaChaRng.fromU64(BigInt(seed), 20);
    const data = readFileSync(file);
    for (let i = 0; i < 8; i++) {
      data[2 * 8192 + random.below32(data.length - 2 * 8192)]! ^= 1 << random.below32(8);
    }
    writeFileSync(file, data);
    const alone = await verifyHome({ home: copy, deep: true, restoreFrom: 'itself' });
    const { left = 0 } = alone.stores[0] ?? {};
    if (left > 0) await verifyHome({ home: copy, deep: true, restoreFrom: home });
    const last = await verifyHome({ home: copy, deep: true });
    assert.deepEqual(last.stores[0]?.faults, [], `seed ${seed}`);
  }
});

test('lost rows for the ends of the chain are found again, with and without a source', async () => {
  for (const restoreFrom of ['itself', home]) {
    for (const columns of [[Column.meta], [Column.meta, Column.blockAt]]) {
      const copy = copyHome();
      await removeLast(copy, columns);
      const after = await verifyHome({ home: copy, deep: true, restoreFrom });
      assert.deepEqual(after.stores[0]?.faults, []);
      assert.deepEqual(readRows(copy), readRows(home), `${restoreFrom}: ${columns}`);
    }
  }
});

test('lost rules of the chain are reported, and restored from the store itself', async () => {
  for (const lost of [['rules'], ['rulesCopy'], ['rules', 'rulesCopy']] as const) {
    const copy = copyHome();
    const path = join(copy, 'data');
    const database = openDatabase(path, { readOnly: false, noSync: false });
    for (const name of lost) database.removeSync(storedKey(Column.meta, metaKey(name)));
    await database.close();
    rmSync(join(path, 'checkpoint'));
    const found = await verifyHome({ home: copy, deep: false });
    assert.deepEqual(found.stores[0]?.counts, { missing: lost.length });
    const after = await verifyHome({ home: copy, deep: false, restoreFrom: 'itself' });
    assert.ok(after.isWhole);
    assert.deepEqual(readRows(copy), readRows(home), `${lost}`);
  }
});

/** The last row of columns, or all rows that store where the chain ends. */
async function removeLast(folder: string, columns: readonly Column[]): Promise<void> {
  const path = join(folder, 'data');
  const database = openDatabase(path, { readOnly: false, noSync: false });
  for (const column of columns) {
    const rows = readStoredRows(home).filter(({ key }) => key[0] === column.number);
    for (const { key } of column === Column.meta ? rows : rows.slice(-1)) database.removeSync(key);
  }
  await database.close();
  rmSync(join(path, 'checkpoint'));
}

test('nothing is taken from another chain', async () => {
  const node = await startTestNode({ accounts: 3 });
  await node.mine(30);
  await node.stop();
  const copy = copyHome();
  await damage(copy, [Column.block, Column.blockAt], false);
  await assert.rejects(
    verifyHome({ home: copy, deep: false, restoreFrom: node.home }),
    /holds another chain/,
  );
});

test('files that cannot be read are reported', async () => {
  const copy = copyHome();
  writeFileSync(join(copy, 'validator_key.json'), '{');
  const { files, isWhole } = await verifyHome({ home: copy, deep: false });
  assert.match(files.join(), /validator_key.json cannot be read/);
  assert.ok(!isWhole);
  const other = copyHome();
  const text = readFileSync(join(other, 'genesis.json'), 'utf8');
  writeFileSync(join(other, 'genesis.json'), text.replace('"localnet"', '"othernet"'));
  const { stores } = await verifyHome({ home: other, deep: false });
  assert.match(JSON.stringify(stores[0]?.faults), /genesis.json is not the one/);
});

test('a missing folder is an error, and is not created', async () => {
  const nowhere = join(createTemporaryFolder(), 'nowhere');
  await assert.rejects(verifyHome({ home: nowhere, deep: false }), {
    code: 'home',
    message: /no home folder/,
  });
  assert.ok(!existsSync(nowhere));
});

test('a missing store is an error', async () => {
  const copy = copyHome();
  copyFileSync('/dev/null', dataFilePath(join(copy, 'data')));
  await assert.rejects(verifyHome({ home: copy, deep: false }), /is empty, although a chain/);
});

test('the store of a follower is verified', async () => {
  const folder = createTemporaryFolder();
  const path = join(folder, 'follow', 'data');
  const { genesis } = readHome(home);
  const store = await LmdbStore.open({ path });
  const follower = new Follower({
    store,
    guide: openFromGenesis(store, genesis),
    validityPeriod: genesis.config.transactionValidityPeriod,
    mayLackApprovals: true,
  });
  const source = await createBlockSource(
    `lake:${lake}`,
    {},
    { clock: sourceClock, report: () => {} },
  );
  const { signal } = new AbortController();
  const last = await source.lastHeight(signal);
  for await (const message of source.blocks(follower.nextHeight, signal)) {
    await follower.take(message);
    if (message.block.header.height === last) break;
  }
  await store.close();
  const { stores, isWhole } = await verifyHome({ home: folder, deep: true });
  assert.deepEqual(stores[0]?.faults, []);
  assert.ok(isWhole);
  assert.equal(stores.length, 1);
});
