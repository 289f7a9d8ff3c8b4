// A chain whose rows come from another machine: each is missing at its first read, as on a cluster.

import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { RowUnavailable } from '../../../src/store/rowUnavailable.ts';
import type { RangeOptions, Row, StoreReader } from '../../../src/store/store.ts';
import { type RowFetcher, SuspendedRead } from '../../../src/store/suspendedRead.ts';

export function createDistantChain(store: StoreReader): Pick<RpcContext, 'chain'> {
  return { chain: new StoredChain(new DistantRows(store)) };
}

class DistantRows implements StoreReader, RowFetcher<string> {
  readonly limits = { roundsMax: 10_000, bytesMax: 1e9, msMax: 1e9 };
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
    if (!this.#here.has(place)) throw new SuspendedRead(this, [place]);
  }

  now(): number {
    return 0;
  }

  async fetch(places: readonly string[]): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    for (const place of places) this.#here.add(place);
    return 0;
  }

  createLimitError(): RowUnavailable {
    return new RowUnavailable('a test reads too much');
  }
}
