// A store whose data file was lost, emptied or overwritten is refused, by writers and readers, and
// nothing is created in its place. A first start that ended early can be repeated.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PerigeeError } from '../../../src/base/errors.ts';
import { dataFilePath } from '../../../src/store/lmdb/dataFile.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { commitTexts } from '../storeSuite.ts';

const LOSSES: readonly [name: string, lose: (file: string) => void, code: string][] = [
  ['emptied', (file) => truncateSync(file, 0), 'store_lost'],
  ['removed', (file) => rmSync(file), 'store_lost'],
  ['cut to a few bytes', (file) => truncateSync(file, 100), 'store_damaged'],
  ['cut after its first pages', (file) => truncateSync(file, 16_384), 'store_damaged'],
  ['zeroed', (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)), 'store_damaged'],
  ['replaced by a folder', replaceByFolder, 'store_damaged'],
];

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

async function createStore(options: { durable?: boolean } = {}): Promise<string> {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path, ...options });
  commitTexts(store, { a: '1' });
  await store.close();
  return path;
}

for (const [name, lose, code] of LOSSES) {
  test(`a data file that was ${name} is not a new store`, async () => {
    for (const durable of [false, true]) {
      const path = await createStore({ durable });
      lose(dataFilePath(path));
      for (const readOnly of [false, true, false]) {
        await assert.rejects(LmdbStore.open({ path, readOnly, durable }), (error) => {
          assert.ok(error instanceof PerigeeError, String(error));
          assert.equal(error.code, code);
          assert.match(error.message, /`perigee verify` cannot restore that.*--standby.*--reset/s);
          return true;
        });
      }
    }
  });
}

test('a store with only its checkpoint left is not new', async () => {
  const path = await createStore();
  rmSync(join(path, 'stamp'));
  rmSync(dataFilePath(path));
  await assert.rejects(LmdbStore.open({ path }), /data.mdb is missing, although/);
});

test('a first start that ended before its first commit is repeated', async () => {
  const path = createTemporaryFolder();
  writeFileSync(dataFilePath(path), '');
  const store = await LmdbStore.open({ path });
  commitTexts(store, { a: '1' });
  await store.close();
  assert.ok(existsSync(join(path, 'stamp')));
});
