/**
 * The rows of a cluster that are in memory, and how others are loaded. Rows are immutable, so
 * cached rows stay valid; that a row does not exist is remembered until the head moves. Concurrent
 * loads of the same rows are merged.
 */

import { bytesKey, equalBytes, startsWithBytes } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import type { Caches } from '../base/collections/caches.ts';
import { SharedTasks } from '../base/collections/sharedTasks.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import type { ColumnRow, RangeOptions, Row, StoreReader } from '../store/store.ts';
import { keyToNumber } from '../store/storeKeys.ts';
import { type Consistency, createClusterError } from './cassandra.ts';
import type { Cluster, ClusterPage, ClusterPartition, PageRange } from './cluster.ts';
import { familyOf, isReadTogether, placementOf } from './clusterTables.ts';

export type VerifyRow = (column: Column, key: Uint8Array, value: Uint8Array) => boolean;

export interface ClusterRowsOptions {
  readonly caches: Caches;
  /** Whether a value matches its key; called for each row that is loaded. */
  readonly verify: VerifyRow;
  /** Rows that are available locally. */
  readonly local?: StoreReader;
}

/** The size of an entry besides its bytes. */
const ENTRY_BYTES = 150;
const ABSENT_MAX = 100_000;
/** The page size of partitions that are not read as a whole. */
const PAGE_ROWS = 500;

const NEAR_FIRST: readonly Consistency[] = ['one', 'quorum'];
const MOST_COPIES: readonly Consistency[] = ['quorum'];

export class ClusterRows {
  readonly #cluster: Cluster;
  readonly #verify: VerifyRow;
  readonly #rows: BoundedCache<Uint8Array>;
  readonly #lists: BoundedCache<readonly Row[]>;
  readonly #pages: BoundedCache<ClusterPage>;
  /** By the hashes of published blocks. */
  readonly #heights: BoundedCache<number>;
  readonly #loading = new SharedTasks();
  readonly #local: StoreReader | null;
  #absent = new Set<string>();
  /** Counts the heads, to recognize rows that were absent under an earlier one. */
  #generation = 0;

  constructor(cluster: Cluster, { caches, verify, local }: ClusterRowsOptions) {
    this.#cluster = cluster;
    this.#verify = verify;
    this.#local = local ?? null;
    this.#rows = caches.create('cluster_rows');
    this.#lists = caches.create('cluster_lists');
    this.#pages = caches.create('cluster_pages');
    this.#heights = caches.create('cluster_heights');
  }

