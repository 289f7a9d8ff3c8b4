/**
 * A ring as what every reader of a chain reads from. Readers are synchronous, so a row that is not
 * in memory is thrown as `RowsMissing`; whoever runs the reader has it loaded and runs it again.
 * Rows do not change, so what is in memory stays right; what the ring does not have is remembered
 * until the head moves.
 */

import { BoundedCache } from '../base/boundedCache.ts';
import { bytesKey, compareBytes, equalBytes } from '../base/bytes.ts';
import { type Consistency, createRingError } from './cassandra.ts';
import { Column } from './columns.ts';
import type { Ring } from './ring.ts';
import { SELF_NAMED_COLUMNS } from './ringTables.ts';
import type { RangeOptions, Row, StoreReader } from './store.ts';

/** A row, or all rows of a partition. */
export interface MissingRow {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly isPartition: boolean;
}

/** Rows that have to be loaded first. */
export class RowsMissing {
  readonly rows: readonly MissingRow[];

  constructor(rows: readonly MissingRow[]) {
    this.rows = rows;
  }

  /** For a failure that nobody should see: whoever reads from a ring runs its readers again. */
  toString(): string {
    return `${this.rows.length} rows of the ring are not in memory`;
  }
}

/** Reads rows of which none needs another, so that what is missing can be loaded at once. */
export function getAll(
  reader: StoreReader,
  column: Column,
  keys: readonly Uint8Array[],
): (Uint8Array | undefined)[] {
  const missing: MissingRow[] = [];
  const values = keys.map((key) => {
    try {
      return reader.get(column, key);
    } catch (error) {
      if (!(error instanceof RowsMissing)) throw error;
      missing.push(...error.rows);
      return undefined;
    }
  });
  if (missing.length > 0) throw new RowsMissing(missing);
  return values;
}

export type VerifyRow = (column: Column, key: Uint8Array, value: Uint8Array) => boolean;

export interface RingReaderOptions {
  readonly cacheBytesMax: number;
  /** Whether a value is the one that its key names; asked for each row that is loaded. */
  readonly verify: VerifyRow;
  /** Rows that are held nearer than the ring. */
  readonly local?: StoreReader;
}

/** What an entry takes besides its bytes. */
const ENTRY_BYTES = 150;
const ABSENT_MAX = 100_000;

const NEAR_FIRST: readonly Consistency[] = ['one', 'quorum'];
const MOST_COPIES: readonly Consistency[] = ['quorum'];

export class RingReader implements StoreReader {
  readonly #ring: Ring;
  readonly #verify: VerifyRow;
  readonly #rows: BoundedCache<Uint8Array>;
  readonly #lists: BoundedCache<readonly Row[]>;
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #meta = new Map<string, Uint8Array>();
  #local: StoreReader | null;
  #absent = new Set<string>();
  /** Counts the heads, to tell what was absent under an earlier one. */
  #generation = 0;
  #loads = 0;

  constructor(ring: Ring, { cacheBytesMax, verify, local }: RingReaderOptions) {
    this.#ring = ring;
    this.#verify = verify;
    this.#local = local ?? null;
    // Lists are few and large.
    this.#rows = new BoundedCache(cacheBytesMax * 0.75);
    this.#lists = new BoundedCache(cacheBytesMax * 0.25);
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    if (column === Column.meta) return this.#meta.get(bytesKey(key));
    const place = placeOf(column, key);
    const known = this.#rows.get(place);
    if (known !== undefined) return known;
    if (this.#absent.has(place)) return undefined;
    const local = this.#local?.get(column, key);
    if (local !== undefined) return local;
    throw new RowsMissing([{ column, key, isPartition: false }]);
  }

  /** Within one partition. */
  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    const bucket = this.#bucketOf(column, options);
    const known = this.#lists.get(placeOf(column, bucket));
    if (known === undefined) throw new RowsMissing([{ column, key: bucket, isPartition: true }]);
    const { start, end, limit = Number.POSITIVE_INFINITY } = options;
    const found = known.filter(
      ([key]) =>
        (start === undefined || compareBytes(key, start) >= 0) &&
        (end === undefined || compareBytes(key, end) < 0),
    );
    if (options.reverse === true) found.reverse();
    yield* found.slice(0, limit);
  }

