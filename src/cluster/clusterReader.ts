/**
 * A cluster as what every reader of a chain reads from. Readers are synchronous, so a row that is
 * not in memory is thrown as `RowsMissing`; whoever runs the reader has it loaded and runs it
 * again. Rows do not change, so what is in memory stays right; what the cluster does not have is
 * remembered until the head moves.
 */

import { bytesKey, compareBytes, concatBytes, equalBytes } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import type { Caches } from '../base/collections/caches.ts';
import { Column } from '../store/columns.ts';
import { RowsMissing } from '../store/rowsMissing.ts';
import type { ColumnRow, RangeOptions, Row, StoreReader } from '../store/store.ts';
import { type Consistency, createClusterError } from './cassandra.ts';
import type { Cluster, ClusterPage, PageRange } from './cluster.ts';
import { familyOf, GROWING_COLUMNS, SELF_NAMED_COLUMNS, WHOLE_COLUMNS } from './clusterTables.ts';

export type VerifyRow = (column: Column, key: Uint8Array, value: Uint8Array) => boolean;

interface ClusterReaderOptions {
  readonly caches: Caches;
  /** Whether a value is the one that its key names; asked for each row that is loaded. */
  readonly verify: VerifyRow;
  /** Rows that are held nearer than the cluster. */
  readonly local?: StoreReader;
}

/** What an entry takes besides its bytes. */
const ENTRY_BYTES = 150;
const ABSENT_MAX = 100_000;
/** Rows of a partition that are read at once, where it is not read as a whole. */
const PAGE_ROWS = 500;

const NEAR_FIRST: readonly Consistency[] = ['one', 'quorum'];
const MOST_COPIES: readonly Consistency[] = ['quorum'];

export class ClusterReader implements StoreReader {
  readonly #cluster: Cluster;
  readonly #verify: VerifyRow;
  readonly #rows: BoundedCache<Uint8Array>;
  readonly #lists: BoundedCache<readonly Row[]>;
  readonly #pages: BoundedCache<ClusterPage>;
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #meta = new Map<string, Uint8Array>();
  #local: StoreReader | null;
  #absent = new Set<string>();
  /** Counts the heads, to tell what was absent under an earlier one. */
  #generation = 0;
  #loads = 0;

  constructor(cluster: Cluster, { caches, verify, local }: ClusterReaderOptions) {
    this.#cluster = cluster;
    this.#verify = verify;
    this.#local = local ?? null;
    this.#rows = caches.create('cluster_rows');
    this.#lists = caches.create('cluster_lists');
    this.#pages = caches.create('cluster_pages');
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    if (column === Column.meta) return this.#meta.get(bytesKey(key));
    const place = placeOf(column, key);
    const known = this.#rows.get(place);
    if (known !== undefined) return known;
    if (this.#absent.has(place)) return undefined;
    const local = this.#local?.get(column, key);
    if (local !== undefined) return local;
    throw new RowsMissing([{ column, key, kind: 'row' }]);
  }

  /** Within one partition. */
  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    const bucket = this.#bucketOf(column, options);
    if (!WHOLE_COLUMNS.has(column)) {
      yield* this.#listPages(column, bucket, options);
      return;
    }
    const known = this.#lists.get(placeOf(column, bucket));
    if (known === undefined) throw new RowsMissing([{ column, key: bucket, kind: 'partition' }]);
    const { start, end, limit = Number.POSITIVE_INFINITY } = options;
    const found = known.filter(
      ([key]) =>
        (start === undefined || compareBytes(key, start) >= 0) &&
        (end === undefined || compareBytes(key, end) < 0),
    );
    if (options.reverse === true) found.reverse();
    yield* found.slice(0, limit);
  }

