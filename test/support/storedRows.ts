// All rows of the store of a home folder as they are in its pages: keys with their columns, values
// with their checksums.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DataPages } from '../../src/store/lmdb/dataPages.ts';
import { type StoredRow, walkPages } from '../../src/store/lmdb/pageTree.ts';

export function readStoredRows(home: string): StoredRow[] {
  const pages = new DataPages(join(home, 'data'));
  const onFault = (fault: unknown) => assert.fail(String(fault));
  try {
    return [...walkPages(pages, { depth: 'rows', onFault })];
  } finally {
    pages.close();
  }
}
