// A bundle: copies of rows from other partitions, in one value beside the row whose readers need
// them all. bundles.ts lists which rows have one.

import { decode, encode } from '../codec/codec.ts';
import { bytes, u8, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type Column, findColumn } from '../store/column.ts';
import type { ColumnRow } from '../store/store.ts';

export interface RowBundle {
  /** The row that the bundle is kept beside. */
  readonly column: Column;
  readonly key: Uint8Array;
  readonly rows: readonly ColumnRow[];
}

const Rows = vec(struct({ column: u8, key: bytes, value: bytes }));

export function encodeBundle(rows: readonly ColumnRow[]): Uint8Array {
  return encode(
    Rows,
    rows.map(({ column, key, value }) => ({ column: column.number, key, value })),
  );
}

/** Rows of columns that this program does not know are left out. */
export function decodeBundle(value: Uint8Array): ColumnRow[] {
  return decode(Rows, value).flatMap(({ column: number, key, value: bytes }) => {
    const column = findColumn(number);
    // Copies, because the rows are cached one by one.
    return column === undefined ? [] : [{ column, key: key.slice(), value: bytes.slice() }];
  });
}
