// A row that must be there, because another row refers to it. When it is not, the file is damaged,
// which is the store's fault and not a bug of the reader.

import type { Column } from './column.ts';
import { createMissingRow } from './storeError.ts';

export function requireRow<T>(row: T | null | undefined, column: Column, key: Uint8Array): T {
  if (row === null || row === undefined) throw createMissingRow(column, key);
  return row;
}
