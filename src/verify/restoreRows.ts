// Puts back what a store lacks: first what follows from its own rows, then what a source has. A row
// that names itself is checked against its name. Rows that come back may show that others are
// missing, so it goes on until nothing new is found.

import { Column } from '../chain/columns/columns.ts';
import { verifyRow } from '../cluster/verifyRow.ts';
import { Batch, type Store } from '../store/store.ts';
import type { RowSource } from './rowSource.ts';
import type { RowPlace, StoreFaults } from './storeFaults.ts';

/** A state that lost a node near its root needs as many rounds as it is deep, and some. */
const ROUNDS_MAX = 200;

interface RestoreOptions {
  readonly store: Store;
  /** In the order in which they are asked; made anew as the store changes. */
  readonly sources: () => readonly RowSource[];
  /** Looks for what is missing now. */
  readonly find: () => StoreFaults;
  readonly onStep: (where: string) => void;
}

/** Gives the number of rows that were put back. */
export async function restoreRows(
  first: readonly RowPlace[],
  { store, sources, find, onStep }: RestoreOptions,
): Promise<number> {
  let restored = 0;
  let wanted = first;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = restored;
    const lost = wanted.filter(({ column, key }) => store.get(column, key) === undefined);
    // Where the chain ends is found when its blocks are back.
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

/** Gives those that the source does not have, or has otherwise. */
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
