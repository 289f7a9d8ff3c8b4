// The store of a writer, with the rows of the blocks that it is writing in memory: they are read
// for the cluster, and again for bundles. Only rows that never change are kept, in a bounded cache,
// until the store is refreshed before the next step.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { RangeOptions, Row, Store, StoreReader } from '../../store/store.ts';

const KEPT: ReadonlySet<Column> = new Set<Column>([
  Column.transaction,
  Column.outcome,
  Column.outcomePath,
  Column.receipt,
  Column.block,
]);
/** What an entry takes besides its key and its value. */
const ENTRY_BYTES = 200;

export type RefreshedStore = Pick<Store, 'get' | 'range' | 'refresh'>;

export class StepRows implements StoreReader {
  readonly #store: RefreshedStore;
  readonly #kept: BoundedCache<Uint8Array>;

  constructor(store: RefreshedStore, caches = new Caches()) {
    this.#store = store;
    this.#kept = caches.create('step_rows');
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    if (!KEPT.has(column)) return this.#store.get(column, key);
    const name = String.fromCharCode(column.number) + bytesKey(key);
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const value = this.#store.get(column, key);
    if (value !== undefined) this.#kept.set(name, value, ENTRY_BYTES + key.length + value.length);
    return value;
  }

  range(column: Column, options?: RangeOptions): Iterable<Row> {
    return this.#store.range(column, options);
  }

  refresh(): void {
    this.#store.refresh();
    this.#kept.clear();
  }
}
