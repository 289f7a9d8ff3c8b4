// The LMDB store against the common store suite, then what only a store on disk has: reopening,
// readers in other threads, the version stamp, and the refusal of foreign files.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { dataFilePath, META_BYTES } from '../../../src/store/lmdb/dataFile.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { Batch } from '../../../src/store/store.ts';
import { metaKey } from '../../../src/store/storeKeys.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { commitTexts, getText, runStoreSuite } from '../storeSuite.ts';

runStoreSuite('lmdb', () => LmdbStore.open({ path: createTemporaryFolder() }));
runStoreSuite('durable lmdb', () =>
  LmdbStore.open({ path: createTemporaryFolder(), durable: true }),
);

test('rows are there after reopening, whatever the mode was', async () => {
  const path = createTemporaryFolder();
  const modes = [{}, { durable: true }, {}, { temporary: true }, { durable: true }, {}, {}];
  for (const [round, mode] of modes.entries()) {
    const store = await LmdbStore.open({ path, ...mode });
    for (let i = 0; i < round; i++) assert.equal(getText(store, `round ${i}`), String(i));
    commitTexts(store, { [`round ${round}`]: String(round) });
    await store.close();
  }
});

test('a commit that reverts its own writes leaves a file that can be reopened', async () => {
  const key = (name: string) => utf8ToBytes(name);
  const long = new Uint8Array(100_000);
  for (const last of [null, new Uint8Array(20_000), new Uint8Array(10)]) {
    const path = createTemporaryFolder();
    const store = await LmdbStore.open({ path });
    const batch = new Batch();
    batch.putBytes(Column.meta, key('kept'), long);
    batch.putBytes(Column.meta, key('changed'), long);
    if (last === null) batch.deleteBytes(Column.meta, key('changed'));
    else batch.putBytes(Column.meta, key('changed'), last);
    store.commit(batch);
    await store.close();
    for (const readOnly of [true, false]) {
      const again = await LmdbStore.open({ path, readOnly });
      assert.equal(again.get(Column.meta, key('changed'))?.length, last?.length);
      assert.equal(again.get(Column.meta, key('kept'))?.length, long.length);
      await again.close();
    }
  }
});

test('a reader in the same thread sees commits after a refresh', async () => {
  const path = createTemporaryFolder();
  const writer = await LmdbStore.open({ path });
  const reader = await LmdbStore.open({ path, readOnly: true });
  for (let round = 0; round < 50; round++) {
    commitTexts(writer, { a: String(round) });
    reader.refresh();
    assert.equal(getText(reader, 'a'), String(round));
  }
  await reader.close();
  await writer.close();
});

test('a reader in another thread sees each commit when it is announced', async () => {
  const path = createTemporaryFolder();
  const writer = await LmdbStore.open({ path });
  const worker = new Worker(new URL('../readerThread.js', import.meta.url), { workerData: path });
  assert.deepEqual(await once(worker, 'message'), ['ready']);
  for (let round = 0; round < 100; round++) {
    commitTexts(writer, { a: String(round), [`filler ${round}`]: 'x'.repeat(10_000) });
    worker.postMessage('a');
    assert.deepEqual(await once(worker, 'message'), [String(round)]);
  }
  worker.postMessage(null);
  await once(worker, 'exit');
  commitTexts(writer, { a: 'the writer continues' });
  assert.equal(getText(writer, 'a'), 'the writer continues');
  await writer.close();
});

test('a reader is opened at any moment of a writer that uses its pages again', async () => {
  const path = createTemporaryFolder();
  const writer = await LmdbStore.open({ path });
  commitTexts(writer, { kept: 'kept' });
  const rounds = 40;
  const module = new URL('../openingThread.js', import.meta.url);
  const worker = new Worker(module, { workerData: { path, rounds } });
  let found: unknown = null;
  const ended = once(worker, 'exit');
  worker.on('message', (message) => {
    found = message;
  });
  for (let round = 0; found === null; round++) {
    commitTexts(writer, { [`row ${round % 50}`]: 'x'.repeat((round * 397) % 20_000) });
    if (round % 20 === 0) await setImmediate();
  }
  await ended;
  assert.deepEqual(found, Array(rounds).fill('kept'));
  await writer.close();
});

function hasCode(code: string) {
  return (error: unknown) => error instanceof PerigeeError && error.code === code;
}

