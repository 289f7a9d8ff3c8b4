// The store of a replay that serves no requests. It keeps only what later blocks and the comparison
// read, and packs long values; the whole chain would take several times the memory.

import { Column } from '../chain/columns/columns.ts';
import { createMemoryStore } from '../store/openStore.ts';
import {
  Batch,
  type RangeOptions,
  type Row,
  type Snapshot,
  type Store,
  type StoreReader,
} from '../store/store.ts';
import { packBytes, unpackBytes } from './packedBytes.ts';

/** Rows that are read to serve requests, and for nothing else. */
const UNREAD: ReadonlySet<Column> = new Set<Column>([
  Column.transaction,
  Column.receipt,
  Column.outcome,
  Column.outcomeIds,
  Column.outcomePath,
  Column.accountHistory,
  Column.keyAccount,
  Column.relatedContract,
]);

class UnpackingReader implements StoreReader {
  readonly #packed: StoreReader;

  constructor(packed: StoreReader) {
    this.#packed = packed;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    const value = this.#packed.get(column, key);
    return value && unpackBytes(value);
  }

  *range(column: Column, options?: RangeOptions): Generator<Row> {
    for (const [key, value] of this.#packed.range(column, options)) {
      yield [key, unpackBytes(value)];
    }
  }
}

export class ReplayStore extends UnpackingReader implements Store {
  readonly #packed: Store;
  /** The keys of the state changes of the newest block, which are compared before the next one. */
  #changed: readonly Uint8Array[] = [];

  constructor(packed = createMemoryStore()) {
    super(packed);
    this.#packed = packed;
  }

  commit(batch: Batch): void {
    const kept = new Batch();
    for (const key of this.#changed) kept.deleteBytes(Column.stateChanges, key);
    const changed: Uint8Array[] = [];
    for (const { column, key, value } of batch.changes) {
      if (UNREAD.has(column)) continue;
      if (column === Column.stateChanges) changed.push(key);
      if (value === null) kept.deleteBytes(column, key);
      else kept.putBytes(column, key, packBytes(value));
    }
    this.#packed.commit(kept);
    this.#changed = changed;
  }

  snapshot(): Snapshot {
    const packed = this.#packed.snapshot();
    const reader = new UnpackingReader(packed);
    return {
      get: (column, key) => reader.get(column, key),
      range: (column, options) => reader.range(column, options),
      close: () => packed.close(),
    };
  }

  refresh(): void {
    this.#packed.refresh();
  }

  flush(): Promise<void> {
    return this.#packed.flush();
  }

  close(): Promise<void> {
    return this.#packed.close();
  }
}