  *#listPages(column: Column, bucket: Uint8Array, options: RangeOptions): Generator<Row> {
    let { start, end } = options;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const range = { ...options, ...(start && { start }), ...(end && { end }) };
      const page = this.#pages.get(this.#pagePlace(column, bucket, range));
      if (page === undefined) throw new RowsMissing([{ column, key: bucket, kind: 'page', range }]);
      const rows = page.rows.slice(0, left);
      yield* rows;
      left -= rows.length;
      const last = rows.at(-1)?.[0];
      if (page.isLast || last === undefined) return;
      if (options.reverse === true) end = last;
      else start = concatBytes(last, NEXT_KEY);
    }
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
    this.#rows.delete(placeOf(column, key));
  }

  isKnown(column: Column, key: Uint8Array): boolean {
    const place = placeOf(column, key);
    return this.#rows.get(place) !== undefined || this.#absent.has(place);
  }

  /** How often the cluster was asked. */
  get loads(): number {
    return this.#loads;
  }

  /** Brings a row into memory; null when there is none. */
  async load(column: Column, key: Uint8Array): Promise<Uint8Array | null> {
    const rows = await this.loadFamily(column, key);
    return findRow(rows, column, key)?.value ?? null;
  }

  /** Brings a row into memory with those that stand with it, once however many ask. */
  loadFamily(column: Column, key: Uint8Array): Promise<readonly ColumnRow[]> {
    const family = familyOf(column);
    const bucket = key.subarray(0, this.#cluster.layout(column, key));
    const isAlone = family.length === 1;
    const name = isAlone ? placeOf(column, key) : `family${placeOf(family[0] ?? column, bucket)}`;
    return this.#once(name, () => this.#loadRows(column, key, isAlone));
  }

  /** Brings rows of one partition into memory, from a key up to another one. */
  loadBetween(column: Column, start: Uint8Array, end: Uint8Array): Promise<void> {
    const bucket = start.subarray(0, this.#cluster.layout(column, start));
    const place = this.#pagePlace(column, bucket, { start, end });
    return this.#once(`between${place}`, async () => {
      this.#loads++;
      const { rows } = await this.#cluster.page(column, bucket, pageRange(bucket, { start, end }));
      for (const [key, value] of rows) this.#keep({ column, key, value });
    });
  }

  loadPartition(column: Column, bucket: Uint8Array): Promise<void> {
    const place = placeOf(column, bucket);
    return this.#once(`list${place}`, () => this.#loadList(place, column, bucket));
  }

  loadPage(column: Column, bucket: Uint8Array, range: RangeOptions): Promise<void> {
    const place = this.#pagePlace(column, bucket, range);
    return this.#once(`page${place}`, async () => {
      this.#loads++;
      const page = await this.#cluster.page(column, bucket, pageRange(bucket, range));
      this.#pages.set(place, page, bytesOf(page.rows));
    });
  }

  #once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const pending = this.#loading.get(name) as Promise<T> | undefined;
    if (pending !== undefined) return pending;
    const loading = load().finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /** One copy may not have a row yet, or have a bad one; most of them together do not. */
  async #loadRows(
    column: Column,
    key: Uint8Array,
    isAlone: boolean,
  ): Promise<readonly ColumnRow[]> {
    const generation = this.#generation;
    const family = familyOf(column);
    const isSelfNamed = family.every((member) => SELF_NAMED_COLUMNS.has(member));
    for (const consistency of isSelfNamed ? NEAR_FIRST : MOST_COPIES) {
      this.#loads++;
      const rows = isAlone
        ? await this.#readRow(column, key, consistency)
        : await this.#cluster.getFamily(column, key, consistency);
      const bad = rows.find((row) => !this.#verify(row.column, row.key, row.value));
      const isFound = bad === undefined && findRow(rows, column, key) !== undefined;
      if (consistency === 'one' && !isFound) continue;
      if (bad !== undefined) throw corrupt(bad);
      for (const row of rows) this.#keep(row);
      // One copy does not tell what is not there.
      if (consistency === 'one') return rows;
      const bucket = key.subarray(0, this.#cluster.layout(column, key));
      const sought = [
        { column, key },
        ...family.map((member) => ({ column: member, key: bucket })),
      ];
      if (generation === this.#generation) this.#noteAbsent(sought, rows);
      return rows;
    }
    return [];
  }

  async #readRow(
    column: Column,
    key: Uint8Array,
    consistency: Consistency,
  ): Promise<readonly ColumnRow[]> {
    const value = await this.#cluster.get(column, key, consistency);
    return value === null ? [] : [{ column, key, value }];
  }

  #keep({ column, key, value }: ColumnRow): void {
    this.#rows.set(placeOf(column, key), value, value.length + key.length + ENTRY_BYTES);
  }

  #noteAbsent(sought: readonly Omit<ColumnRow, 'value'>[], rows: readonly ColumnRow[]): void {
    for (const { column, key } of sought) {
      if (this.#absent.size >= ABSENT_MAX) return;
      if (findRow(rows, column, key) === undefined) this.#absent.add(placeOf(column, key));
    }
  }

  /** Whether all rows are there cannot be seen, so one copy is not enough. */
  async #loadList(place: string, column: Column, bucket: Uint8Array): Promise<void> {
    this.#loads++;
    const consistency: Consistency = 'quorum';
    const rows = await this.#cluster.list(column, bucket, consistency);
    this.#lists.set(place, rows, bytesOf(rows));
  }

  #pagePlace(column: Column, bucket: Uint8Array, range: RangeOptions): string {
    const { start, end, reverse, limit } = pageRange(bucket, range);
    const state = isStable(column) ? '' : this.#generation;
    const bounds = `${bytesKey(start)}|${end === null ? '' : bytesKey(end)}`;
    return `${placeOf(column, bucket)}|${bounds}|${reverse}|${limit}|${state}`;
  }

  #bucketOf(column: Column, { start, end }: RangeOptions): Uint8Array {
    const bytes = start === undefined ? 0 : this.#cluster.layout(column, start);
    const bucket = start?.subarray(0, bytes);
    const isWhole = bucket !== undefined && bucket.length === bytes;
    if (!isWhole || end === undefined || !isWithin(bucket, end)) {
      throw createClusterError(
        'cluster_refused',
        `column ${column} cannot be listed from a cluster`,
      );
    }
    return bucket;
  }
}

function findRow(
  rows: readonly ColumnRow[],
  column: Column,
  key: Uint8Array,
): ColumnRow | undefined {
  return rows.find((row) => row.column === column && equalBytes(row.key, key));
}

function corrupt({ column }: ColumnRow): Error {
  const text = `the cluster has a row of column ${column} that is not what its key says`;
  return createClusterError('cluster_corrupt', text);
}

/** What lies below the head stays as it is, unless later blocks put rows in between. */
function isStable(column: Column): boolean {
  return !GROWING_COLUMNS.has(column);
}

function pageRange(bucket: Uint8Array, { start, end, reverse, limit }: RangeOptions): PageRange {
  const isBounded = end !== undefined && equalBytes(end.subarray(0, bucket.length), bucket);
  return {
    start: start?.subarray(bucket.length) ?? NOTHING,
    end: isBounded ? end.subarray(bucket.length) : null,
    reverse: reverse === true,
    limit: Math.min(limit ?? PAGE_ROWS, PAGE_ROWS),
  };
}

const NOTHING = new Uint8Array();
/** Behind a key, this is the next possible one. */
const NEXT_KEY = Uint8Array.of(0);

function bytesOf(rows: readonly Row[]): number {
  const bytes = rows.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return bytes + (rows.length + 1) * ENTRY_BYTES;
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
