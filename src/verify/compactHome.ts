// `perigee compact`: rewrites the stores of a home folder without unused space, one after the
// other, while no node uses them.

import { HomeError, storePathOf } from '../home/homeFolder.ts';
import { HomeLocked, lockHome } from '../home/lockFile.ts';
import { createProgress } from '../process/progress.ts';
import { engineAt } from '../store/openStore.ts';
import { findChains } from './findChains.ts';

interface CompactedStore {
  readonly path: string;
  readonly rows: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export async function compactHome(home: string): Promise<CompactedStore[]> {
  const { made, followed } = findChains(home);
  const compacted: CompactedStore[] = [];
  for (const folder of [made, followed]) {
    if (folder !== null) compacted.push(await compactLocked(folder));
  }
  return compacted;
}

async function compactLocked(folder: string): Promise<CompactedStore> {
  const unlock = lockUnused(folder);
  try {
    return await compactStore(storePathOf(folder));
  } finally {
    unlock();
  }
}

function lockUnused(folder: string): () => void {
  try {
    return lockHome(folder);
  } catch (error) {
    if (!(error instanceof HomeLocked)) throw error;
    throw new HomeError(`a node uses ${folder}: stop it before its store is compacted`, error);
  }
}

async function compactStore(path: string): Promise<CompactedStore> {
  const engine = engineAt(path);
  const progress = createProgress('compacting', process.stderr, 'rows');
  let rows = 0;
  try {
    const bytesBefore = engine.holds(path) ? engine.bytesOnDisk(path) : 0;
    await engine.compact(path, (row, total) => {
      rows = row;
      progress.step(() => `${row} of ${total} rows (${Math.floor((100 * row) / total)} %)`);
    });
    return { path, rows, bytesBefore, bytesAfter: engine.bytesOnDisk(path) };
  } finally {
    progress.end();
  }
}
