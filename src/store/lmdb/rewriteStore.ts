/**
 * Rewrites all rows of a store into a new file, which replaces the old one when it is complete and
 * on disk. If the process is killed before, the old file is unchanged. The disk needs room for
 * both, and the store must not be open.
 */

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDamagedError, createRefusedError } from '../storeError.ts';
import { sealedStamp, VERSION_KEY } from '../storeVersion.ts';
import { removeCheckpoint, syncFolder } from './checkpoint.ts';
import { dataFilePath, flushDataFile } from './dataFile.ts';
import { DataPages } from './dataPages.ts';
import { type Database, openDatabase } from './lmdbDatabase.ts';
import { storedValue } from './lmdbReader.ts';
import { type StoredRow, walkPages } from './pageTree.ts';

/** Rows that are committed at once, and their bytes. */
const BATCH_ROWS = 10_000;
const BATCH_BYTES = 16 * 1024 * 1024;
/** Longer work reports its progress. */
const REPORT_ROWS = 200_000;

/** Keys with their columns, values with their checksums. */
type RewrittenRow = Pick<StoredRow, 'key' | 'value'>;

interface RewriteOptions {
  /** Keys only rise: the new file has full pages. */
  readonly isOrdered: boolean;
}

export async function rewriteStore(
  folder: string,
  rows: Iterable<RewrittenRow>,
  { isOrdered }: RewriteOptions,
): Promise<void> {
  const unfinished = join(folder, 'unfinished');
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    const database = openDatabase(unfinished, { readOnly: false, noSync: true });
    try {
      writeRows(database, rows, isOrdered);
    } finally {
      await database.close();
    }
    await flushDataFile(unfinished);
    // It holds pages of the file that goes.
    await removeCheckpoint(folder);
    renameSync(dataFilePath(unfinished), dataFilePath(folder));
    await syncFolder(folder);
  } catch (error) {
    throw createRefusedError(folder, error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function writeRows(database: Database, rows: Iterable<RewrittenRow>, append: boolean): void {
  let batch: RewrittenRow[] = [];
  let bytes = 0;
  const commit = () => {
    database.transactionSync(() => {
      for (const { key, value } of batch) database.putSync(key, value, { append });
    });
    batch = [];
    bytes = 0;
  };
  for (const row of rows) {
    batch.push(row);
    bytes += row.value.length;
    if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) commit();
  }
  commit();
}

/** Gives the rows of a store that was written before there were checksums theirs. */
export async function sealStore(
  folder: string,
  version: number,
  report: (line: string) => void,
): Promise<void> {
  const pages = new DataPages(folder);
  const { entries } = pages.main;
  report(`the store is of an older version: its ${entries} rows get checksums`);
  try {
    await rewriteStore(folder, sealRows(pages, folder, version, report), { isOrdered: true });
  } finally {
    pages.close();
  }
}

function* sealRows(
  pages: DataPages,
  folder: string,
  version: number,
  report: (line: string) => void,
): Generator<RewrittenRow> {
  const onFault = (fault: unknown) => {
    throw createDamagedError(folder, new Error(String(fault)));
  };
  let count = 0;
  for (const { key, value } of walkPages(pages, { depth: 'rows', onFault })) {
    const isStamp = VERSION_KEY.length === key.length && VERSION_KEY.every((b, i) => b === key[i]);
    yield { key, value: isStamp ? sealedStamp(version) : storedValue(key, value) };
    count += 1;
    if (count % REPORT_ROWS === 0) report(`${count} of ${pages.main.entries} rows have checksums`);
  }
}
