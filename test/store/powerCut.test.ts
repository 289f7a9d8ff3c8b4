// A power cut leaves the disk with some pages from before and some from after the last checkpoint.
// Such files are simulated by mixing the pages of two copies of a data file at random; opened after
// another boot, the store must be exactly what it was at the checkpoint.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesToHex, concatBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { META_BYTES } from '../../src/store/lmdb/dataFile.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { Batch, type Store } from '../../src/store/store.ts';
import { numberKey } from '../../src/store/storeKeys.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

/** The unit in which a disk keeps or loses what was written. */
const SECTOR_BYTES = 4096;

/** Rows at random places, some of them written again and some deleted, so that pages are reused. */
function commitRound(store: Store, round: number): void {
  const batch = new Batch();
  for (let i = 0; i < 40; i++) {
    const key = sha256(numberKey((round * 17 + i) % 700));
    if ((round + i) % 5 === 0) batch.deleteBytes(Column.stateNode, key);
    else
      batch.putBytes(Column.stateNode, key, concatBytes(numberKey(round), new Uint8Array(i * 9)));
  }
  store.commit(batch);
}

function readAll(store: Store): string[] {
  return [...store.range(Column.stateNode)].map((row) => bytesToHex(concatBytes(...row)));
}

/** A file with each sector from one or the other, and the length of either. */
function mixSectors(before: Buffer, after: Buffer, random: () => number): Buffer {
  const mixed = Buffer.from(random() < 0.5 ? after : concatBytes(before));
  for (let offset = 0; offset < before.length; offset += SECTOR_BYTES) {
    const source = random() < 0.5 ? before : after;
    source.copy(mixed, offset, offset, Math.min(offset + SECTOR_BYTES, before.length));
  }
  return mixed;
}

/** Numbers from 0 to 1, always the same ones. */
function createRandom(): () => number {
  let count = 0;
  return () => {
    const hash = sha256(numberKey(count++));
    return (hash[0]! * 256 + hash[1]!) / 65536;
  };
}

test('whatever a power cut leaves, the checkpoint is intact', async () => {
  const path = createTemporaryFolder();
  const random = createRandom();
  const store = await LmdbStore.open({ path, bootId: 'first run' });
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < 15; i++) commitRound(store, round * 100 + i);
    await store.flush();
    const expected = readAll(store);
    const before = readFileSync(join(path, 'data.mdb'));
    for (let i = 15; i < 50; i++) commitRound(store, round * 100 + i);
    const after = readFileSync(join(path, 'data.mdb'));
    for (let trial = 0; trial < 3; trial++) {
      const broken = join(path, `broken ${round} ${trial}`);
      mkdirSync(broken);
      copyFileSync(join(path, 'checkpoint'), join(broken, 'checkpoint'));
      writeFileSync(join(broken, 'data.mdb'), mixSectors(before, after, random));
      await checkRestored(broken, expected);
    }
  }
  await store.close();
});

async function checkRestored(path: string, expected: string[]): Promise<void> {
  const store = await LmdbStore.open({ path, bootId: 'second run' });
  assert.deepEqual(readAll(store), expected);
  commitRound(store, 5);
  const continued = readAll(store);
  await store.close();
  const reader = await LmdbStore.open({ path, bootId: 'third run', readOnly: true });
  assert.deepEqual(readAll(reader), continued, 'closing leaves nothing to restore');
  await reader.close();
}

test('without a reboot nothing is reverted', async () => {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path, bootId: 'first run' });
  commitRound(store, 1);
  await store.flush();
  commitRound(store, 2);
  const expected = readAll(store);
  const copy = join(path, 'copy');
  mkdirSync(copy);
  for (const name of ['data.mdb', 'checkpoint']) copyFileSync(join(path, name), join(copy, name));
  const other = await LmdbStore.open({ path: copy, bootId: 'first run' });
  assert.deepEqual(readAll(other), expected);
  await other.close();
  await store.close();
});

test('a reader does not read what a writer has to restore first', async () => {
  const path = createTemporaryFolder();
  const store = await LmdbStore.open({ path, bootId: 'first run' });
  await store.flush();
  commitRound(store, 1);
  const copy = join(path, 'copy');
  mkdirSync(copy);
  for (const name of ['data.mdb', 'checkpoint']) copyFileSync(join(path, name), join(copy, name));
  await assert.rejects(
    LmdbStore.open({ path: copy, bootId: 'second run', readOnly: true }),
    (error) => error instanceof PerigeeError && error.code === 'store_unclean',
  );
  await store.close();
});

test('a checkpoint does not outlive its data file', async () => {
  const path = createTemporaryFolder();
  // A first start that ended early: both trees of the copied meta pages have no root.
  const pages = Buffer.alloc(META_BYTES, 0xff);
  writeFileSync(join(path, 'checkpoint'), Buffer.concat([pages, Buffer.from('first run')]));
  writeFileSync(join(path, 'data.mdb'), '');
  const second = await LmdbStore.open({ path, bootId: 'second run' });
  assert.deepEqual(readAll(second), []);
  await second.close();
});

test('a power cut during the first start does not block the next one', async () => {
  const path = createTemporaryFolder();
  const first = await LmdbStore.open({ path: join(path, 'whole'), bootId: 'first run' });
  await first.close();
  const meta = readFileSync(join(path, 'whole', 'checkpoint')).subarray(0, META_BYTES / 2);
  const none = Buffer.alloc(META_BYTES / 2);
  const left = [none, Buffer.concat([none, none]), Buffer.concat([none, meta]), meta];
  for (const [i, content] of [...left, Buffer.concat([meta, none])].entries()) {
    const folder = join(path, String(i));
    mkdirSync(folder);
    writeFileSync(join(folder, 'data.mdb'), content);
    const store = await LmdbStore.open({ path: folder, bootId: 'second run' });
    assert.deepEqual(readAll(store), []);
    await store.close();
  }
});
