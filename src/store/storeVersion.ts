/** The stamp in the meta column by which a store is known as ours, and of which version. */

import { bytesToUtf8, utf8ToBytes } from '../base/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { Column } from './columns.ts';
import { Batch, type Store, type StoreReader } from './store.ts';
import type { StoreError } from './storeError.ts';
import { metaKey } from './storeKeys.ts';

/** Raised when a column gets another form; there is nothing to convert from yet. */
export const STORE_VERSION = 1;

const STAMP = /^perigee (\d{1,9})$/;

export function stampStore(store: Store): void {
  const batch = new Batch();
  batch.put(Column.meta, metaKey('version'), utf8ToBytes(`perigee ${STORE_VERSION}`));
  store.commit(batch);
}

/** Whether the store has our stamp. Throws a PerigeeError if the stamp is not of this version. */
export function verifyStoreVersion(store: StoreReader, path: string): boolean {
  const stamp = store.get(Column.meta, metaKey('version'));
  if (stamp === undefined) return false;
  const digits = STAMP.exec(bytesToUtf8(stamp))?.[1];
  if (digits === undefined) throw createForeignError(path);
  const found = Number(digits);
  if (found === STORE_VERSION) return true;
  const age = found > STORE_VERSION ? 'a newer' : 'an older';
  throw new PerigeeError<StoreError>(
    { code: 'storeVersion', path, found },
    `The store ${path} was written by ${age} version of Perigee (store version ${found}, ` +
      `this program has ${STORE_VERSION}).`,
  );
}

export function createForeignError(path: string): PerigeeError<StoreError> {
  const message = `${path} is not a store of Perigee.`;
  return new PerigeeError<StoreError>({ code: 'storeForeign', path }, message);
}
