/**
 * What a column is: one kind of row, declared in one place with everything that the rest of the
 * program has to know about it. Engines need its number and its name; reading and writing need the
 * shapes of key and value; the cluster, pruning, reverting and verification follow the rules that
 * are declared with them. The declarations are in src/chain/columns/.
 */

import { assert } from '../base/assert.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { type Codec, decode, encodeTo } from '../codec/codec.ts';
import { ByteSlab } from '../trie/byteSlab.ts';
import type { Block } from '../types/block.ts';
import type { HashedTransaction } from '../types/transaction.ts';

export interface KeyShape<K> {
  /** What a key is made of, for the table of columns. */
  readonly text: string;
  /** Whether the hash of the block that a row belongs to is its key, begins it, or neither. */
  readonly blockHash: 'whole' | 'prefix' | 'none';
  encode(key: K): Uint8Array;
}

export interface ValueShape<V> {
  encode(value: V): Uint8Array;
  decode(bytes: Uint8Array): V;
}

/** Where the rows of a column are in a cluster (src/cluster/clusterTables.ts). */
export interface ClusterPlacement {
  /** Columns with the same number share partitions: their rows are read together. */
  readonly family?: number;
  /** How many first bytes of a key name its partition; more than it has if that is unknown. */
  partition(key: Uint8Array): number;
  /** Partitions are read as a whole: a reader of some rows mostly needs the others too. */
  readonly isReadWhole?: boolean;
  /** Rows of other partitions are kept beside each row (src/cluster/bundles.ts). */
  readonly hasBundle?: true;
  /** Later blocks add rows to a partition between those of earlier ones. */
  readonly isGrowing?: boolean;
  /**
   * Only one value can be under a key, so any copy of the row will do. Under other keys a writer
   * that was cut off may have left another value.
   */
  readonly isSelfNamed: boolean;
}

/**
 * What happens to a row when its block is pruned: it goes with the block, with the outcome of the
 * same id or with the block that its key names; it stays, because later blocks need it; the sweep
 * of states removes it; or pruning never meets it.
 */
export type Pruning = 'with block' | 'with outcome' | 'with named block' | 'kept' | 'swept' | 'n/a';

/**
 * Which stores must have the row: all, only those with the full state, or those in which there was
 * something to write.
 */
type Requirement = 'all' | 'full state' | 'none';

/** A block and the rows that belong to it, for columns that derive theirs from other rows. */
export interface BlockContext {
  readonly hash: Hash;
  readonly block: Block;
  /** Of the new chunks. */
  readonly transactions: readonly HashedTransaction[];
  keys(column: Column): readonly Uint8Array[];
  values<V>(column: Column<unknown, V>): readonly V[];
  /** What `read` finds in each value; once for each function. */
  parts<V>(column: Column, read: (bytes: Uint8Array) => V): readonly V[];
  /** Any row of the store. */
  read<K, V>(column: Column<K, V>, key: NoInfer<K>): V | null;
}

/** The rows that a block adds: their keys, all that begin with its hash, or none. */
interface BlockRowKeys<K> {
  list(context: BlockContext): readonly K[];
}

interface Identity<V> {
  /** The key that a value belongs under; null if the value contradicts itself. */
  of(value: V): Hash | null;
}

export interface Column<K = unknown, V = unknown> {
  readonly name: string;
  /** The first byte of a stored key. A number that was ever used is never used again. */
  readonly number: number;
  readonly key: KeyShape<K>;
  readonly value: ValueShape<V>;
  /** What a value says, for the table of columns. */
  readonly about: string;
  /** Null for what stays in one store. */
  readonly cluster: ClusterPlacement | null;
  readonly pruning: Pruning;
  /** Whether the row is removed when its block is reverted. */
  readonly isReverted: boolean;
  /** How a copy of a row is verified on its own; null if that takes other rows. */
  readonly identity: Identity<V> | null;
  readonly required: Requirement;
  readonly ofBlock: BlockRowKeys<K> | 'all with its hash' | null;
  /** Whether a follower writes the same bytes as a node that makes the blocks. */
  readonly isSameFollowed: boolean;
  /**
   * Read again and again for rows that do not exist yet. An engine then checks the neighbours of a
   * missing row only in `range`, which is used before a row is called unknown.
   */
  readonly isProbed?: boolean;
  /** Most requests read the same few rows of it (src/store/lmdb/currentRows.ts). */
  readonly isCommon?: boolean;
  /**
   * What many values have; files leave it out of them, and what a value has twice
   * (src/store/lmdb/repeats.ts). It is never changed: without it stored rows cannot be read.
   */
  readonly repeated?: Uint8Array;
  /** The first version of the store that has it, if older stores must be given its rows. */
  readonly since?: number;
  /** Its name, for messages. */
  toString(): string;
}

const declared: Column[] = [];

/** Declares a column. Every part must be given, so that no rule is forgotten. */
export function defineColumn<K, V>(declaration: Column<K, V>): Column<K, V> {
  const { name, number } = declaration;
  const column: Column<K, V> = { ...declaration, toString: () => name };
  assert(number >= 0 && number < 128, `column ${name} has a number below 128`);
  assert(declared[number] === undefined, `the number of column ${name} is not used`);
  declared[number] = column as Column;
  return column;
}

export function findColumn(number: number): Column | undefined {
  return declared[number];
}

export function columnName(number: number): string {
  return declared[number]?.name ?? `number ${number}`;
}

/** The rows of a batch are encoded one after the other, and end together with their commit. */
const SLAB_BYTES = 65_536;
const slab = new ByteSlab(SLAB_BYTES);
const allocate = (length: number) => slab.allocate(length);

/** A value with a borsh encoding. Its bytes share their memory with other rows. */
export function encoded<V>(codec: Codec<V>): ValueShape<V> {
  return {
    encode: (value) => encodeTo(codec, value, allocate),
    decode: (bytes) => decode(codec, bytes),
  };
}

/** Bytes as they are. */
export const RAW: ValueShape<Uint8Array> = { encode: (bytes) => bytes, decode: (bytes) => bytes };

const NO_BYTES = new Uint8Array();

/** The key says it all. */
export const NOTHING: ValueShape<null> = { encode: () => NO_BYTES, decode: () => null };
