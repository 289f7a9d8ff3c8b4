/** How the keys of columns are built. Numbers are u64 big-endian, so that they sort. */

import { assert } from '../base/assert.ts';
import { bytesToUtf8, concatBytes, u64Le, utf8ToBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';

/** The rows of the meta column. */
type MetaName =
  /** Identifies the store and its version (storeVersion.ts). */
  | 'version'
  /** The chain it belongs to: its id and genesis. */
  | 'chain'
  /** The newest block. */
  | 'head'
  /** The newest final block. */
  | 'finalHead'
  /** The first block. */
  | 'tail'
  /** The oldest block that is still complete, if blocks were collected. */
  | 'collected'
  /** What was chosen when the chain was made. */
  | 'settings'
  /** How its protocol goes on (chain/stored/storedRules.ts). */
  | 'rules'
  /** The same once more: without it a chain would be taken for an old one. */
  | 'rulesCopy'
  /** What it works towards (chain/production/stagedChanges.ts). */
  | 'staged'
  /** That rows of an earlier chain are still being removed (chain/controls/resetStore.ts). */
  | 'resetting';

/** Every request reads some of these rows. */
const metaKeys = new Map<MetaName, Uint8Array>();

export function metaKey(name: MetaName): Uint8Array {
  let key = metaKeys.get(name);
  if (key === undefined) {
    key = utf8ToBytes(name);
    metaKeys.set(name, key);
  }
  return key;
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

export function outcomePathKey(blockHash: Hash, shardId: number, group: number): Uint8Array {
  return concatBytes(blockHash, numberKey(shardId), numberKey(group));
}

export function parseOutcomePathKey(key: Uint8Array): {
  blockHash: Hash;
  shardId: number;
  group: number;
} {
  return {
    blockHash: key.slice(0, 32) as Hash,
    shardId: keyToNumber(key.subarray(32, 40)),
    group: keyToNumber(key.subarray(40)),
  };
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

export function parseBlockMerkleKey(key: Uint8Array): { level: number; index: number } {
  return { level: key[0] ?? 0, index: keyToNumber(key.subarray(1)) };
}

/** No account id has the byte that ends it here. Without a height: the prefix of all heights. */
export function accountHistoryKey(accountId: string, height?: number): Uint8Array {
  const name = utf8ToBytes(accountId).reverse();
  return concatBytes(name, ACCOUNT_END, height === undefined ? NOTHING : numberKey(height));
}

/** The bounds of the histories of all accounts below one, after another of them if there is one. */
export function subAccountRange(
  accountId: string,
  after: string | null,
): { start: Uint8Array; end?: Uint8Array } {
  const all = prefixRange(utf8ToBytes(`.${accountId}`).reverse());
  if (after === null) return all;
  return { ...all, start: concatBytes(utf8ToBytes(after).reverse(), AFTER_ACCOUNT) };
}

export function parseAccountHistoryKey(key: Uint8Array): { accountId: string; height: number } {
  const name = key.slice(0, -9).reverse();
  return { accountId: bytesToUtf8(name), height: keyToNumber(key.subarray(-8)) };
}

/** All contracts of an account; those of one kind come together. */
export function relatedContractKey(
  accountId: string,
  relation?: number,
  contractId = '',
): Uint8Array {
  const kind = relation === undefined ? NOTHING : Uint8Array.of(relation);
  return concatBytes(utf8ToBytes(accountId), ACCOUNT_END, kind, utf8ToBytes(contractId));
}

export function parseRelatedContractKey(key: Uint8Array): { relation: number; contractId: string } {
  const end = key.indexOf(0);
  return { relation: key[end + 1] ?? 0, contractId: bytesToUtf8(key.subarray(end + 2)) };
}

const NOTHING = new Uint8Array();
const ACCOUNT_END = Uint8Array.of(0);
const AFTER_ACCOUNT = Uint8Array.of(1);

/** Of the author of a block, or of a chunk that was created at the height. */
export function authorKey(height: number, shardId?: number): Uint8Array {
  return shardId === undefined
    ? numberKey(height)
    : concatBytes(numberKey(height), numberKey(shardId));
}

const HEIGHT_MAX = Number.MAX_SAFE_INTEGER;

/** Of the row of a trie key that a block has changed; the newest sorts first. */
export function flatRowKey(trieKey: Uint8Array, height: number): Uint8Array {
  return concatBytes(sha256(trieKey), numberKey(HEIGHT_MAX - height));
}

/** The height of the block that has changed a row. */
export function flatRowHeight(flatRowKey: Uint8Array): number {
  return HEIGHT_MAX - keyToNumber(flatRowKey.subarray(-8));
}

/** The bounds of the keys that begin with `prefix`. */
export function prefixRange(prefix: Uint8Array): { start: Uint8Array; end?: Uint8Array } {
  const last = prefix.findLastIndex((byte) => byte !== 0xff);
  if (last === -1) return { start: prefix };
  const end = prefix.slice(0, last + 1);
  end[last]! += 1;
  return { start: prefix, end };
}
