// What the declarations of columns have in common: keys, values, and partitions of a cluster.

import { equalBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { HASH_LENGTH, HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { BlockContext, KeyShape, ValueShape } from '../../store/column.ts';
import { blockShardKey, keyToNumber, numberKey } from '../../store/storeKeys.ts';

/** The bytes themselves are the key. */
export function bytesKeyShape(text: string): KeyShape<Uint8Array> {
  return { text, blockHash: 'none', encode: (bytes) => bytes };
}

/** A hash that is not that of the block which the row belongs to. */
export const hashKey = bytesKeyShape;

/** The hash of the block that the row belongs to. */
export const OF_BLOCK: KeyShape<Hash> = { ...hashKey('block hash'), blockHash: 'whole' };

export const OF_SHARD: KeyShape<readonly [blockHash: Hash, shardId: number]> = {
  text: 'block hash, shard',
  blockHash: 'prefix',
  encode: ([blockHash, shardId]) => blockShardKey(blockHash, shardId),
};

export const OF_HEIGHT: KeyShape<number> = {
  text: 'height',
  blockHash: 'none',
  encode: numberKey,
};

/** The same bytes as in a key. */
export const NUMBER: ValueShape<number> = { encode: numberKey, decode: keyToNumber };

/** A family of columns in the cluster: readers of a block mostly need the results of its shards. */
export const BLOCK_FAMILY = 1;
/** What is found under the id of a transaction, a receipt or a chunk. */
export const CONTENT_FAMILY = 10;

/** Every row has a partition of its own. */
export function wholeKey(key: Uint8Array): number {
  return key.length;
}

/** Rows whose keys begin with the same hash share a partition. */
export function firstHash(): number {
  return HASH_LENGTH;
}

/** Behind the first byte from `start` on that no account id has. */
export function accountEnd(key: Uint8Array, start: number): number {
  let at = start;
  while (at < key.length && ACCOUNT_BYTES.has(key[at] as number)) at++;
  return at + 1;
}

const ACCOUNT_BYTES: ReadonlySet<number> = new Set(
  utf8ToBytes('abcdefghijklmnopqrstuvwxyz0123456789._-'),
);

export function isGenesis({ block: { header } }: BlockContext): boolean {
  return equalBytes(header.prevHash, HASH_ZERO);
}
