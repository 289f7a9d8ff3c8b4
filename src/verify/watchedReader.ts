// A reader that records every requested row that is missing or damaged, and reports it as absent.
// It turns the listings of the rows of a block (blockRows.ts and followedRows.ts) into a check of
// their consistency.

import { PerigeeError } from '../base/errors.ts';
import type { Column } from '../store/column.ts';
import type { RangeOptions, Row, StoreReader } from '../store/store.ts';
import { isStoreDamage } from '../store/storeError.ts';
import type { RowPlace } from './storeFaults.ts';

export class WatchedReader implements StoreReader {
  readonly #store: StoreReader;
  #missed: RowPlace[] = [];

  constructor(store: StoreReader) {
    this.#store = store;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    const value = attempt(() => this.#store.get(column, key));
    if (value === undefined) this.#missed.push({ column, key });
    return value;
  }

  *range(column: Column, options?: RangeOptions): Generator<Row> {
    try {
      yield* this.#store.range(column, options);
    } catch (error) {
      // The row itself was reported when all rows were checked.
      if (!isStoreDamage(error)) throw error;
    }
  }

  /** The rows that were missing since the last call. */
  takeMissed(): readonly RowPlace[] {
    const missed = this.#missed;
    this.#missed = [];
    return missed;
  }
}

/** Undefined for a damaged row. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PerigeeError && isStoreDamage(error)) return undefined;
    throw error;
  }
}
