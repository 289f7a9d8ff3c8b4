/** The options with which every LMDB file of ours is opened. */

import { open, type RootDatabase, type Transaction } from 'lmdb';
import { PAGE_BYTES } from './dataFile.ts';

const READERS_MAX = 1024;

/** The library's own types leave out the options of `getBinaryFast`. */
export type Database = RootDatabase<Uint8Array, Uint8Array> & {
  getBinaryFast(key: Uint8Array, options?: { transaction?: Transaction }): Buffer | undefined;
};

export function openDatabase(
  path: string,
  flags: { readonly readOnly: boolean; readonly noSync: boolean },
): Database {
  return open<Uint8Array, Uint8Array>({
    ...flags,
    path,
    noSubdir: false,
    encoding: 'binary',
    keyEncoding: 'binary',
    pageSize: PAGE_BYTES,
    maxReaders: READERS_MAX,
    overlappingSync: false,
    // Pages are written whole; what was in the memory before is of no use to anybody.
    noMemInit: true,
  }) as Database;
}
