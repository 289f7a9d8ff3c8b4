/**
 * A small file next to the data file that marks a store. Without it, a data file that was lost or
 * emptied would look like the folder of a new chain. It is written after the data file has reached
 * the disk, so if it exists, there is a store or one was lost.
 */

import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLostError } from '../storeError.ts';
import { readCheckpointPages, syncFolder } from './checkpoint.ts';
import { dataFilePath, flushDataFile, newerMeta } from './dataFile.ts';

const STAMP_FILE = 'stamp';
const TEXT = 'The store in this folder is data.mdb. If that file is lost, so is the chain.\n';

export async function writeStampFile(folder: string): Promise<void> {
  const path = join(folder, STAMP_FILE);
  if (existsSync(path)) return;
  await flushDataFile(folder);
  await syncFolder(folder);
  writeFileSync(path, TEXT);
}

/** Throws a PerigeeError if a store was kept in a folder that has none now. */
export function verifyNotLost(folder: string): void {
  if (!wasKept(folder)) return;
  const path = dataFilePath(folder);
  const state = existsSync(path) && statSync(path).size === 0 ? 'empty' : 'missing';
  throw createLostError('store_lost', path, `is ${state}`);
}

/** A checkpoint of an empty file says nothing: one is made before the first commit. */
export function wasKept(folder: string): boolean {
  if (existsSync(join(folder, STAMP_FILE))) return true;
  const pages = readCheckpointPages(folder);
  return pages !== null && newerMeta(pages).main.page !== null;
}
