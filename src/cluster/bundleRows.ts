// A bundle: copies of rows from other partitions, in one value beside the row whose readers need
// them all. bundles.ts lists which rows have one.

import { decode, encode } from '../codec/codec.ts';
import { bytes, u8, u32, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type Column, findColumn } from '../store/column.ts';
import type { ColumnRow } from '../store/store.ts';
import { createClusterError } from './cassandra.ts';
import { packValue, unpackValue } from './packedValue.ts';

export interface RowBundle {
  /** The row that the bundle is kept beside. */
  readonly column: Column;
  readonly key: Uint8Array;
  readonly rows: readonly ColumnRow[];
}

const Rows = vec(struct({ column: u8, key: bytes, size: u32, packed: bytes }));

export function encodeBundle(rows: readonly ColumnRow[]): Uint8Array {
  return encode(
    Rows,
    rows.map(({ column, key, value }) => ({
      column: column.number,
      key,
      size: value.length,
      packed: packValue(value),
    })),
  );
}

/** Rows of columns that this program does not know are left out. */
export function decodeBundle(value: Uint8Array): ColumnRow[] {
  const rows: ColumnRow[] = [];
  for (const { column: number, key, size, packed } of decode(Rows, value)) {
    const column = findColumn(number);
    const unpacked = unpackValue(packed, size);
    if (unpacked === null) throw createClusterError('cluster_corrupt', 'a bundle is damaged');
    // Copies, because the rows are cached one by one.
    const copy = unpacked === packed ? packed.slice() : unpacked;
    if (column !== undefined) rows.push({ column, key: key.slice(), value: copy });
  }
  return rows;
}
