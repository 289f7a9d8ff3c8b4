// Everything that is removed with an old block: the block, its chunks, transactions, receipts,
// outcomes and changes. What stays is small and needed further on: its hash by height, which tells
// a collected block from one that never was, its place in the tree over all blocks, what epochs
// and light clients need, and who was given a key. States are not a block's own; they are swept
// (stateSweep.ts).

import type { Hash } from '../../base/crypto/hash.ts';
import { decode } from '../../codec/codec.ts';
import { Column } from '../../store/columns.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { actionReceipt } from '../../types/receipt.ts';
import { readBlockRows } from '../blocks/blockRows.ts';
import { ReceiptRecord } from '../stored/storedRecords.ts';

const STAYING_COLUMNS: ReadonlySet<Column> = new Set<Column>([
  Column.blockAt,
  Column.blockMerkle,
  Column.epochInfo,
  Column.epochStart,
  Column.epochSummary,
  Column.keyAccount,
  Column.lightClientBlock,
]);

export function collectBlock(batch: Batch, store: StoreReader, hash: Hash): void {
  for (const { column, key, value } of readBlockRows(store, hash).rows) {
    if (STAYING_COLUMNS.has(column)) continue;
    if (column === Column.receipt && hasOutcome(value)) continue;
    // What leads to the block goes with the block before it.
    if (column === Column.nextBlock) continue;
    batch.delete(column, key);
    if (column === Column.outcome) batch.delete(Column.receipt, key);
  }
  batch.delete(Column.nextBlock, hash);
}

/** A receipt goes with its outcome; one that brings data has none and goes with what made it. */
function hasOutcome(row: Uint8Array): boolean {
  return actionReceipt(decode(ReceiptRecord, row).receipt) !== null;
}
