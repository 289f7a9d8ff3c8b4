// Restores missing rows of a store: first those that can be derived from its own rows, then from a
// source. A row that is keyed by its hash is checked against it. Restored rows may show that others
// are missing, so this repeats until nothing new is found.

import { Column } from '../chain/columns/columns.ts';
import { verifyRow } from '../cluster/verifyRow.ts';
import { Batch, type Store } from '../store/store.ts';
import type { RowSource } from './rowSource.ts';
import type { RowPlace, StoreFaults } from './storeFaults.ts';

/** A state that lost a node near its root needs about as many rounds as its depth. */
const ROUNDS_MAX = 200;

interface RestoreOptions {
  readonly store: Store;
  /** In the order of use; recreated as the store changes. */
  readonly sources: () => readonly RowSource[];
  /** Finds what is missing now. */
  readonly find: () => StoreFaults;
  readonly onStep: (where: string) => void;
}

/** Returns the number of restored rows. */
export async function restoreRows(
  first: readonly RowPlace[],
  { store, sources, find, onStep }: RestoreOptions,
): Promise<number> {
  let restored = 0;
  let wanted = first;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = restored;
    const lost = wanted.filter(({ column, key }) => store.get(column, key) === undefined);
    // The ends of the chain are found once its blocks are restored.
    for (const isMeta of [false, true]) {
      let rest = lost.filter(({ column }) => (column === Column.meta) === isMeta);
      for (const source of sources()) {
        const left = await fetchRows(store, source, rest);
        restored += rest.length - left.length;
        rest = left;
        onStep(`${restored} rows restored`);
      }
    }
    if (restored === before) break;
    wanted = find().rows;
  }
  return restored;
}

/** Returns the rows that the source lacks, or has with different contents. */
async function fetchRows(
  store: Store,
  source: RowSource,
  rows: readonly RowPlace[],
): Promise<RowPlace[]> {
  const left: RowPlace[] = [];
  for (let start = 0; start < rows.length; start += source.rowsMax) {
    const asked = rows.slice(start, start + source.rowsMax);
    const values = await source.read(asked);
    const batch = new Batch();
    asked.forEach((row, i) => {
      const value = values[i] ?? null;
      if (value === null || !verifyRow(row.column, row.key, value)) left.push(row);
      else batch.putBytes(row.column, row.key, value);
    });
    store.commit(batch);
  }
  return left;
}
