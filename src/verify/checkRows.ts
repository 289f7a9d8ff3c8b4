// The rows of a store one by one, as its pages have them: the form of the pages, the checksum of
// each row, and whether a row that is named by its hash has it.

import { bytesToHex } from '../base/bytes/bytes.ts';
import { verifyRow } from '../cluster/verifyRow.ts';
import { columnName, findColumn } from '../store/column.ts';
import type { DataPages } from '../store/lmdb/dataPages.ts';
import { type StoredRow, walkPages } from '../store/lmdb/pageTree.ts';
import { repairRow } from '../store/lmdb/repairRow.ts';
import { CHECKSUM_BYTES, isSealed } from '../store/lmdb/rowChecksum.ts';
import { StoreFaults } from './storeFaults.ts';

/** Gives the rows that are whole. */
export function* checkRows(pages: DataPages, faults: StoreFaults): Generator<StoredRow> {
  const onFault = (fault: unknown) => faults.add('page', String(fault));
  for (const row of walkPages(pages, { depth: 'rows', onFault })) {
    if (checkRow(row, faults)) yield row;
  }
}

/** The same, and those that one flipped bit had made others, as they were. */
export function* mendRows(pages: DataPages, onMended: () => void): Generator<StoredRow> {
  const faults = new StoreFaults();
  for (const row of walkPages(pages, { depth: 'rows', onFault: () => {} })) {
    if (checkRow(row, faults)) {
      yield row;
      continue;
    }
    const repaired = repairRow(row.key, row.value);
    if (repaired === null || !checkRow({ ...row, ...repaired }, new StoreFaults())) continue;
    onMended();
    yield { ...row, ...repaired };
  }
}

function checkRow({ key: stored, value }: StoredRow, faults: StoreFaults): boolean {
  const [number = -1] = stored;
  const key = stored.subarray(1);
  const column = findColumn(number);
  if (column === undefined) {
    faults.add('checksum', `column ${columnName(number)}, row ${bytesToHex(key)}`);
    return false;
  }
  const place = { column, key };
  if (!isSealed(stored, value, value.length)) {
    faults.addRow('checksum', place);
    return false;
  }
  if (verifyRow(column, key, value.subarray(0, -CHECKSUM_BYTES))) return true;
  faults.addRow('content', place);
  return false;
}
