/**
 * The rows that most requests read, such as the heads of the chain, for as long as the database
 * shows the same state: about a millisecond, in which many requests are answered. Reading such a
 * row again takes microseconds; looking for one that is missing takes tens of them, because its
 * neighbours are checked.
 */

import { equalBytes } from '../../base/bytes/bytes.ts';
import { FNV_OFFSET, mixFnv, placeOfFnv } from '../../base/collections/fnv.ts';
import type { Column } from '../column.ts';
import type { Database } from './lmdbDatabase.ts';

/** A power of two: the hash of a key is its place, and what was there is forgotten. */
const ROWS_MAX = 256;
const VALUE_BYTES_MAX = 4_096;

interface CurrentRow {
  readonly column: Column;
  readonly key: Uint8Array;
  /** Undefined for a row that is missing. */
  readonly value: Uint8Array | undefined;
}

export class CurrentRows {
  readonly #rows = new Array<CurrentRow | null>(ROWS_MAX).fill(null);
  #isEmpty = true;

  constructor(database: Database) {
    // Of a write, or of what is read next. The library has just set the timer that ends the latter,
    // and does not tell when it has.
    database.addListener('begin-transaction', () => {
      this.clear();
      setTimeout(() => this.clear(), 0);
    });
  }

  get(column: Column, key: Uint8Array, read: () => Uint8Array | undefined): Uint8Array | undefined {
    const place = placeOf(column, key);
    const kept = this.#rows[place];
    if (kept?.column === column && equalBytes(kept.key, key)) return kept.value;
    // This may begin a transaction.
    const value = read();
    if ((value?.length ?? 0) > VALUE_BYTES_MAX) return value;
    this.#rows[place] = { column, key, value };
    this.#isEmpty = false;
    return value;
  }

  clear(): void {
    if (this.#isEmpty) return;
    this.#rows.fill(null);
    this.#isEmpty = true;
  }
}

function placeOf(column: Column, key: Uint8Array): number {
  let hash = FNV_OFFSET ^ column.number;
  for (let i = 0; i < key.length; i++) hash = mixFnv(hash, key[i]!);
  return placeOfFnv(hash, ROWS_MAX);
}
