// A reader that notes every row that was asked for and is not there, or is damaged, and answers as
// if it were absent. So the listings of the rows that belong together (blockRows.ts and
// followedRows.ts) become a check of whether they do.

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
      // The row itself was found when all rows were looked at.
      if (!isStoreDamage(error)) throw error;
    }
  }

  /** What was missed since this was last asked. */
  takeMissed(): readonly RowPlace[] {
    const missed = this.#missed;
    this.#missed = [];
    return missed;
  }
}

/** Undefined for what is damaged. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PerigeeError && isStoreDamage(error)) return undefined;
    throw error;
  }
}
