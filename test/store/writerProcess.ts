// A process that commits round after round and reports each one after the commit, until it is
// killed. Every row of a round has the round as its value.

import { writeSync } from 'node:fs';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { Batch } from '../../src/store/store.ts';
import { metaKey, numberKey } from '../../src/store/storeKeys.ts';

export const ROWS_PER_ROUND = 30;

const path = process.argv[2];
if (path !== undefined) {
  const store = await LmdbStore.open({ path });
  for (let round = 1; ; round++) {
    const batch = new Batch();
    for (let i = 0; i < ROWS_PER_ROUND; i++) {
      batch.putBytes(Column.block, sha256(numberKey(i)), numberKey(round));
    }
    batch.putBytes(Column.meta, metaKey('head'), numberKey(round));
    store.commit(batch);
    writeSync(1, `${round}\n`);
    if (round % 7 === 0) await store.flush();
  }
}
