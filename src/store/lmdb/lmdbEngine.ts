/** LMDB as an engine: its store, and its file for tools. */

import { statSync } from 'node:fs';
import type { StoreEngine } from '../storeEngine.ts';
import { compactDataFile } from './compactDataFile.ts';
import { dataFilePath, findDataFile } from './dataFile.ts';
import { inspectDataFile, salvageDataFile } from './inspectDataFile.ts';
import { LmdbStore } from './lmdbStore.ts';

export const lmdbEngine: StoreEngine = {
  open: (options) => LmdbStore.open(options),
  holds: (path) => findDataFile(path) !== 'absent',
  bytesOnDisk: (path) => statSync(dataFilePath(path)).size,
  inspect: inspectDataFile,
  salvage: salvageDataFile,
  compact: compactDataFile,
};
