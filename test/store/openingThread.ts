// A thread that opens a store for reading, again and again, and returns what each reader finds.

import { parentPort, workerData } from 'node:worker_threads';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { getText } from './storeSuite.ts';

const { path, rounds } = workerData as { path: string; rounds: number };
const found: (string | undefined)[] = [];
for (let round = 0; round < rounds; round++) {
  const store = await LmdbStore.open({ path, readOnly: true });
  found.push(getText(store, 'kept'));
  await store.close();
}
parentPort?.postMessage(found);
