// Whether a cluster that gets the rows of all blocks of a store lacks nothing of it.

import assert from 'node:assert/strict';
import { bytesKey, equalBytes } from '../../src/base/bytes/bytes.ts';
import type { Hash } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { RING_ROWS, type StateKind } from '../../src/cluster/rowsOfBlock.ts';
import type { StoreReader } from '../../src/store/store.ts';

/** Columns that stay with their store: its own names, and undo data for its blocks. */
export const UNSHARED_COLUMNS: ReadonlySet<Column> = new Set<Column>([Column.meta, Column.undo]);

export function assertRowsListed(store: StoreReader, state: StateKind): void {
  const chain = new StoredChain(store);
  const found = new Set<string>();
  const place = (column: Column, key: Uint8Array) => `${column} ${bytesKey(key)}`;
  for (let hash: Hash | null = chain.genesis().hash; hash !== null; hash = chain.nextHash(hash)) {
    const ofBlock = new Set<string>();
    for (const { column, key, value } of RING_ROWS[state](store, hash)) {
      const name = place(column, key);
      assert.ok(equalBytes(store.get(column, key) as Uint8Array, value), name);
      // A follower lists some rows for two reasons, which does no harm.
      const isOnce = state === 'flat' || !ofBlock.has(name);
      assert.ok(isOnce, `${name} is listed once in its block`);
      ofBlock.add(name);
      found.add(name);
    }
  }
  const lacking = Object.entries(Column).flatMap(([name, column]) => {
    if (UNSHARED_COLUMNS.has(column)) return [];
    const rows = [...store.range(column)].filter(([key]) => !found.has(place(column, key)));
    return rows.length === 0 ? [] : [`${rows.length} rows of ${name}`];
  });
  assert.deepEqual(lacking, []);
}
