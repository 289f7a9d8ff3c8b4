// A store that is configured before it exists: a cluster is claimed before its chain is opened.

import { assert } from '../../base/assert.ts';
import type { Column } from '../../store/column.ts';
import type { RangeOptions, Row, Store, StoreReader } from '../../store/store.ts';

export class LazyStore implements StoreReader {
  #store: Store | null = null;

  open(store: Store): void {
    this.#store = store;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.#opened().get(column, key);
  }

  range(column: Column, options?: RangeOptions): Iterable<Row> {
    return this.#opened().range(column, options);
  }

  refresh(): void {
    this.#opened().refresh();
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  #opened(): Store {
    assert(this.#store !== null, 'nothing is read before the store exists');
    return this.#store;
  }
}
