// A row that must exist because another row refers to it. If it does not, the store is damaged,
// which is not a bug of the reader.

import { concatBytes } from '../base/bytes/bytes.ts';
import type { Column } from './column.ts';
import { createRowError } from './storeError.ts';

/** The row, or an error that names its column and key. */
export function requireRow<T>(row: T | null | undefined, column: Column, key: Uint8Array): T {
  if (row !== null && row !== undefined) return row;
  throw createRowError('row_missing', null, concatBytes(Uint8Array.of(column.number), key));
}
