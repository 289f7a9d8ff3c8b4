/**
 * Writes all rows of a data file into a new one, in the order of their keys: pages that random
 * inserts have left half full become full, free pages disappear, and rows of earlier versions take
 * their shorter form. The new file replaces the old one once it is complete and on disk.
 */

import { equalBytes } from '../../base/bytes/bytes.ts';
import { createDamagedError, createRowError } from '../storeError.ts';
import { STORE_VERSION, sealedStamp, VERSION_KEY } from '../storeVersion.ts';
import { DataPages } from './dataPages.ts';
import { refusePlain } from './inspectDataFile.ts';
import { storedValue } from './lmdbReader.ts';
import { repairDataFile } from './lmdbStore.ts';
import { type StoredRow, walkPages } from './pageTree.ts';
import { rewriteStore } from './rewriteStore.ts';
import { openValue } from './rowChecksum.ts';

/** `onRow` is called with each row's number and how many there are. */
type OnRow = (row: number, total: number) => void;

export async function compactDataFile(path: string, onRow: OnRow): Promise<void> {
  repairDataFile(path);
  const pages = new DataPages(path);
  try {
    refusePlain(path, pages);
    await rewriteStore(path, listRows(pages, path, onRow), { isOrdered: true });
  } finally {
    pages.close();
  }
}

/** A damaged file is not copied: `perigee verify` can restore what the copy would have lost. */
function* listRows(
  pages: DataPages,
  path: string,
  onRow: OnRow,
): Generator<Pick<StoredRow, 'key' | 'value'>> {
  const onFault = (fault: unknown) => {
    throw createDamagedError(path, new Error(String(fault)));
  };
  let count = 0;
  for (const { key, value } of walkPages(pages, { depth: 'rows', onFault })) {
    const opened = openValue(key, value, value.length);
    if (opened === null) throw createRowError('row_damaged', path, key);
    const isStamp = equalBytes(key, VERSION_KEY);
    yield { key, value: isStamp ? sealedStamp(STORE_VERSION) : storedValue(key, opened) };
    onRow(++count, pages.main.entries);
  }
}
