// What lies beneath the trie of a forked chain: rows of the chain that it began from. A fork writes
// into its own trie only. A row that it removes is buried: a mark in the trie, beside all columns
// of the protocol, says that nothing beneath counts any more. So every state of the fork, an old
// one as well, knows which rows it still has from beneath.

import { bytesKey, concatBytes, keyToBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { lookupTrie } from '../trie/trieRead.ts';
import { TRIE_COLUMN } from './trieKey.ts';

/** The rows of accounts and contracts. Receipts on their way are left behind. */
const COLUMNS: ReadonlySet<number | undefined> = new Set([
  TRIE_COLUMN.account,
  TRIE_COLUMN.contractCode,
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
  TRIE_COLUMN.globalContractCode,
]);

/** No column of the protocol has this number; it comes behind all of them. */
const BURIED = 0xff;
const MARK = Uint8Array.of(1);

/** A row that the trie does not hold. */
export function rowBeneath(nodes: NodeReader, root: Hash, key: Uint8Array): Uint8Array | null {
  const { beneath } = nodes;
  if (beneath === undefined || !COLUMNS.has(key[0]) || isBuried(nodes, root, key)) return null;
  return beneath.get(key);
}

/** All keys with a prefix: those of the trie, which are given, and those beneath, in order. */
export function keysBeneath(
  nodes: NodeReader,
  root: Hash,
  prefix: Uint8Array,
  own: Uint8Array[],
): Uint8Array[] {
  const { beneath } = nodes;
  if (beneath === undefined || !COLUMNS.has(prefix[0])) return own;
  const keys = new Set(own.map(bytesKey));
  for (const key of beneath.keys(prefix)) {
    if (!isBuried(nodes, root, key)) keys.add(bytesKey(key));
  }
  // Keys as latin1 text sort as their bytes do.
  return [...keys].sort().map(keyToBytes);
}

/** What has to be written besides some writes, which are in order; comes behind them. */
export function buriedKeys(
  { beneath }: NodeReader,
  writes: readonly (readonly [Uint8Array, Uint8Array | null])[],
): [Uint8Array, Uint8Array][] {
  if (beneath === undefined) return [];
  return writes
    .filter(([key, value]) => value === null && COLUMNS.has(key[0]))
    .map(([key]) => [buriedKey(key), MARK]);
}

function isBuried(nodes: NodeReader, root: Hash, key: Uint8Array): boolean {
  return lookupTrie(nodes, root, buriedKey(key)) !== null;
}

function buriedKey(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(BURIED), key);
}
