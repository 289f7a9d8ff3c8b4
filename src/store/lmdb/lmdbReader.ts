/**
 * Reads an LMDB database whose rows have checksums (rowChecksum.ts): its newest state, or the one
 * that a transaction saw first. Damage is an error, never a value, and never mistaken for absence:
 * if a row is not found, both its neighbours are checked, because a changed key is still where the
 * right one was.
 */

import type { Transaction } from 'lmdb';
import { assert } from '../../base/assert.ts';
import { compareBytes, equalBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { ByteSlab } from '../../trie/byteSlab.ts';
import type { Column } from '../column.ts';
import { KEY_BYTES_MAX, type RangeOptions, type Row, type StoreReader } from '../store.ts';
import { createDamagedError, createRowError } from '../storeError.ts';
import type { Database } from './lmdbDatabase.ts';
import { isSealed, openValue, sealValue } from './rowChecksum.ts';

const keyScratch = new Uint8Array(1 + KEY_BYTES_MAX);
/** The first bytes of it, by their number: most keys have one of few lengths. */
const keyViews: (Uint8Array | undefined)[] = [];
const slab = new ByteSlab();
const allocate = (length: number) => slab.allocate(length);

export class LmdbReader implements StoreReader {
  readonly #database: Database;
  readonly #path: string;
  readonly #options: { transaction?: Transaction };

  constructor(database: Database, path: string, transaction?: Transaction) {
    this.#database = database;
    this.#path = path;
    this.#options = transaction === undefined ? {} : { transaction };
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    assert(key.length <= KEY_BYTES_MAX, 'a key is too long for the store');
    keyScratch[0] = column.number;
    keyScratch.set(key, 1);
    const length = 1 + key.length;
    keyViews[length] ??= keyScratch.subarray(0, length);
    const stored = keyViews[length];
    try {
      const value = this.#database.getBinaryFast(stored, this.#options);
      if (value !== undefined) return this.#open(stored, value);
      if (column.isProbed !== true) this.#verifyAbsent(stored);
      return undefined;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    const low =
      options.start === undefined ? Uint8Array.of(column.number) : storedKey(column, options.start);
    const high =
      options.end === undefined ? Uint8Array.of(column.number + 1) : storedKey(column, options.end);
    if (compareBytes(low, high) >= 0) return;
    const isReverse = options.reverse === true;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    if (left === 0) return;
    try {
      // The rows on both sides of the range are checked too: one of them may belong inside.
      this.#verifySide(isReverse ? high : low, isReverse);
      for (const { key, value } of this.#rows(isReverse ? high : low, isReverse)) {
        const row = this.#open(key, value);
        if (isReverse ? compareBytes(key, high) >= 0 : compareBytes(key, low) < 0) {
          throw createRowError('row_damaged', this.#path, isReverse ? high : low);
        }
        if (isReverse ? compareBytes(key, low) < 0 : compareBytes(key, high) >= 0) return;
        yield [new Uint8Array(key.subarray(1)), row];
        left -= 1;
        if (left === 0) return;
      }
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** The value without its checksum, which is checked. */
  #open(key: Uint8Array, stored: Uint8Array): Uint8Array {
    // The library reads into one buffer of its own, whose `length` alone is that of the value.
    const value = openValue(key, stored, stored.length, allocate);
    if (value === null) throw createRowError('row_damaged', this.#path, key);
    return value;
  }

  /** From a key on, which is left out on the way down. */
  #rows(start: Uint8Array, reverse: boolean) {
    const range = { ...this.#options, start, reverse, exclusiveStart: reverse };
    return this.#database.getRange(range);
  }

  /** The first row from a key on must not be before it, the last one before it not behind. */
  #verifySide(key: Uint8Array, isAfter: boolean): Uint8Array | null {
    for (const { key: found, value } of this.#rows(key, !isAfter)) {
      this.#verify(found, value);
      const order = compareBytes(found, key);
      const isInPlace = isAfter ? order >= 0 : order < 0;
      if (!isInPlace) throw createRowError('row_damaged', this.#path, key);
      return found;
    }
    return null;
  }

  /** A row that a search does not find and its neighbours do has lost its place. */
  #verifyAbsent(key: Uint8Array): void {
    this.#verifySide(key, false);
    const next = this.#verifySide(key, true);
    if (next !== null && equalBytes(next, key))
      throw createRowError('row_damaged', this.#path, key);
  }

  #verify(key: Uint8Array, stored: Uint8Array): void {
    if (!isSealed(key, stored, stored.length)) throw createRowError('row_damaged', this.#path, key);
  }

  /** What the library says of broken pages; other failures stay what they are. */
  #explain(error: unknown): unknown {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const isDamage = !(error instanceof PerigeeError) && DAMAGE_CODES.has(code as number);
    return isDamage ? createDamagedError(this.#path, error) : error;
  }
}

/** MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_PANIC, MDB_INVALID, MDB_CURSOR_FULL. */
const DAMAGE_CODES: ReadonlySet<number> = new Set([-30797, -30796, -30795, -30793, -30787]);

/** A key as it is stored, prefixed with the number of its column. */
export function storedKey(column: Column, key: Uint8Array): Uint8Array {
  assert(key.length <= KEY_BYTES_MAX, 'a key is too long for the store');
  const stored = new Uint8Array(1 + key.length);
  stored[0] = column.number;
  stored.set(key, 1);
  return stored;
}

/** A value as it is stored under such a key. */
export function storedValue(key: Uint8Array, value: Uint8Array): Uint8Array {
  return sealValue(key, value, allocate);
}
