// A chain whose rows come from another machine: each is missing when it is asked for first, as on a
// cluster.

import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { Column } from '../../../src/store/columns.ts';
import { RowsMissing } from '../../../src/store/rowsMissing.ts';
import type { RangeOptions, Row, StoreReader } from '../../../src/store/store.ts';

export function createDistantChain(
  store: StoreReader,
): Pick<RpcContext, 'chain'> & Required<Pick<RpcContext, 'load'>> {
  return { chain: new StoredChain(new DistantRows(store)), load };
}

class DistantRows implements StoreReader {
  readonly #store: StoreReader;
  readonly #here = new Set<string>();

  constructor(store: StoreReader) {
    this.#store = store;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    if (column !== Column.meta) this.#require(column, key);
    return this.#store.get(column, key);
  }

  range(column: Column, options: RangeOptions = {}): Iterable<Row> {
    this.#require(column, options.start ?? new Uint8Array());
    return this.#store.range(column, options);
  }

  #require(column: Column, key: Uint8Array): void {
    const place = `${column} ${bytesKey(key)}`;
    if (this.#here.has(place)) return;
    this.#here.add(place);
    throw new RowsMissing([{ column, key, kind: 'row' }]);
  }
}

async function load<T>(read: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof RowsMissing)) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
