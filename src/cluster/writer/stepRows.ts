// The store of a writer, with the rows of the blocks that it is writing in memory: they are read
// for the cluster, and again for bundles. Only rows that never change are kept, until the store is
// refreshed before the next step.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { RangeOptions, Row, Store, StoreReader } from '../../store/store.ts';

const KEPT: readonly Column[] = [Column.transaction, Column.outcome, Column.receipt, Column.block];

export type RefreshedStore = Pick<Store, 'get' | 'range' | 'refresh'>;

export class StepRows implements StoreReader {
  readonly #store: RefreshedStore;
  readonly #kept = new Map(KEPT.map((column) => [column, new Map<string, Uint8Array>()]));

  constructor(store: RefreshedStore) {
    this.#store = store;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    const kept = this.#kept.get(column);
    if (kept === undefined) return this.#store.get(column, key);
    const name = bytesKey(key);
    const known = kept.get(name);
    if (known !== undefined) return known;
    const value = this.#store.get(column, key);
    if (value !== undefined) kept.set(name, value);
    return value;
  }

  range(column: Column, options?: RangeOptions): Iterable<Row> {
    return this.#store.range(column, options);
  }

  refresh(): void {
    this.#store.refresh();
    for (const rows of this.#kept.values()) rows.clear();
  }
}
