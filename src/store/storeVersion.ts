/** The stamp in the meta column by which a store is known as ours, and of which version. */

import { bytesToUtf8, utf8ToBytes } from '../base/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { Column } from './columns.ts';
import { Batch, type Store, type StoreReader } from './store.ts';
import type { StoreError } from './storeError.ts';
import { metaKey } from './storeKeys.ts';

/**
 * Raised when a column is added or gets another form. Version 2 has the histories of
 * accounts and the accounts of keys.
 */
export const STORE_VERSION = 2;
/** From here on a store can be brought to this version, by whoever writes to it. */
export const OLDEST_VERSION = 1;

const STAMP = /^perigee (\d{1,9})$/;

export function stampStore(store: Store): void {
  const batch = new Batch();
  batch.put(Column.meta, metaKey('version'), utf8ToBytes(`perigee ${STORE_VERSION}`));
  store.commit(batch);
}

/** The version of a stamped store; null without a stamp, NaN for a stamp that is not ours. */
export function readStoreVersion(store: StoreReader): number | null {
  const stamp = store.get(Column.meta, metaKey('version'));
  return stamp === undefined ? null : Number(STAMP.exec(bytesToUtf8(stamp))?.[1] ?? NaN);
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
  const age = found > STORE_VERSION ? 'a newer' : 'an older';
  const isConvertible = found >= OLDEST_VERSION && found < STORE_VERSION;
  throw new PerigeeError<StoreError>(
    { code: 'storeVersion', path, found },
    `The store ${path} was written by ${age} version of Perigee (store version ${found}, ` +
      `this program has ${STORE_VERSION}).` +
      (isConvertible ? ' Start a node on it once, which brings it to this version.' : ''),
  );
}

export function createForeignError(path: string): PerigeeError<StoreError> {
  const message = `${path} is not a store of Perigee.`;
  return new PerigeeError<StoreError>({ code: 'storeForeign', path }, message);
}
