// Prunes an old block: removes the rows that go with it as their columns declare. Small rows that
// later blocks need stay, such as its hash by height, which distinguishes a pruned block from a
// height without one. States are shared between blocks and swept (stateSweep.ts).

import type { Hash } from '../../base/crypto/hash.ts';
import { decode } from '../../codec/codec.ts';
import type { Pruning } from '../../store/column.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { actionReceipt } from '../../types/receipt.ts';
import { readBlockRows } from '../blocks/blockRows.ts';
import { COLUMNS, Column } from '../columns/columns.ts';
import { ReceiptRecord } from '../records/storedRecords.ts';

export function collectBlock(batch: Batch, store: StoreReader, hash: Hash): void {
  for (const { column, key, value } of readBlockRows(store, hash).rows) {
    const isOwn = column.pruning === 'with outcome' && !hasOutcome(value);
    if (column.pruning === 'with block' || isOwn) batch.deleteBytes(column, key);
    if (column === Column.outcome) deleteFrom(batch, 'with outcome', key);
  }
  deleteFrom(batch, 'with named block', hash);
}

/** The rows with this key in all columns that are pruned in this way. */
function deleteFrom(batch: Batch, pruning: Pruning, key: Uint8Array): void {
  for (const column of COLUMNS) if (column.pruning === pruning) batch.deleteBytes(column, key);
}

/** A receipt goes with its outcome; one that brings data has none and goes with what made it. */
function hasOutcome(row: Uint8Array): boolean {
  return actionReceipt(decode(ReceiptRecord, row).receipt) !== null;
}
