/** The stamp in the meta column that identifies a store of ours and its version. */

import { bytesToUtf8, concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { sealValue } from './lmdb/rowChecksum.ts';
import { meta } from './metaColumn.ts';
import { Batch, readRow, type Store, type StoreReader } from './store.ts';
import type { StoreError } from './storeError.ts';
import { metaKey } from './storeKeys.ts';

/**
 * Raised when a column is added or rows get another form. Version 2 has the histories of accounts
 * and the accounts of keys; version 3 has a checksum behind every value; version 4 may leave out
 * runs of zeros and what follows from other rows; version 5 also what values repeat, empty chunks
 * and lists of receipts, and the successors of numbered blocks; version 6 what long values repeat,
 * and what the paths of outcomes have in common; version 7 has the contracts of accounts.
 */
export const STORE_VERSION = 7;
/** The oldest version that a writer can upgrade to the current one. */
export const OLDEST_VERSION = 1;
/** The last version without checksums. */
const PLAIN_VERSION = 2;

const STAMP = /^perigee (\d{1,9})$/;

/** The stamp's key as it is stored. */
export const VERSION_KEY = concatBytes(Uint8Array.of(meta.number), metaKey('version'));

export function stampStore(store: Store): void {
  const batch = new Batch();
  batch.put(meta, 'version', formatStamp(STORE_VERSION));
  store.commit(batch);
}

function formatStamp(version: number): Uint8Array {
  return utf8ToBytes(`perigee ${version}`);
}

/** The stamp as it is stored in a file whose rows have just got checksums. */
export function sealedStamp(version: number): Uint8Array {
  // Later versions have no further rows, and read the earlier form of all.
  const stamp = formatStamp(version === PLAIN_VERSION ? STORE_VERSION : version);
  return sealValue(VERSION_KEY, stamp);
}

/** The version of a store without checksums, by its stored stamp; null for every other store. */
export function plainVersionOf(stored: Uint8Array | undefined): number | null {
  const version = stored === undefined ? NaN : parseStamp(stored);
  return version >= OLDEST_VERSION && version <= PLAIN_VERSION ? version : null;
}

function parseStamp(stamp: Uint8Array): number {
  return Number(STAMP.exec(bytesToUtf8(stamp))?.[1] ?? NaN);
}

/** The version of a stamped store; null without a stamp, NaN for a stamp that is not ours. */
export function readStoreVersion(store: StoreReader): number | null {
  const stamp = readRow(store, meta, 'version');
  return stamp === null ? null : parseStamp(stamp);
}

/**
 * Whether the store has our stamp. Throws a PerigeeError if the stamp is not of this version, or of
 * one that is accepted as well.
 */
export function verifyStoreVersion(
  store: StoreReader,
  path: string,
  oldest: number = STORE_VERSION,
): boolean {
  const found = readStoreVersion(store);
  if (found === null) return false;
  if (Number.isNaN(found)) throw createForeignError(path);
  if (found >= oldest && found <= STORE_VERSION) return true;
  throw createVersionError(path, found);
}

export function createVersionError(path: string, found: number): PerigeeError<StoreError> {
  const age = found > STORE_VERSION ? 'a newer' : 'an older';
  const isConvertible = found >= OLDEST_VERSION && found < STORE_VERSION;
  return new PerigeeError<StoreError>(
    { code: 'store_version', path, found },
    `The store ${path} was written by ${age} version of Perigee (store version ${found}, ` +
      `this program has ${STORE_VERSION}).` +
      (isConvertible ? ' Start a node on it once, which brings it to this version.' : ''),
  );
}

export function createForeignError(path: string): PerigeeError<StoreError> {
  const message = `${path} is not a store of Perigee.`;
  return new PerigeeError<StoreError>({ code: 'store_foreign', path }, message);
}
