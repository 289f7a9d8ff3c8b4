// A cache in front of rows that must exist.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import type { RecentKeys } from '../../base/collections/recentKeys.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { Column } from '../columns/columns.ts';

/** A row that a recorded block refers to. */
interface ReferredRow<T> {
  readonly column: Column;
  read(): T | null;
  bytesOf(value: T): number;
  /** With it, a row is cached when it is read again. */
  readonly recent?: RecentKeys;
}

export function readThrough<T>(cache: BoundedCache<T>, hash: Hash, row: ReferredRow<T>): T {
  const key = bytesKey(hash);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const stored = requireRow(row.read(), row.column, hash);
  if (row.recent?.note(key) === false) return stored;
  cache.set(key, stored, row.bytesOf(stored));
  return stored;
}