test('a reader needs a store', async () => {
  const path = join(createTemporaryFolder(), 'nothing');
  await assert.rejects(LmdbStore.open({ path, readOnly: true }), hasCode('store_missing'));
});

const STAMPS: [stamp: string, code: string, message: RegExp][] = [
  [
    'perigee 8',
    'store_version',
    /newer version of Perigee \(store version 8, this program has 7\)/,
  ],
  ['perigee 0', 'store_version', /older version/],
  ['other 1', 'store_foreign', /is not a store of Perigee/],
];

test('a store with another stamp is refused and left unchanged', async () => {
  for (const [stamp, code, message] of STAMPS) {
    const path = createTemporaryFolder();
    const store = await LmdbStore.open({ path });
    const batch = new Batch();
    batch.putBytes(Column.meta, metaKey('version'), utf8ToBytes(stamp));
    store.commit(batch);
    await store.close();
    for (const readOnly of [false, true]) {
      await assert.rejects(
        LmdbStore.open({ path, readOnly }),
        (error) => hasCode(code)(error) && message.test((error as Error).message),
        stamp,
      );
    }
  }
});

test('rows without a stamp are foreign', async () => {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path });
  commitTexts(store, { a: '1' });
  const batch = new Batch();
  batch.deleteBytes(Column.meta, metaKey('version'));
  store.commit(batch);
  await store.close();
  await assert.rejects(LmdbStore.open({ path }), hasCode('store_foreign'));
});

test('a file of another kind is foreign', async () => {
  for (const content of ['x', 'some text '.repeat(5000)]) {
    const path = createTemporaryFolder();
    writeFileSync(join(path, 'data.mdb'), content);
    await assert.rejects(LmdbStore.open({ path }), hasCode('store_foreign'));
    await assert.rejects(LmdbStore.open({ path, readOnly: true }), hasCode('store_foreign'));
  }
});

test('a damaged store is refused with one sentence', async () => {
  const damages: [name: string, damage: (data: Buffer) => Buffer][] = [
    ['cut in half', (data) => data.subarray(0, data.length / 2)],
    ['its last page cut off', (data) => data.subarray(0, -100)],
    ['all pages zero', (data) => Buffer.concat([data.subarray(0, META_BYTES), ZEROS])],
    ['all pages garbage', (data) => data.fill(0xa5, META_BYTES)],
  ];
  for (const [name, damage] of damages) {
    const path = createTemporaryFolder();
    const store = await LmdbStore.open({ path });
    for (let i = 0; i < 20; i++) commitTexts(store, { [`row ${i}`]: 'x'.repeat(5_000) });
    await store.close();
    const file = dataFilePath(path);
    writeFileSync(file, damage(readFileSync(file)));
    for (const readOnly of [false, true]) {
      await assert.rejects(
        LmdbStore.open({ path, readOnly }),
        (error) =>
          hasCode('store_damaged')(error) &&
          /is damaged\b.*: |was cut, although/.test((error as Error).message),
        name,
      );
    }
  }
});

const ZEROS = Buffer.alloc(1_000_000);

test('a commit that fails half-way changes nothing', async () => {
  const store = await LmdbStore.open({ path: createTemporaryFolder() });
  commitTexts(store, { a: '1' });
  const batch = new Batch();
  batch.putBytes(Column.block, utf8ToBytes('a'), utf8ToBytes('2'));
  batch.putBytes(Column.block, utf8ToBytes('b'), undefined as unknown as Uint8Array);
  assert.throws(() => store.commit(batch), TypeError);
  assert.equal(getText(store, 'a'), '1');
  commitTexts(store, { b: '2' });
  assert.deepEqual([getText(store, 'a'), getText(store, 'b')], ['1', '2']);
  await store.close();
});

/**
 * How often a file is mapped into this process, according to the system; one where that is unknown.
 */
function countMappings(path: string): number {
  if (!existsSync('/proc/self/maps')) return 1;
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(dataFilePath(path))).length;
}

test('a file that grows is mapped once, and no page of it counts twice as memory', async () => {
  const path = createTemporaryFolder();
  const writer = await LmdbStore.open({ path });
  const reader = await LmdbStore.open({ path, readOnly: true });
  for (let round = 0; round < 20; round++) {
    commitTexts(writer, { [`round ${round}`]: 'x'.repeat(1_000_000) });
    reader.refresh();
    assert.equal(getText(reader, `round ${round}`)?.length, 1_000_000);
  }
  assert.equal(countMappings(path), 1);
  await reader.close();
  await writer.close();
});
