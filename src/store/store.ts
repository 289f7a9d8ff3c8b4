/**
 * The interface of every embedded store: rows in columns (column.ts), ordered by key, read and
 * committed synchronously. One thread of one process writes; any number of threads and processes
 * read. Bytes that go in or come out are never changed by either side. What comes out may share
 * its memory with other rows: copy it to keep it for long.
 */

import { assert } from '../base/assert.ts';
import type { Column } from './column.ts';

/** The longest key; an owner of longer ones hashes them. */
export const KEY_BYTES_MAX = 4025;

export type Row = readonly [key: Uint8Array, value: Uint8Array];

export interface ColumnRow {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

export type RangeOptions = {
  /** The lowest key, included. */
  readonly start?: Uint8Array;
  /** Keys from here on are left out. */
  readonly end?: Uint8Array;
  /** From the highest key down. The bounds stay what they are. */
  readonly reverse?: boolean;
  readonly limit?: number;
};

export interface StoreReader {
  get(column: Column, key: Uint8Array): Uint8Array | undefined;
  /** The rows as they are when the first is asked for, whatever is committed meanwhile. */
  range(column: Column, options?: RangeOptions): Iterable<Row>;
}

/** A view that no later commit changes. It holds resources until closed. */
export interface Snapshot extends StoreReader {
  close(): void;
}

/** What a chain grows in. */
export interface RowStore extends StoreReader {
  /** All rows or none, even if the process is killed; when it returns they survive that. */
  commit(batch: Batch): void;
}

export interface Store extends RowStore {
  snapshot(): Snapshot;
  /**
   * Reads of this thread see what others have committed before the call. Without it they may see an
   * older state until the next turn of the event loop.
   */
  refresh(): void;
  /** When it resolves, all that was committed before the call survives a power cut. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A null value deletes the row. */
export type Change = {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
};

/** The changes of one commit. A later change of the same row wins. */
export class Batch {
  readonly #changes: Change[] = [];

  get changes(): readonly Change[] {
    return this.#changes;
  }

  put<K, V>(column: Column<K, V>, key: NoInfer<K>, value: NoInfer<V>): void {
    this.putBytes(column as Column, column.key.encode(key), column.value.encode(value));
  }

  delete<K>(column: Column<K>, key: NoInfer<K>): void {
    this.deleteBytes(column as Column, column.key.encode(key));
  }

  /** A row as another store, or an earlier encoding, holds it. */
  putBytes(column: Column, key: Uint8Array, value: Uint8Array): void {
    assert(key.length <= KEY_BYTES_MAX, 'a key is too long for the store');
    this.#changes.push({ column, key, value });
  }

  deleteBytes(column: Column, key: Uint8Array): void {
    this.#changes.push({ column, key, value: null });
  }
}

/** The decoded value of a row; null if there is none. */
export function readRow<K, V>(
  store: Pick<StoreReader, 'get'>,
  column: Column<K, V>,
  key: NoInfer<K>,
): V | null {
  const bytes = store.get(column as Column, column.key.encode(key));
  return bytes === undefined ? null : column.value.decode(bytes);
}
