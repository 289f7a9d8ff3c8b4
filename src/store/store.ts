/**
 * The interface of every embedded store: rows in columns (columns.ts), ordered by key, read and
 * committed synchronously. One thread of one process writes; any number of threads and processes
 * read. Bytes that go in or come out are never changed by either side. What comes out may share
 * its memory with other rows: whoever keeps it for long keeps a copy.
 */

import { assert } from '../base/assert.ts';
import type { Column } from './columns.ts';

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

export interface Store extends StoreReader {
  /** All rows or none, even if the process is killed; when it returns they survive that. */
  commit(batch: Batch): void;
  snapshot(): Snapshot;
  /**
   * Reads of this thread see what others have committed before the call. Without it they may
   * stand still until the thread has gone through its event loop.
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

  put(column: Column, key: Uint8Array, value: Uint8Array): void {
    assert(key.length <= KEY_BYTES_MAX, 'a key is too long for the store');
    this.#changes.push({ column, key, value });
  }

  delete(column: Column, key: Uint8Array): void {
    this.#changes.push({ column, key, value: null });
  }
}
