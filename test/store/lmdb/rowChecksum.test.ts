// Rows with checksums: a change in the file causes an error that names the row, and stores that
// were written before there were checksums get them.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesToHex, concatBytes, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { dataFilePath } from '../../../src/store/lmdb/dataFile.ts';
import { openDatabase } from '../../../src/store/lmdb/lmdbDatabase.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import type { RowError } from '../../../src/store/storeError.ts';
import { metaKey } from '../../../src/store/storeKeys.ts';
import { readStoreVersion, STORE_VERSION } from '../../../src/store/storeVersion.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { commitTexts, getText } from '../storeSuite.ts';

const NAMES = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];

/** A store of a few rows where one text in the file is replaced by another of the same length. */
async function openChanged(column: Column, from: string, to: string): Promise<LmdbStore> {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path });
  const rows = NAMES.map((name) => [`key ${name}`, `value of ${name}`] as const);
  commitTexts(store, Object.fromEntries(rows), column);
  await store.close();
  const file = dataFilePath(path);
  const data = readFileSync(file).toString('latin1');
  assert.ok(data.includes(from));
  writeFileSync(file, data.replaceAll(from, to), 'latin1');
  return LmdbStore.open({ path });
}

function names(key: string, column = 'block') {
  return (error: unknown) => {
    assert.ok(error instanceof PerigeeError, String(error));
    const info = error.info as RowError;
    assert.equal(info.code, 'row_damaged');
    assert.deepEqual([info.column, info.key], [column, bytesToHex(utf8ToBytes(key))]);
    assert.match(error.message, /of column block is damaged.*`perigee verify`/s);
    return true;
  };
}

test('a changed value is an error that names its row', async () => {
  const store = await openChanged(Column.block, 'value of delta', 'value of dolta');
  assert.equal(getText(store, 'key echo'), 'value of echo');
  assert.throws(() => getText(store, 'key delta'), names('key delta'));
  assert.throws(() => [...store.range(Column.block)], names('key delta'));
  await store.close();
});

test('a row under another key is not treated as absent', async () => {
  // The second one is at the other end of its page, where no search expects it.
  for (const [to, found] of [
    ['key dolta', 'key dolta'],
    ['yey delta', 'yey delta'],
  ] as const) {
    const store = await openChanged(Column.block, 'key delta', to);
    assert.throws(() => getText(store, 'key delta'), names(found));
    const start = utf8ToBytes('key delta');
    const end = utf8ToBytes('key dz');
    for (const range of [{}, { start, end }, { start, end, reverse: true }, { start, limit: 1 }]) {
      assert.throws(() => [...store.range(Column.block, range)], names(found));
    }
    await store.close();
  }
});

test('an absent row stays absent', async () => {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path });
  assert.equal(getText(store, 'nothing'), undefined);
  commitTexts(store, { b: '1' });
  for (const key of ['a', 'bb', 'c', '']) assert.equal(getText(store, key), undefined);
  assert.equal(getText(store, 'b', Column.chunk), undefined);
  await store.close();
});

/** As the previous version wrote it: only the rows. */
async function writePlain(path: string, version: string): Promise<void> {
  const database = openDatabase(path, { readOnly: false, noSync: false });
  database.transactionSync(() => {
    const put = (column: Column, key: Uint8Array, value: string) =>
      database.putSync(concatBytes(Uint8Array.of(column.number), key), utf8ToBytes(value));
    put(Column.meta, metaKey('version'), version);
    for (const name of NAMES) put(Column.block, utf8ToBytes(`key ${name}`), `value of ${name}`);
    put(Column.chunk, utf8ToBytes('long'), 'x'.repeat(100_000));
    put(Column.keyAccount, utf8ToBytes('empty'), '');
  });
  await database.close();
}

test('a store of the previous version gets checksums when a writer opens it', async () => {
  const path = createTemporaryFolder();
  await writePlain(path, 'perigee 2');
  await assert.rejects(LmdbStore.open({ path, readOnly: true }), /Start a node on it once/);
  // What an interrupted conversion has left behind.
  mkdirSync(join(path, 'unfinished'));
  writeFileSync(join(path, 'unfinished', 'data.mdb'), 'half');
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  for (let i = 0; i < 2; i++) {
    const store = await LmdbStore.open({ path, report });
    for (const name of NAMES) assert.equal(getText(store, `key ${name}`), `value of ${name}`);
    assert.equal(getText(store, 'long', Column.chunk)?.length, 100_000);
    assert.equal(getText(store, 'empty', Column.keyAccount), '');
    assert.equal(readStoreVersion(store), STORE_VERSION);
    await store.close();
  }
  assert.deepEqual(lines, ['the store is of an older version: its 9 rows get checksums']);
  const data = readFileSync(dataFilePath(path)).toString('latin1');
  writeFileSync(dataFilePath(path), data.replaceAll('value of echo', 'value of esho'), 'latin1');
  const store = await LmdbStore.open({ path, report });
  assert.throws(() => getText(store, 'key echo'), names('key echo'));
  await store.close();
});

test('a damaged store of the previous version is left unchanged', async () => {
  const path = createTemporaryFolder();
  await writePlain(path, 'perigee 2');
  const file = dataFilePath(path);
  const data = readFileSync(file);
  // The flags of every page but the first two.
  for (let at = 2 * 8192 + 18; at < data.length; at += 8192) data[at]! ^= 0x40;
  writeFileSync(file, data);
  await assert.rejects(LmdbStore.open({ path }), /is damaged \(page \d+: /);
  assert.deepEqual(readFileSync(file), data);
});
