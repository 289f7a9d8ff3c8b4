// A thread that reads a store: for each key it receives, it refreshes and returns the value.

import { parentPort, workerData } from 'node:worker_threads';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { getText } from './storeSuite.ts';

const store = await LmdbStore.open({ path: workerData, readOnly: true });
parentPort?.on('message', async (key: string | null) => {
  if (key === null) {
    await store.close();
    parentPort?.close();
    return;
  }
  store.refresh();
  parentPort?.postMessage(getText(store, key));
});
parentPort?.postMessage('ready');