  /** The memory bound of all caches together. */
  get cacheBytesMax(): number {
    const caches = [this.#rows, this.#lists, this.#pages];
    return caches.reduce((sum, { figures }) => sum + figures.bytesMax, 0);
  }

  /** Null for a row that the cluster does not have; undefined if it has to be loaded. */
  row(column: Column, key: Uint8Array): Uint8Array | null | undefined {
    const place = placeOf(column, key);
    const known = this.#rows.get(place);
    if (known !== undefined) return known;
    return this.#absent.has(place) ? null : this.#local?.get(column, key);
  }

  /** The height of a block that a bundle has placed in the chain; undefined for any other. */
  heightOf(blockHash: Hash): number | undefined {
    return this.#heights.get(bytesKey(blockHash));
  }

  /** All rows of a partition; undefined if they have to be loaded. */
  partition(column: Column, bucket: Uint8Array): readonly Row[] | undefined {
    return this.#lists.get(placeOf(column, bucket));
  }

  page(column: Column, bucket: Uint8Array, range: RangeOptions): ClusterPage | undefined {
    return this.#pages.get(this.#pagePlace(column, bucket, range));
  }

  /** Rows that were absent may exist now. */
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

  /** Loads a row into memory; null if it does not exist. */
  async load(column: Column, key: Uint8Array): Promise<Uint8Array | null> {
    const { rows } = await this.loadTogether(column, key);
    return findRow(rows, column, key)?.value ?? null;
  }

  /**
   * Loads a row together with those that are kept in its partition, if they are read together;
   * concurrent calls share one load.
   */
  loadTogether(column: Column, key: Uint8Array): Promise<ClusterPartition> {
    const isTogether = isReadTogether(column);
    const name = isTogether
      ? `partition${placeOf(familyOf(column)[0] ?? column, this.#bucketOf(column, key))}`
      : placeOf(column, key);
    return this.#loading.share(name, () => this.#loadRows(column, key, isTogether));
  }

  /** Loads the rows of one partition between two keys into memory; returns their bytes. */
  loadBetween(column: Column, start: Uint8Array, end: Uint8Array): Promise<number> {
    const bucket = this.#bucketOf(column, start);
    const place = this.#pagePlace(column, bucket, { start, end });
    return this.#loading.share(`between${place}`, async () => {
      const { rows } = await this.#cluster.page(column, bucket, pageRange(bucket, { start, end }));
      for (const [key, value] of rows) this.#keep({ column, key, value });
      return bytesOfList(rows);
    });
  }

  /** A missing row would go unnoticed, so one replica is not enough. */
  loadPartition(column: Column, bucket: Uint8Array): Promise<number> {
    const place = placeOf(column, bucket);
    return this.#loading.share(`list${place}`, async () => {
      const rows = await this.#cluster.list(column, bucket, 'quorum');
      const bytes = bytesOfList(rows);
      this.#lists.set(place, rows, bytes);
      return bytes;
    });
  }

  loadPage(column: Column, bucket: Uint8Array, range: RangeOptions): Promise<number> {
    const place = this.#pagePlace(column, bucket, range);
    return this.#loading.share(`page${place}`, async () => {
      const page = await this.#cluster.page(column, bucket, pageRange(bucket, range));
      const bytes = bytesOfList(page.rows);
      this.#pages.set(place, page, bytes);
      return bytes;
    });
  }

  /** A single replica may lack a row or have a corrupt one; a majority does not. */
  async #loadRows(column: Column, key: Uint8Array, isTogether: boolean): Promise<ClusterPartition> {
    const generation = this.#generation;
    const isSelfNamed = familyOf(column).every((member) => placementOf(member).isSelfNamed);
    for (const consistency of isSelfNamed ? NEAR_FIRST : MOST_COPIES) {
      const found = isTogether
        ? await this.#cluster.getPartition(column, key, consistency)
        : await this.#readRow(column, key, consistency);
      const { rows, bundled } = found;
      const bad = [...rows, ...(bundled ?? [])].find(
        (row) => !this.#verify(row.column, row.key, row.value),
      );
      const isFound = bad === undefined && findRow(rows, column, key) !== undefined;
      if (consistency === 'one' && !isFound) continue;
      if (bad !== undefined) throw corrupt(bad);
      const isCurrent = generation === this.#generation;
      for (const row of rows) this.#keep(row);
      if (bundled !== null) this.#keepBundle(bundled, isCurrent);
      // A single replica cannot prove that a row is absent.
      if (consistency === 'one' || !isCurrent) return found;
      this.#noteAbsent([{ column, key }], rows);
      if (isTogether) this.#noteAbsent(familyAt(column, this.#bucketOf(column, key)), rows);
      return found;
    }
    return NO_ROWS;
  }

  /** Whatever a bundle has of a family is all of it. */
  #keepBundle(rows: readonly ColumnRow[], isCurrent: boolean): void {
    for (const row of rows) {
      const { column, key, value } = row;
      this.#keep(row);
      if (column === Column.blockAt) {
        this.#heights.set(bytesKey(value), keyToNumber(key), ENTRY_BYTES);
      }
      if (isCurrent && column === Column.outcome) this.#noteAbsent(familyAt(column, key), rows);
    }
  }

  async #readRow(
    column: Column,
    key: Uint8Array,
    consistency: Consistency,
  ): Promise<ClusterPartition> {
    const value = await this.#cluster.get(column, key, consistency);
    return value === null ? NO_ROWS : { rows: [{ column, key, value }], bundled: null };
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

  /** The first bytes of a key, which name its partition. */
  #bucketOf(column: Column, key: Uint8Array): Uint8Array {
    return key.subarray(0, this.#cluster.layout(column, key));
  }

  #pagePlace(column: Column, bucket: Uint8Array, range: RangeOptions): string {
    const { start, end, reverse, limit } = pageRange(bucket, range);
    const state = isStable(column) ? '' : this.#generation;
    const bounds = `${bytesKey(start)}|${end === null ? '' : bytesKey(end)}`;
    return `${placeOf(column, bucket)}|${bounds}|${reverse}|${limit}|${state}`;
  }
}

function findRow(
  rows: readonly ColumnRow[],
  column: Column,
  key: Uint8Array,
): ColumnRow | undefined {
  return rows.find((row) => row.column === column && equalBytes(row.key, key));
}

/** The rows that a family may have under a key. */
function familyAt(column: Column, key: Uint8Array): Omit<ColumnRow, 'value'>[] {
  return familyOf(column).map((member) => ({ column: member, key }));
}

const NO_ROWS: ClusterPartition = { rows: [], bundled: null };

function corrupt({ column }: ColumnRow): Error {
  const text = `the cluster has a row of column ${column} that does not match its key`;
  return createClusterError('cluster_corrupt', text);
}

/** Rows below the head do not change, except in columns where later blocks insert rows. */
function isStable(column: Column): boolean {
  return placementOf(column).isGrowing !== true;
}

function pageRange(bucket: Uint8Array, { start, end, reverse, limit }: RangeOptions): PageRange {
  const isBounded = end !== undefined && startsWithBytes(end, bucket);
  return {
    start: start?.subarray(bucket.length) ?? NOTHING,
    end: isBounded ? end.subarray(bucket.length) : null,
    reverse: reverse === true,
    limit: Math.min(limit ?? PAGE_ROWS, PAGE_ROWS),
  };
}

const NOTHING = new Uint8Array();

/** The memory that rows take. */
export function bytesOf(rows: readonly Pick<ColumnRow, 'key' | 'value'>[]): number {
  const bytes = rows.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  return bytes + (rows.length + 1) * ENTRY_BYTES;
}

function bytesOfList(rows: readonly Row[]): number {
  return bytesOf(rows.map(([key, value]) => ({ key, value })));
}

/** Columns are below 128, so this is one latin1 character. */
function placeOf(column: Column, key: Uint8Array): string {
  return String.fromCharCode(column.number) + bytesKey(key);
}
