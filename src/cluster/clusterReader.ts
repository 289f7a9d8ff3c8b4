// A cluster as the `StoreReader` of a chain. A row that is not in memory suspends the read
// (src/store/suspendedRead.ts); it is fetched together with the rows that will be needed next.

import { bytesKey, compareBytes, concatBytes, startsWithBytes } from '../base/bytes/bytes.ts';
import { Column } from '../chain/columns/columns.ts';
import type { ColumnRow, RangeOptions, Row, StoreReader } from '../store/store.ts';
import { blockMerkleKey, parseBlockMerkleKey } from '../store/storeKeys.ts';
import { type FetchLimits, type RowFetcher, SuspendedRead } from '../store/suspendedRead.ts';
import { createClusterError } from './cassandra.ts';
import type { Cluster } from './cluster.ts';
import { bytesOf, ClusterRows, type ClusterRowsOptions } from './clusterRows.ts';
import { placementOf } from './clusterTables.ts';
import { type MissingRow, rowsBelow, rowsBeside } from './rowHints.ts';

/** A read that needs more rounds needs more rows than fit into memory. */
const ROUNDS_MAX = 200;
/**
 * A multiple of the cache size. The cache must hold all rows of a read at once, and is shared with
 * other reads.
 */
const FETCHED_CACHES_MAX = 4;
const FETCHING_MS_MAX = 120_000;
/** From this round on, states are loaded by whole subtrees: the read is a listing. */
const LISTING_ROUND = 12;
const LISTED_ROWS_MAX = 4_096;
/** Rows that are prefetched in one round, besides those that were needed. */
const BESIDE_ROWS_MAX = 1_000;
/** Subtrees of the block Merkle tree that are loaded together: nearby blocks will be read. */
const SUBTREES_AT_ONCE = 32;

/** What may still be prefetched in one round. */
interface Extent {
  readonly isListing: boolean;
  left: number;
}

export class ClusterReader implements StoreReader, RowFetcher<MissingRow> {
  readonly rows: ClusterRows;
  readonly #cluster: Cluster;
  readonly #meta = new Map<string, Uint8Array>();
  /** The number of blocks up to the head. */
  #blocks = 0;

  constructor(cluster: Cluster, options: ClusterRowsOptions) {
    this.#cluster = cluster;
    this.rows = new ClusterRows(cluster, options);
  }

  get limits(): FetchLimits {
    const bytesMax = FETCHED_CACHES_MAX * this.rows.cacheBytesMax;
    return { roundsMax: ROUNDS_MAX, bytesMax, msMax: FETCHING_MS_MAX };
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    if (column === Column.meta) return this.#meta.get(bytesKey(key));
    const known = this.rows.row(column, key);
    if (known === undefined) throw new SuspendedRead(this, [{ column, key, kind: 'row' }]);
    return known ?? undefined;
  }

  /** Within one partition. */
  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    const bucket = this.#bucketOf(column, options);
    if (placementOf(column).isReadWhole !== true) {
      yield* this.#listPages(column, bucket, options);
      return;
    }
    const known = this.rows.partition(column, bucket);
    if (known === undefined) {
      throw new SuspendedRead(this, [{ column, key: bucket, kind: 'partition' }]);
    }
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
      const page = this.rows.page(column, bucket, range);
      if (page === undefined) {
        throw new SuspendedRead(this, [{ column, key: bucket, kind: 'page', range }]);
      }
      const rows = page.rows.slice(0, left);
      yield* rows;
      left -= rows.length;
      const last = rows.at(-1)?.[0];
      if (page.isLast || last === undefined) return;
      if (options.reverse === true) end = last;
      else start = concatBytes(last, NEXT_KEY);
    }
  }

  /** The mutable rows are set by the follower of the head. */
  setMeta(key: Uint8Array, value: Uint8Array): void {
    this.#meta.set(bytesKey(key), value);
  }

  /** Sets the number of blocks up to the head. */
  setBlocks(blocks: number): void {
    this.#blocks = blocks;
  }

  now(): number {
    return performance.now();
  }

  createLimitError() {
    const text = 'the request needs more rows of the cluster than fit into memory';
    return createClusterError('cluster_busy', text);
  }

  async fetch(needs: readonly MissingRow[], round: number): Promise<number> {
    const listed =
      round < LISTING_ROUND ? 0 : Math.min(LISTED_ROWS_MAX, 32 * 2 ** (round - LISTING_ROUND));
    const extent = { isListing: listed > 0, left: BESIDE_ROWS_MAX + listed };
    return sum(await Promise.all(needs.map((row) => this.#fetchRow(row, extent))));
  }

  /** Loads a row and, once it has arrived, the rows it refers to; returns their bytes. */
  async #fetchRow(row: MissingRow, extent: Extent): Promise<number> {
    if (row.kind !== 'row') return this.#fetchList(row);
    const { column, key } = row;
    if (column === Column.blockMerkle) return this.#fetchSubtrees(key);
    const { rows, bundled } = await this.rows.loadTogether(column, key);
    // A bundle has everything that rowHints.ts would guess.
    const further = bundled === null ? this.#listFurther(rows, extent) : [];
    const bytes = await Promise.all(further.map((next) => this.#fetchRow(next, extent)));
    return sum(bytes) + bytesOf(rows) + bytesOf(bundled ?? []);
  }

  #listFurther(rows: readonly ColumnRow[], extent: Extent): MissingRow[] {
    const further = rows
      .flatMap((row) => this.#rowsAfter(row, extent))
      .filter((next) => !this.rows.isKnown(next.column, next.key))
      .slice(0, extent.left);
    extent.left -= further.length;
    return further;
  }

  #rowsAfter(row: ColumnRow, { isListing }: Extent): MissingRow[] {
    if (row.column !== Column.stateNode) return rowsBeside(row, this.#blocks);
    return isListing ? rowsBelow(row.value) : [];
  }

  #fetchList({ column, key, kind, range }: MissingRow): Promise<number> {
    if (kind === 'partition') return this.rows.loadPartition(column, key);
    return this.rows.loadPage(column, key, range ?? {});
  }

  /**
   * Together with its neighbours, as far as they are part of the chain: later ones may still be
   * overwritten.
   */
  async #fetchSubtrees(key: Uint8Array): Promise<number> {
    const { level, index } = parseBlockMerkleKey(key);
    const complete = Math.floor(this.#blocks / 2 ** level);
    const first = index - (index % SUBTREES_AT_ONCE);
    const end = Math.min(first + SUBTREES_AT_ONCE, complete);
    const column = Column.blockMerkle;
    let bytes = 0;
    if (index < end) {
      const bounds = [blockMerkleKey(level, first), blockMerkleKey(level, end)] as const;
      bytes += await this.rows.loadBetween(column, ...bounds);
    }
    if (!this.rows.isKnown(column, key)) bytes += (await this.rows.load(column, key))?.length ?? 0;
    return bytes;
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

/** Appended to a key, this gives the next possible key. */
const NEXT_KEY = Uint8Array.of(0);

/**
 * Whether all keys below `end` start with the bucket: it ends within the bucket, or right after it.
 */
function isWithin(bucket: Uint8Array, end: Uint8Array): boolean {
  if (startsWithBytes(end, bucket)) return true;
  const last = bucket.findLastIndex((byte) => byte !== 0xff);
  const isNext = end.length === last + 1 && end[last] === (bucket[last] ?? 0) + 1;
  return isNext && startsWithBytes(end, bucket.subarray(0, last));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
