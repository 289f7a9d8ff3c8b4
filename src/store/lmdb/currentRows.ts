/**
 * The rows that most requests read, such as the heads of the chain, for as long as the database
 * shows the same state: about a millisecond, in which many requests are answered. Reading such a
 * row again takes microseconds; looking for one that is missing takes tens of them, because its
 * neighbours are checked.
 */

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Column } from '../column.ts';
import type { Database } from './lmdbDatabase.ts';

const ROWS_MAX = 256;
const VALUE_BYTES_MAX = 4_096;

export class CurrentRows {
  /** By column and key; undefined for a row that is missing. */
  readonly #rows = new Map<string, Uint8Array | undefined>();

  constructor(database: Database) {
    // Of a write, or of what is read next. The library has just set the timer that ends the latter,
    // and does not tell when it has.
    database.addListener('begin-transaction', () => {
      this.clear();
      setTimeout(() => this.clear(), 0);
    });
  }

  get(column: Column, key: Uint8Array, read: () => Uint8Array | undefined): Uint8Array | undefined {
    const name = String.fromCharCode(column.number) + bytesKey(key);
    const kept = this.#rows.get(name);
    if (kept !== undefined || this.#rows.has(name)) return kept;
    // This may begin a transaction.
    const value = read();
    const isKept = this.#rows.size < ROWS_MAX && (value?.length ?? 0) <= VALUE_BYTES_MAX;
    if (isKept) this.#rows.set(name, value);
    return value;
  }

  clear(): void {
    this.#rows.clear();
  }
}
