/**
 * The rows of a data file one by one, read from its pages without LMDB so that no damage ends the
 * process: the form of the pages, the checksum of each row; and the rows that are whole, written
 * into a new file.
 */

import { equalBytes } from '../../base/bytes/bytes.ts';
import { findColumn } from '../column.ts';
import { meta } from '../metaColumn.ts';
import type { InspectedRow, InspectionFault, StoreInspection } from '../storeEngine.ts';
import {
  createVersionError,
  plainVersionOf,
  STORE_VERSION,
  sealedStamp,
  VERSION_KEY,
} from '../storeVersion.ts';
import { DataPages } from './dataPages.ts';
import { LmdbStore, repairDataFile } from './lmdbStore.ts';
import { PagedReader } from './pagedReader.ts';
import { type StoredRow, walkPages } from './pageTree.ts';
import { repairRow } from './repairRow.ts';
import { rewriteStore } from './rewriteStore.ts';
import { openValue } from './rowChecksum.ts';

type OnFault = (fault: InspectionFault) => void;
/** Keys with their columns, values with their checksums. */
type SealedRow = Pick<StoredRow, 'key' | 'value'>;

const IGNORE = () => {};

export async function inspectDataFile(path: string, isRunning: boolean): Promise<StoreInspection> {
  // While it is open here, its pages are not used for anything else.
  const unpin = await pinStore(path, isRunning);
  const pages = new DataPages(path);
  const close = async () => {
    pages.close();
    await unpin();
  };
  try {
    refusePlain(path, pages);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    rowCount: pages.main.entries,
    rows: (onFault) => readRows(pages, onFault),
    reader: new PagedReader(pages, path),
    close,
  };
}

/** A file that no process writes to is first repaired as opening it would. */
async function pinStore(path: string, isRunning: boolean): Promise<() => Promise<void>> {
  if (!isRunning) {
    repairDataFile(path);
    return async () => {};
  }
  const store = await LmdbStore.open({ path, readOnly: true });
  const snapshot = store.snapshot();
  return async () => {
    snapshot.close();
    await store.close();
  };
}

/** A store without checksums is converted by the first node that opens it. */
export function refusePlain(path: string, pages: DataPages): void {
  for (const { key, value } of walkPages(pages, { depth: 'rows', onFault: IGNORE })) {
    if (key[0] !== meta.number) return;
    const version = equalBytes(key, VERSION_KEY) ? plainVersionOf(value) : null;
    if (version !== null) throw createVersionError(path, version);
  }
}

function* readRows(pages: DataPages, onFault: OnFault): Generator<InspectedRow> {
  const onPageFault = (fault: unknown) => onFault({ kind: 'page', text: String(fault) });
  for (const row of walkPages(pages, { depth: 'rows', onFault: onPageFault })) {
    const opened = openRow(row, onFault);
    if (opened !== null) yield opened;
  }
}

function openRow({ key: stored, value }: SealedRow, onFault: OnFault): InspectedRow | null {
  const [number = -1] = stored;
  const key = stored.subarray(1);
  const column = findColumn(number);
  if (column === undefined) {
    onFault({ kind: 'column', number, key });
    return null;
  }
  const opened = openValue(stored, value, value.length);
  if (opened === null) {
    onFault({ kind: 'row', column, key });
    return null;
  }
  const storedBytes = stored.length + value.length;
  return { column, key, value: opened, storedBytes };
}

/** A file with damaged pages or rows cannot be opened or changed, so it is replaced. */
export async function salvageDataFile(
  path: string,
  isGenuine: (row: InspectedRow) => boolean,
): Promise<number> {
  const pages = new DataPages(path);
  const isWhole = (row: SealedRow) => {
    const opened = openRow(row, IGNORE);
    return opened !== null && isGenuine(opened);
  };
  let repaired = 0;
  try {
    await rewriteStore(
      path,
      listWholeRows(pages, isWhole, () => repaired++),
      // A repaired key may belong elsewhere.
      { isOrdered: false },
    );
    return repaired;
  } finally {
    pages.close();
  }
}

/** Includes rows with one flipped bit, repaired. */
function* listWholeRows(
  pages: DataPages,
  isWhole: (row: SealedRow) => boolean,
  onRepaired: () => void,
): Generator<SealedRow> {
  let isStamped = false;
  for (const row of walkPages(pages, { depth: 'rows', onFault: IGNORE })) {
    const repaired = isWhole(row) ? row : repairRow(row.key, row.value);
    if (repaired === null || (repaired !== row && !isWhole(repaired))) continue;
    if (repaired !== row) onRepaired();
    isStamped ||= equalBytes(repaired.key, VERSION_KEY);
    yield repaired;
  }
  // Without its stamp a store would not be recognised.
  if (!isStamped) yield { key: VERSION_KEY, value: sealedStamp(STORE_VERSION) };
}
