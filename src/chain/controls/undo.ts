// How blocks are reverted exactly: each block is stored with the previous values of the rows it
// changed. Undoing blocks from the newest one down restores the store as it was before them. Only
// blocks after a snapshot are written this way.

import { assert } from '../../base/assert.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { findColumn } from '../../store/column.ts';
import { Batch, type RowStore, readRow, type StoreReader } from '../../store/store.ts';
import { Column } from '../columns/columns.ts';

/** Adds the undo record of a block to its batch. */
export function writeUndo(batch: Batch, store: StoreReader, blockHash: Hash): void {
  const rows = batch.changes.flatMap(({ column, key }) => {
    const value = store.get(column, key) ?? null;
    // A node is named by its content: an existing one does not change.
    const isSame = column === Column.stateNode && value !== null;
    return isSame ? [] : [{ column: column.number, key, value }];
  });
  batch.put(Column.undo, blockHash, rows);
}

/** Adds the changes that revert a block to a batch. Newer blocks must have been reverted before. */
export function undoBlock(batch: Batch, store: StoreReader, blockHash: Hash): void {
  const record = readRow(store, Column.undo, blockHash);
  assert(record !== null, 'only blocks after a snapshot are undone');
  for (const { column: number, key, value } of record) {
    const column = findColumn(number);
    assert(column !== undefined, `there is a column ${number}`);
    if (value === null) batch.deleteBytes(column, key);
    else batch.putBytes(column, key, value);
  }
  batch.delete(Column.undo, blockHash);
}

/** Without snapshots no block needs to be undone. */
export function clearUndo(store: RowStore): void {
  const batch = new Batch();
  for (const [key] of store.range(Column.undo)) batch.delete(Column.undo, key);
  if (batch.changes.length > 0) store.commit(batch);
}
