/**
 * The tables of a cluster and how the rows of each column are laid out in them. Rows that are
 * requested together share a partition: those of a family, whose keys have a common prefix, and
 * those that are listed in key order. Values above a bound are split into numbered parts.
 */

import { assert } from '../base/assert.ts';
import { COLUMNS } from '../chain/columns/columns.ts';
import type { ClusterPlacement, Column } from '../store/column.ts';
import type { CassandraAddress } from './cassandra.ts';

/**
 * How many leading bytes of a key name its partition; more than the key has if it is a prefix too
 * short to tell.
 */
export type ClusterLayout = (column: Column, key: Uint8Array) => number;

export const CLUSTER_LAYOUT: ClusterLayout = (column, key) => placementOf(column).partition(key);

export function placementOf(column: Column): ClusterPlacement {
  assert(column.cluster !== null, `column ${column} is kept in a cluster`);
  return column.cluster;
}

/** The columns whose rows are read together with those of one; just itself if it is alone. */
export function familyOf(column: Column): readonly Column[] {
  return FAMILIES.get(familyNumber(column)) ?? [column];
}

export function familyNumber(column: Column): number {
  return placementOf(column).family ?? column.number;
}

const FAMILIES: ReadonlyMap<number, readonly Column[]> = groupFamilies();

function groupFamilies(): Map<number, Column[]> {
  const families = new Map<number, Column[]>();
  for (const column of COLUMNS.filter(({ cluster }) => cluster !== null)) {
    const number = familyNumber(column);
    families.set(number, [...(families.get(number) ?? []), column]);
  }
  return families;
}

/** Of the row of a partition that holds its bundle; the numbers of columns are lower. */
export const BUNDLE_NUMBER = 128;

/** Whether rows of a column are read with all others of their partition. */
export function isReadTogether(column: Column): boolean {
  return placementOf(column).hasBundle === true || familyOf(column).length > 1;
}

/** Larger values make a cluster slow. */
export const PART_BYTES_MAX = 1024 * 1024;

export function keyspaceStatement({ keyspace, dataCenter, replication }: CassandraAddress): string {
  return (
    `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = ` +
    `{'class': 'NetworkTopologyStrategy', '${dataCenter}': ${replication}}`
  );
}

/**
 * `chain` is the only row that changes: who writes, in which term, and how far the chain has come.
 * `note` holds what a front end must know about the chain besides its rows.
 */
export const TABLE_STATEMENTS: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS chain (id tinyint PRIMARY KEY, term bigint, writer text, ' +
    'height bigint, hash blob, final_height bigint, final_hash blob, ' +
    'tail_height bigint, tail_hash blob)',
  'CREATE TABLE IF NOT EXISTS note (name text PRIMARY KEY, value blob)',
  'CREATE TABLE IF NOT EXISTS stored (family smallint, bucket blob, col smallint, key blob, ' +
    'part smallint, size int, value blob, PRIMARY KEY ((family, bucket), col, key, part))',
];

const SELECT = 'SELECT col, key, part, size, value FROM stored WHERE family = ? AND bucket = ?';
const DOWNWARDS = 'ORDER BY col DESC, key DESC, part DESC';

/** Writing the same row twice has no further effect: the term of its writer is its timestamp. */
export const STATEMENTS = {
  put:
    'INSERT INTO stored (family, bucket, col, key, part, size, value) ' +
    'VALUES (?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?',
  get: `${SELECT} AND col = ? AND key = ?`,
  getPartition: SELECT,
  getPartitions:
    'SELECT bucket, col, key, part, size, value FROM stored WHERE family = ? AND bucket IN ?',
  list: `${SELECT} AND col = ?`,
  listFrom: `${SELECT} AND col = ? AND key >= ? LIMIT ?`,
  listBetween: `${SELECT} AND col = ? AND key >= ? AND key < ? LIMIT ?`,
  listDownFrom: `${SELECT} AND col = ? AND key >= ? ${DOWNWARDS} LIMIT ?`,
  listDownBetween: `${SELECT} AND col = ? AND key >= ? AND key < ? ${DOWNWARDS} LIMIT ?`,
  putNote: 'INSERT INTO note (name, value) VALUES (?, ?)',
  getNote: 'SELECT value FROM note WHERE name = ?',
  getChain: 'SELECT * FROM chain WHERE id = 0',
  makeChain: 'INSERT INTO chain (id, term) VALUES (0, 0) IF NOT EXISTS',
  claim:
    'BEGIN BATCH UPDATE chain SET term = ? WHERE id = 0 IF term = ?; ' +
    'UPDATE chain USING TTL ? SET writer = ? WHERE id = 0; APPLY BATCH',
  renew: 'UPDATE chain USING TTL ? SET writer = ? WHERE id = 0 IF term = ?',
  release: 'UPDATE chain SET writer = null WHERE id = 0 IF term = ?',
  begin:
    'UPDATE chain SET height = ?, hash = ?, final_height = ?, final_hash = ?, tail_height = ?, ' +
    'tail_hash = ? WHERE id = 0 IF term = ? AND height = null',
  publish:
    'UPDATE chain SET height = ?, hash = ?, final_height = ?, final_hash = ? WHERE id = 0 ' +
    'IF term = ? AND height = ?',
} as const;
