/** The keys of the columns (columns.ts). Numbers are u64 big-endian, so that they sort. */

import { assert } from '../base/assert.ts';
import { concatBytes, u64Le, utf8ToBytes } from '../base/bytes.ts';
import type { Hash } from '../base/hash.ts';

/** The rows of the meta column. */
export type MetaName =
  /** Which store this is, and of which version (storeVersion.ts). */
  | 'version'
  /** The chain it belongs to: its id and genesis. */
  | 'chain'
  /** The newest block. */
  | 'head'
  /** The newest final block. */
  | 'finalHead'
  /** The oldest block that is still complete. */
  | 'tail'
  /** What was chosen when the chain was made. */
  | 'settings';

export function metaKey(name: MetaName): Uint8Array {
  return utf8ToBytes(name);
}

/** Of a height, an ordinal or any other number below 2^53. */
export function numberKey(number: number): Uint8Array {
  assert(Number.isSafeInteger(number) && number >= 0, 'a number in a key is a safe integer');
  return u64Le(number).reverse();
}

/** Undoes `numberKey`. */
export function keyToNumber(key: Uint8Array): number {
  assert(key.length === 8, 'a number in a key has eight bytes');
  return Number(new DataView(key.buffer, key.byteOffset).getBigUint64(0));
}

export function blockShardKey(blockHash: Hash, shardId: number): Uint8Array {
  return concatBytes(blockHash, numberKey(shardId));
}

/** Without a shard: the prefix of all keys that begin with part of a trie key. */
export function stateChangeKey(blockHash: Hash, trieKey: Uint8Array, shardId?: number): Uint8Array {
  const shard = shardId === undefined ? new Uint8Array() : numberKey(shardId);
  return concatBytes(blockHash, trieKey, shard);
}

/** The trie key inside the key of a state change. */
export function trieKeyOf(stateChangeKey: Uint8Array): Uint8Array {
  return stateChangeKey.subarray(32, -8);
}

export function blockMerkleKey(level: number, index: number): Uint8Array {
  assert(level >= 0 && level < 64, 'a level of a tree of at most 2^53 leaves');
  return concatBytes(Uint8Array.of(level), numberKey(index));
}

/** The bounds of the keys that begin with `prefix`. */
export function prefixRange(prefix: Uint8Array): { start: Uint8Array; end?: Uint8Array } {
  const last = prefix.findLastIndex((byte) => byte !== 0xff);
  if (last === -1) return { start: prefix };
  const end = prefix.slice(0, last + 1);
  end[last]! += 1;
  return { start: prefix, end };
}
