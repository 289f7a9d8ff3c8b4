/** The options with which every LMDB file of ours is opened. */

import { open, type RootDatabase, type Transaction } from 'lmdb';
import { PAGE_BYTES } from './dataFile.ts';

const READERS_MAX = 1024;

/** The library's own types leave out the options of `getBinaryFast`, and an event. */
export type Database = RootDatabase<Uint8Array, Uint8Array> & {
  getBinaryFast(key: Uint8Array, options?: { transaction?: Transaction }): Buffer | undefined;
  /**
   * A write, or the first read since the last one, or since a timer ended what was read before. Its
   * own `on` fails for this event.
   */
  addListener(event: 'begin-transaction', listener: () => void): unknown;
};

/**
 * Address space for a growing file; only pages that are read take memory. The library doubles a map
 * that has become too small and never releases the smaller ones, so that every page would be
 * mapped, and counted as memory, two or three times.
 */
export const MAP_BYTES = 64 * 2 ** 30;

interface DatabaseOptions {
  readonly readOnly: boolean;
  readonly noSync: boolean;
  /** Without it the map ends with the file. */
  readonly mapSize?: number;
}

export function openDatabase(path: string, options: DatabaseOptions): Database {
  return open<Uint8Array, Uint8Array>({
    ...options,
    path,
    noSubdir: false,
    encoding: 'binary',
    keyEncoding: 'binary',
    pageSize: PAGE_BYTES,
    maxReaders: READERS_MAX,
    overlappingSync: false,
    // Pages are written whole, so clearing the memory first would be wasted work.
    noMemInit: true,
  }) as Database;
}
