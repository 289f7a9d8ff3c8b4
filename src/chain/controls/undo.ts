// How blocks are taken back: beside each block stands what the rows that it changed held before.
// Undoing blocks from the newest one down leaves a store in which they never were. Only blocks that
// follow a snapshot are written with it.

import { assert } from '../../base/assert.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { decode, encode } from '../../codec/codec.ts';
import { bytes, option, u8, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { Column } from '../../store/columns.ts';
import { Batch, type Store, type StoreReader } from '../../store/store.ts';

/** Rows as they were; null for one that was not there. */
const UndoRecord = vec(struct({ column: u8, key: bytes, value: option(bytes) }));

/** Adds to the batch of a block what undoes it. */
export function writeUndo(batch: Batch, store: StoreReader, blockHash: Hash): void {
  const rows = batch.changes.flatMap(({ column, key }) => {
    const value = store.get(column, key) ?? null;
    // A node is named by its content: one that was there before is the same.
    const isSame = column === Column.stateNode && value !== null;
    return isSame ? [] : [{ column, key, value }];
  });
  batch.put(Column.undo, blockHash, encode(UndoRecord, rows));
}

/** Adds to a batch what takes a block back. Newer blocks must have been taken back before. */
export function undoBlock(batch: Batch, store: StoreReader, blockHash: Hash): void {
  const record = store.get(Column.undo, blockHash);
  assert(record !== undefined, 'only blocks after a snapshot are undone');
  for (const { column, key, value } of decode(UndoRecord, record)) {
    if (value === null) batch.delete(column as Column, key);
    else batch.put(column as Column, key, value);
  }
  batch.delete(Column.undo, blockHash);
}

/** Without snapshots no block is taken back any more. */
export function clearUndo(store: Store): void {
  const batch = new Batch();
  for (const [key] of store.range(Column.undo)) batch.delete(Column.undo, key);
  if (batch.changes.length > 0) store.commit(batch);
}
