// A process that takes all file descriptors that the system allows it, commits to a store and
// flushes, and does so again when there are descriptors. It prints what happened to the checkpoint.

import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes } from '../../src/base/bytes/bytes.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { Batch } from '../../src/store/store.ts';
import { metaKey, numberKey } from '../../src/store/storeKeys.ts';

const path = process.argv[2] as string;
const store = await LmdbStore.open({ path, bootId: 'a run of the machine' });
const readCheckpoint = () => readFileSync(join(path, 'checkpoint'));

async function commit(height: number): Promise<void> {
  const batch = new Batch();
  batch.putBytes(Column.meta, metaKey('head'), numberKey(height));
  store.commit(batch);
  await store.flush();
}

function takeDescriptors(): number[] {
  const taken: number[] = [];
  for (;;) {
    try {
      taken.push(openSync(path, 'r'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EMFILE') return taken;
      throw error;
    }
  }
}

const first = readCheckpoint();
const taken = takeDescriptors();
await commit(1);
for (const descriptor of taken) closeSync(descriptor);
const isSame = equalBytes(first, readCheckpoint());
await store.flush();
const isNew = !equalBytes(first, readCheckpoint());
await store.close();
process.stdout.write(`${taken.length > 0} ${isSame} ${isNew}`);
