// How blocks are taken back: beside each block stands what the rows that it changed held before.
// Undoing blocks from the newest one down leaves a store in which they never were. Only blocks that
// follow a snapshot are written with it.

import { assert } from '../../base/assert.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { findColumn } from '../../store/column.ts';
import { Batch, readRow, type Store, type StoreReader } from '../../store/store.ts';
import { Column } from '../columns/columns.ts';

/** Adds to the batch of a block what undoes it. */
export function writeUndo(batch: Batch, store: StoreReader, blockHash: Hash): void {
  const rows = batch.changes.flatMap(({ column, key }) => {
    const value = store.get(column, key) ?? null;
    // A node is named by its content: one that was there before is the same.
    const isSame = column === Column.stateNode && value !== null;
    return isSame ? [] : [{ column: column.number, key, value }];
  });
  batch.put(Column.undo, blockHash, rows);
}

/** Adds to a batch what takes a block back. Newer blocks must have been taken back before. */
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

/** Without snapshots no block is taken back any more. */
export function clearUndo(store: Store): void {
  const batch = new Batch();
  for (const [key] of store.range(Column.undo)) batch.delete(Column.undo, key);
  if (batch.changes.length > 0) store.commit(batch);
}