  /** The rows that change: they are set by whoever follows the head. */
  setMeta(key: Uint8Array, value: Uint8Array): void {
    this.#meta.set(bytesKey(key), value);
  }

  /** Something may be there now that was not before. */
  forgetAbsent(): void {
    this.#generation++;
    if (this.#absent.size > 0) this.#absent = new Set();
  }

  /** For a row that its reader cannot use yet. */
  forget(column: Column, key: Uint8Array): void {
    // What is larger than the cache is not kept, and takes the place of what was there.
    this.#rows.set(placeOf(column, key), new Uint8Array(), Number.POSITIVE_INFINITY);
  }

  isKnown(column: Column, key: Uint8Array): boolean {
    const place = placeOf(column, key);
    return this.#rows.get(place) !== undefined || this.#absent.has(place);
  }

  /** How often the ring was asked. */
  get loads(): number {
    return this.#loads;
  }

  /** Brings a row into memory, once however many ask; null when there is none. */
  load(column: Column, key: Uint8Array): Promise<Uint8Array | null> {
    const place = placeOf(column, key);
    return this.#once(place, () => this.#loadRow(place, column, key));
  }

  loadPartition(column: Column, bucket: Uint8Array): Promise<void> {
    const place = placeOf(column, bucket);
    return this.#once(`list${place}`, () => this.#loadList(place, column, bucket));
  }

  #once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const pending = this.#loading.get(name) as Promise<T> | undefined;
    if (pending !== undefined) return pending;
    const loading = load().finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /** One copy may not have a row yet, or have a bad one; most of them together do not. */
  async #loadRow(place: string, column: Column, key: Uint8Array): Promise<Uint8Array | null> {
    const generation = this.#generation;
    const tries = SELF_NAMED_COLUMNS.has(column) ? NEAR_FIRST : MOST_COPIES;
    for (const consistency of tries) {
      this.#loads++;
      const value = await this.#ring.get(column, key, consistency);
      if (value === null) continue;
      if (this.#verify(column, key, value)) {
        this.#rows.set(place, value, value.length + key.length + ENTRY_BYTES);
        return value;
      }
      if (consistency === 'one') continue;
      const text = `the ring has a row of column ${column} that is not what its key says`;
      throw createRingError('ring_corrupt', text);
    }
    if (generation === this.#generation && this.#absent.size < ABSENT_MAX) this.#absent.add(place);
    return null;
  }

  /** Whether all rows are there cannot be seen, so one copy is not enough. */
  async #loadList(place: string, column: Column, bucket: Uint8Array): Promise<void> {
    this.#loads++;
    const consistency: Consistency = 'quorum';
    const rows = await this.#ring.list(column, bucket, consistency);
    const bytes = rows.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
    this.#lists.set(place, rows, bytes + (rows.length + 1) * ENTRY_BYTES);
  }

  #bucketOf(column: Column, { start, end }: RangeOptions): Uint8Array {
    const bytes = this.#ring.layout(column);
    const bucket = bytes === null || start === undefined ? null : start.subarray(0, bytes);
    const isWhole = bucket !== null && bucket.length === bytes;
    if (!isWhole || end === undefined || !isWithin(bucket, end)) {
      throw createRingError('ring_refused', `column ${column} cannot be listed from a ring`);
    }
    return bucket;
  }
}

/** Whether keys below `end` can begin with the bucket only: it ends there, or right behind it. */
function isWithin(bucket: Uint8Array, end: Uint8Array): boolean {
  if (equalBytes(end.subarray(0, bucket.length), bucket)) return true;
  const last = bucket.findLastIndex((byte) => byte !== 0xff);
  const isNext = end.length === last + 1 && end[last] === (bucket[last] ?? 0) + 1;
  return isNext && equalBytes(end.subarray(0, last), bucket.subarray(0, last));
}

/** Columns are below 128, so this is one character of latin1. */
function placeOf(column: Column, key: Uint8Array): string {
  return String.fromCharCode(column) + bytesKey(key);
}
