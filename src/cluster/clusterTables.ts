/**
 * The tables of a cluster and where the rows of each column stand in them. Rows that are asked for
 * together stand in one partition: those of a family, whose keys begin alike, and those that are
 * listed, in the order of their keys. Values above a bound are cut into numbered parts.
 */

import { utf8ToBytes } from '../base/bytes/bytes.ts';
import { Column } from '../store/columns.ts';
import type { CassandraAddress } from './cassandra.ts';

/**
 * How many first bytes of a key name its partition; more than it has if it is the beginning of a
 * key and does not tell.
 */
export type ClusterLayout = (column: Column, key: Uint8Array) => number;

const HASH_BYTES = 32;
/** Of a key with its type; longer ones share a partition with few others. */
const PUBLIC_KEY_BYTES = 33;

export const RING_LAYOUT: ClusterLayout = (column, key) => {
  switch (column) {
    // All changes of a block.
    case Column.stateChanges:
    // All versions of a row of a state that is kept without its trie, the newest first.
    case Column.stateAt:
    // All shards of a block.
    case Column.chunkExtra:
      return HASH_BYTES;
    // Subtrees that stand beside each other.
    case Column.blockMerkle:
      return MERKLE_BUCKET_BYTES;
    case Column.keyAccount:
      return PUBLIC_KEY_BYTES;
    // All heights of an account.
    case Column.accountHistory:
      return accountEnd(key, 0);
    // All keys of a kind that an account has, behind the number of the kind.
    case Column.stateKey:
      return accountEnd(key, 1);
    default:
      return key.length;
  }
};

/** The level, and the number of the subtree without its last byte. */
const MERKLE_BUCKET_BYTES = 8;

/** Columns whose rows are read together: whoever asks for one of them mostly asks for others. */
const FAMILIES: readonly (readonly Column[])[] = [
  [Column.block, Column.chunkExtra],
  [Column.transaction, Column.receipt, Column.outcome, Column.chunk, Column.parent, Column.shown],
];

const FAMILY_OF: ReadonlyMap<Column, readonly Column[]> = new Map(
  FAMILIES.flatMap((family) => family.map((column) => [column, family] as const)),
);

/** Just the column itself where it stands alone. */
export function familyOf(column: Column): readonly Column[] {
  return FAMILY_OF.get(column) ?? [column];
}

/** A family has the number of its first column. */
export function familyNumber(column: Column): number {
  return familyOf(column)[0] ?? column;
}

/** Behind the first byte that no account id has. */
function accountEnd(key: Uint8Array, from: number): number {
  let at = from;
  while (at < key.length && ACCOUNT_BYTES.has(key[at] as number)) at++;
  return at + 1;
}

const ACCOUNT_BYTES: ReadonlySet<number> = new Set(
  utf8ToBytes('abcdefghijklmnopqrstuvwxyz0123456789._-'),
);

/** Partitions that are read as a whole: whoever asks for some rows mostly asks for others. */
export const WHOLE_COLUMNS: ReadonlySet<Column> = new Set<Column>([Column.stateChanges]);

/** Partitions to which later blocks add rows between those of earlier ones. */
export const GROWING_COLUMNS: ReadonlySet<Column> = new Set<Column>([
  Column.keyAccount,
  Column.stateKey,
]);

/**
 * Columns in which nothing but one value can stand under a key: whoever finds one has found it.
 * Under other keys a writer that was cut off may have left another row.
 */
export const SELF_NAMED_COLUMNS: ReadonlySet<Column> = new Set<Column>([
  Column.block,
  Column.blockExtra,
  Column.chunk,
  Column.chunkExtra,
  Column.epochInfo,
  Column.outcomeIds,
  Column.outgoingReceipts,
  Column.receipt,
  Column.stateChanges,
  Column.stateNode,
]);

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
 * `note` holds what a front end must know of the chain besides its rows.
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

/** The same row written twice is written once: the term of its writer is its time. */
export const STATEMENTS = {
  put:
    'INSERT INTO stored (family, bucket, col, key, part, size, value) ' +
    'VALUES (?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?',
  get: `${SELECT} AND col = ? AND key = ?`,
  getFamily: SELECT,
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
