// Rows that most requests read are kept while the store shows the same state, and no longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { meta } from '../../../src/store/metaColumn.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { commitTexts, getText } from '../storeSuite.ts';

test('a row that a reader keeps is that of the state which other rows are read from', async () => {
  const path = createTemporaryFolder();
  const writer = await LmdbStore.open({ path });
  const reader = await LmdbStore.open({ path, readOnly: true });
  const texts = (store: LmdbStore) => ['head', 'new'].map((name) => getText(store, name, meta));
  commitTexts(writer, { head: '1' }, meta);
  reader.refresh();
  assert.deepEqual(texts(reader), ['1', undefined]);
  commitTexts(writer, { head: '2', new: 'a' }, meta);
  assert.deepEqual(texts(writer), ['2', 'a']);
  assert.deepEqual(texts(reader), ['1', undefined]);
  // Without a refresh it takes about a millisecond.
  for (let turns = 0; getText(reader, 'head', meta) !== '2'; turns++) {
    assert.ok(turns < 1_000_000);
    await setImmediate();
  }
  assert.deepEqual(texts(reader), ['2', 'a']);
  commitTexts(writer, { head: '3' }, meta);
  reader.refresh();
  assert.deepEqual(texts(reader), ['3', 'a']);
  await reader.close();
  await writer.close();
});

test('a refresh begins a new view only after a commit', async () => {
  const path = createTemporaryFolder();
  const writer = await LmdbStore.open({ path });
  const reader = await LmdbStore.open({ path, readOnly: true });
  commitTexts(writer, { head: '1' }, meta);
  const refresh = () => {
    reader.refresh();
    return reader.get(meta, utf8ToBytes('head'));
  };
  const first = refresh();
  assert.equal(refresh(), first);
  commitTexts(writer, { other: '2' }, meta);
  assert.notEqual(refresh(), first);
  assert.deepEqual(refresh(), first);
  commitTexts(writer, { head: '2' }, meta);
  assert.deepEqual(refresh(), utf8ToBytes('2'));
  await reader.close();
  await writer.close();
});

test('of rows that are read often only a bounded number is kept', async () => {
  const store = await LmdbStore.open({ path: createTemporaryFolder() });
  const names = Array.from({ length: 2_000 }, (_, i) => `row ${i}`);
  commitTexts(store, Object.fromEntries(names.map((name) => [name, name])), meta);
  for (let round = 0; round < 2; round++) {
    for (const name of names) assert.equal(getText(store, name, meta), name);
  }
  await store.close();
  assert.throws(() => store.get(meta, new Uint8Array()));
});
