// Resets a chain to its genesis. The first commit makes the genesis block the head and marks the
// store; then all other rows are removed in commits of bounded size, and the mark last. Killed
// before the first commit, the old chain is unchanged; killed later, the next start finds the mark
// and continues. Rows that lead readers from the genesis block to old blocks are removed first.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { Batch, type RowStore, readRow } from '../../store/store.ts';
import { COLUMNS, Column } from '../columns/columns.ts';

/** Rows that one commit removes, roughly, with what each takes besides its bytes. */
const PIECE_BYTES = 4 * 1024 * 1024;
const ROW_BYTES = 64;

const MARK = Uint8Array.of(1);

/** `genesis` holds the rows that a new chain begins with. */
export function beginReset(store: RowStore, genesis: Batch): void {
  const batch = new Batch();
  for (const { column, key, value } of genesis.changes) {
    if (value !== null) batch.putBytes(column, key, value);
  }
  for (const name of ['collected', 'staged'] as const) batch.delete(Column.meta, name);
  batch.put(Column.meta, 'resetting', MARK);
  store.commit(batch);
}

export function isResetting(store: RowStore): boolean {
  return readRow(store, Column.meta, 'resetting') !== null;
}

export function finishReset(store: RowStore, genesis: Batch): void {
  const kept = new Set(genesis.changes.map(({ column, key }) => placeOf(column, key)));
  const first: readonly Column[] = [Column.nextBlock, Column.blockMerkle, Column.blockAt];
  const others = COLUMNS.filter((column) => column !== Column.meta && !first.includes(column));
  for (const column of [...first, ...others]) {
    let start: Uint8Array | null = new Uint8Array();
    while (start !== null) start = removePiece(store, column, start, kept);
  }
  const batch = new Batch();
  batch.delete(Column.meta, 'resetting');
  store.commit(batch);
}

/** Gives the key to go on from; null at the end of the column. */
function removePiece(
  store: RowStore,
  column: Column,
  start: Uint8Array,
  kept: ReadonlySet<string>,
): Uint8Array | null {
  const batch = new Batch();
  let bytes = 0;
  let next: Uint8Array | null = null;
  for (const [key, value] of store.range(column, { start })) {
    if (bytes >= PIECE_BYTES) {
      next = key;
      break;
    }
    bytes += ROW_BYTES + key.length + value.length;
    if (!kept.has(placeOf(column, key))) batch.deleteBytes(column, key);
  }
  if (batch.changes.length > 0) store.commit(batch);
  return next;
}

function placeOf(column: Column, key: Uint8Array): string {
  return `${column} ${bytesKey(key)}`;
}
