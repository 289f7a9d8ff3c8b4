/**
 * The rows of a chain on a shared cluster. One writer at a time adds them: it holds a term, and a
 * row of a later term overrides one of an earlier term, regardless of when that was written. The
 * head is moved by compare-and-set, so a writer whose term is over moves nothing.
 */

import { bytesToUtf8, concatBytes, joinBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { type Column, findColumn } from '../store/column.ts';
import type { ColumnRow, Row } from '../store/store.ts';
import { decodeBundle, encodeBundle, type RowBundle } from './bundleRows.ts';
import {
  blobOf,
  Cassandra,
  type CassandraAddress,
  type Consistency,
  type CqlRow,
  createClusterError,
} from './cassandra.ts';
import {
  BUNDLE_NUMBER,
  CLUSTER_LAYOUT,
  type ClusterLayout,
  familyNumber,
  isReadTogether,
  keyspaceStatement,
  PART_BYTES_MAX,
  STATEMENTS,
  TABLE_STATEMENTS,
} from './clusterTables.ts';
import { unpackValue } from './packedValue.ts';
import { PartitionReads } from './partitionReads.ts';
import { batchPuts, type Put, type PutPart } from './putBatches.ts';

export interface ClusterTip {
  readonly hash: Hash;
  readonly height: number;
}

/** The chain's row. Nothing is published while the tips are null. */
export interface ClusterState {
  readonly term: number;
  /** Null if the writer has released the cluster, or its lease has expired. */
  readonly writer: string | null;
  readonly tips: ClusterTips | null;
}

export interface ClusterTips {
  readonly head: ClusterTip;
  readonly finalHead: ClusterTip;
  readonly tail: ClusterTip;
}

/** Keys without the bytes of their partition. */
export interface PageRange {
  readonly start: Uint8Array;
  /** Null for the end of the partition. */
  readonly end: Uint8Array | null;
  readonly reverse: boolean;
  /** Parts of values count as well. */
  readonly limit: number;
}

export interface ClusterPage {
  readonly rows: readonly Row[];
  /** Whether the range has no rows after these. */
  readonly isLast: boolean;
}

/** The rows of a partition, and those of other partitions that are kept beside them. */
export interface ClusterPartition {
  readonly rows: readonly ColumnRow[];
  /** Of published blocks only; null if the partition has no bundle. */
  readonly bundled: readonly ColumnRow[] | null;
}

/** What a front end must know about the chain besides its rows. */
export type NoteName = 'version' | 'genesis' | 'node';

/** Messages with rows that are on their way to the cluster at the same time. */
const WRITES_AT_ONCE = 64;

/** Changes whenever the format of the tables or of their rows changes. */
const RING_VERSION = 'perigee ring 7';

export class Cluster {
  readonly #cassandra: Cassandra;
  readonly #partitions: PartitionReads;
  readonly layout: ClusterLayout;
  /** How many rows, partitions and pages of partitions were read. */
  reads = 0;

  private constructor(cassandra: Cassandra, layout: ClusterLayout) {
    this.#cassandra = cassandra;
    this.#partitions = new PartitionReads(cassandra);
    this.layout = layout;
  }

  /** A writer creates what is missing. */
  static async open(
    address: CassandraAddress,
    {
      create,
      layout = CLUSTER_LAYOUT,
    }: { readonly create: boolean; readonly layout?: ClusterLayout },
  ): Promise<Cluster> {
    if (create) await createKeyspace(address);
    const cassandra = await Cassandra.connect(address, address.keyspace);
    const cluster = new Cluster(cassandra, layout);
    try {
      if (create) await cluster.#createTables();
      await cluster.#verifyVersion(address.keyspace);
      return cluster;
    } catch (error) {
      await cassandra.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#cassandra.close();
  }

  /** Resolves when a majority of replicas has every row. */
  async putRows(rows: readonly ColumnRow[], term: number): Promise<void> {
    await this.#putAll(
      rows.map(({ column, key, value }) => ({
        ...this.#place(column, key),
        col: column.number,
        value,
      })),
      term,
    );
  }

  /** As `putRows`. The blocks of all rows in a bundle must have been published. */
  async putBundles(bundles: readonly RowBundle[], term: number): Promise<void> {
    await this.#putAll(
      bundles.map(({ column, key, rows }) => ({
        ...this.#place(column, key),
        col: BUNDLE_NUMBER,
        value: encodeBundle(rows),
      })),
      term,
    );
  }

  async get(column: Column, key: Uint8Array, consistency: Consistency): Promise<Uint8Array | null> {
    const { family, bucket, rest } = this.#place(column, key);
    this.reads++;
    // The only row of its partition.
    if (rest.length === 0 && !isReadTogether(column)) {
      return joinParts(await this.#partitions.read({ family, bucket }, consistency));
    }
    const params = [family, bucket, column.number, rest];
    return joinParts(await this.#cassandra.run(STATEMENTS.get, params, { consistency }));
  }

  /** All rows of the partition, including the row itself. */
  async getPartition(
    column: Column,
    key: Uint8Array,
    consistency: Consistency,
  ): Promise<ClusterPartition> {
    const { family, bucket } = this.#place(column, key);
    this.reads++;
    const found = await this.#partitions.read({ family, bucket }, consistency);
    const bundle = found.filter(({ col }) => Number(col) === BUNDLE_NUMBER);
    const value = joinParts(bundle);
    return {
      rows: joinRows(bundle.length === 0 ? found : found.slice(0, -bundle.length), bucket),
      bundled: value === null ? null : decodeBundle(value),
    };
  }

  /** All rows of a column in a partition, in key order. */
  async list(column: Column, bucket: Uint8Array, consistency: Consistency): Promise<Row[]> {
    const params = [familyNumber(column), bucket, column.number];
    this.reads++;
    const found = await this.#cassandra.runAll(STATEMENTS.list, params, { consistency });
    return joinRows(found, bucket).map(({ key, value }) => [key, value]);
  }

  /** The first rows of a range within a partition, at least one if there is any. */
  async page(column: Column, bucket: Uint8Array, asked: PageRange): Promise<ClusterPage> {
    const { start, end, reverse, limit } = asked;
    const isBounded = end !== null;
    const statement = reverse
      ? STATEMENTS[isBounded ? 'listDownBetween' : 'listDownFrom']
      : STATEMENTS[isBounded ? 'listBetween' : 'listFrom'];
    const place = [familyNumber(column), bucket, column.number];
    const params = [...place, start, ...(isBounded ? [end] : []), limit];
    this.reads++;
    const rows = await this.#cassandra.run(statement, params);
    const isLast = rows.length < limit;
    const joined = joinRows(reverse ? rows.toReversed() : rows, bucket);
    const found = joined.map(({ key, value }): Row => [key, value]);
    if (reverse) found.reverse();
    if (isLast || found.length > 0) return { rows: found, isLast };
    // A row at the end of the page lacks parts and is left out; if it is the only one, it is read
    // separately.
    const key = concatBytes(bucket, blobOf(rows[0]?.key) ?? new Uint8Array());
    const value = await this.get(column, key, 'quorum');
    return { rows: value === null ? [] : [[key, value]], isLast: value === null };
  }

  async putNote(name: NoteName, text: string): Promise<void> {
    await this.#cassandra.run(STATEMENTS.putNote, [name, utf8ToBytes(text)]);
  }

  async note(name: NoteName): Promise<string | null> {
    const rows = await this.#cassandra.run(STATEMENTS.getNote, [name]);
    const value = blobOf(rows[0]?.value);
    return value === null ? null : bytesToUtf8(value);
  }

  /** For readers: the majority's version of the row. */
  async state(): Promise<ClusterState> {
    const rows = await this.#cassandra.run(STATEMENTS.getChain, []);
    return parseState(rows[0]);
  }

  /** For writers: the outcome of every compare-and-set that was started. */
  async settledState(): Promise<ClusterState> {
    return parseState((await this.#cassandra.readSerial(STATEMENTS.getChain, []))[0]);
  }

  /** Starts a new term; null if another node has done so meanwhile. */
  async claim(state: ClusterState, writer: string, leaseSeconds: number): Promise<number | null> {
    const term = state.term + 1;
    const params = [BigInt(term), BigInt(state.term), leaseSeconds, writer];
    return (await this.#cassandra.compareAndSet(STATEMENTS.claim, params)) ? term : null;
  }

  /** False if the term is over. */
  renew(term: number, writer: string, leaseSeconds: number): Promise<boolean> {
    return this.#cassandra.compareAndSet(STATEMENTS.renew, [leaseSeconds, writer, BigInt(term)]);
  }

  /** Lets another writer take over without waiting for the lease to expire. */
  async release(term: number): Promise<void> {
    await this.#cassandra.compareAndSet(STATEMENTS.release, [BigInt(term)]);
  }

  /** Moves the head; false if the term is over or the head is not at `from`. */
  publish(term: number, from: ClusterTip | null, tips: ClusterTips): Promise<boolean> {
    const { head, finalHead, tail } = tips;
    const params = [...tipParams(head), ...tipParams(finalHead)];
    if (from === null) {
      return this.#cassandra.compareAndSet(STATEMENTS.begin, [
        ...params,
        ...tipParams(tail),
        BigInt(term),
      ]);
    }
    return this.#cassandra.compareAndSet(STATEMENTS.publish, [
      ...params,
      BigInt(term),
      BigInt(from.height),
    ]);
  }

  /** What a statement needs is built when it is sent: thousands of rows may be waiting. */
  async #putAll(puts: readonly Put[], term: number): Promise<void> {
    const timestamp = BigInt(term);
    const batches = batchPuts(puts).values();
    const sendInTurn = async () => {
      for (const batch of batches) {
        const params = batch.map((put) => putParams(put, timestamp));
        const [only] = params;
        if (params.length === 1 && only !== undefined) {
          await this.#cassandra.run(STATEMENTS.put, only);
        } else {
          await this.#cassandra.runBatch(STATEMENTS.put, params);
        }
      }
    };
    await Promise.all(Array.from({ length: WRITES_AT_ONCE }, sendInTurn));
  }

  #place(column: Column, key: Uint8Array) {
    const bytes = this.layout(column, key);
    return {
      family: familyNumber(column),
      bucket: key.subarray(0, bytes),
      rest: key.subarray(bytes),
    };
  }

  async #createTables(): Promise<void> {
    for (const statement of TABLE_STATEMENTS) await this.#cassandra.run(statement, []);
    await this.#cassandra.compareAndSet(STATEMENTS.makeChain, []);
    if ((await this.note('version')) === null) await this.putNote('version', RING_VERSION);
  }

  async #verifyVersion(keyspace: string): Promise<void> {
    const version = await this.note('version');
    if (version === RING_VERSION) return;
    const found = version ?? 'nothing';
    throw createClusterError(
      'cluster_refused',
      `the keyspace ${keyspace} has ${found}, but this program reads ${RING_VERSION}: use the ` +
        'version of Perigee that wrote it, or let a writer fill another keyspace from its store',
    );
  }
}

