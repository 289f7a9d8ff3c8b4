/**
 * What readers say of rows that are on another machine and not in memory yet: whoever runs the
 * reader has them loaded and runs it again.
 */

import type { Column } from './columns.ts';
import type { RangeOptions, StoreReader } from './store.ts';

/** A row; all rows of a partition, named by its first bytes; or some of those, in their order. */
export type MissingRow = {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly kind: 'row' | 'partition' | 'page';
  /** Of a page. */
  readonly range?: RangeOptions;
};

/** Rows that have to be loaded first. */
export class RowsMissing {
  readonly rows: readonly MissingRow[];

  constructor(rows: readonly MissingRow[]) {
    this.rows = rows;
  }

  /** For a failure that nobody should see: whoever reads from a cluster runs its readers again. */
  toString(): string {
    return `${this.rows.length} rows of the cluster are not in memory`;
  }
}

/** Runs readers of which none needs another, so that what is missing can be loaded at once. */
export function readAll<T, R>(items: readonly T[], read: (item: T) => R): R[] {
  const missing: MissingRow[] = [];
  const found = items.map((item) => {
    try {
      return read(item);
    } catch (error) {
      if (!(error instanceof RowsMissing)) throw error;
      missing.push(...error.rows);
      return undefined;
    }
  });
  if (missing.length > 0) throw new RowsMissing(missing);
  return found as R[];
}

export function getAll(
  reader: StoreReader,
  column: Column,
  keys: readonly Uint8Array[],
): (Uint8Array | undefined)[] {
  return readAll(keys, (key) => reader.get(column, key));
}