async function createKeyspace(address: CassandraAddress): Promise<void> {
  const cassandra = await Cassandra.connect(address, null);
  try {
    await cassandra.run(keyspaceStatement(address), []);
  } finally {
    await cassandra.close();
  }
}

/** Null for a missing row, and for one that lacks parts. */
function joinParts(rows: readonly CqlRow[]): Uint8Array | null {
  const size = rows[0]?.size as number | undefined;
  if (size === undefined || rows[0]?.part !== 0) return null;
  const count = Math.max(1, Math.ceil(size / PART_BYTES_MAX));
  const parts = rows.slice(0, count).map(({ value }) => blobOf(value) ?? new Uint8Array());
  const joined = parts.length === 1 ? (parts[0] as Uint8Array) : joinBytes(parts);
  return unpackValue(joined, size);
}

/** Rows that lack a part are left out. */
function joinRows(rows: readonly CqlRow[], bucket: Uint8Array): ColumnRow[] {
  const joined: ColumnRow[] = [];
  for (let start = 0; start < rows.length; ) {
    let end = start + 1;
    while (end < rows.length && rows[end]?.part !== 0) end++;
    const value = joinParts(rows.slice(start, end));
    const { col, key: rest } = rows[start] as CqlRow;
    const key = concatBytes(bucket, blobOf(rest) ?? new Uint8Array());
    const column = findColumn(Number(col));
    if (value !== null && column !== undefined) joined.push({ column, key, value });
    start = end;
  }
  return joined;
}

function putParams({ family, bucket, col, rest, part, size, value }: PutPart, timestamp: bigint) {
  return [family, bucket, col, rest, part, size, value, timestamp];
}

function tipParams({ height, hash }: ClusterTip): unknown[] {
  return [BigInt(height), hash];
}

function parseState(row: CqlRow | undefined): ClusterState {
  if (row === undefined) return { term: 0, writer: null, tips: null };
  const tip = (name: string): ClusterTip => ({
    height: Number(row[`${name}height`]),
    hash: blobOf(row[`${name}hash`]) ?? new Uint8Array(),
  });
  const hasTips = row.height !== null && row.height !== undefined;
  return {
    term: Number(row.term ?? 0),
    writer: typeof row.writer === 'string' ? row.writer : null,
    tips: hasTips ? { head: tip(''), finalHead: tip('final_'), tail: tip('tail_') } : null,
  };
}
