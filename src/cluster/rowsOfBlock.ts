// The rows that a block adds to a cluster: for a chain that produces its blocks, and for one that
// follows another chain. The first block adds the whole initial state, so rows are generated one by
// one.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { readBlockRows } from '../chain/blocks/blockRows.ts';
import { Column } from '../chain/columns/columns.ts';
import { readChunkExtras } from '../chain/stored/chunkExtras.ts';
import { listKeyAccounts } from '../chain/stored/keyAccounts.ts';
import { StoreNodeReader } from '../chain/stored/storeNodeReader.ts';
import { readFollowedRows } from '../follow/rows/followedRows.ts';
import { keyAccountKey } from '../state/keyAccountKey.ts';
import { TrieState } from '../state/trieState.ts';
import { requireRow } from '../store/requireRow.ts';
import { type ColumnRow, readRow, type StoreReader } from '../store/store.ts';
import { trieKeyOf } from '../store/storeKeys.ts';
import { NodeTrie } from '../trie/trie.ts';
import type { Block } from '../types/block.ts';
import { parentShard } from '../types/shardSplits.ts';
import { newStateRows } from './newStateNodes.ts';

type ClusterRows = (store: StoreReader, hash: Hash) => Iterable<ColumnRow>;

/** How a node keeps its state, which determines the rows that a cluster gets. */
export type StateKind = 'trie' | 'flat';

export const RING_ROWS: Readonly<Record<StateKind, ClusterRows>> = {
  trie: listMadeRows,
  flat: readFollowedRows,
};

/** The first block has a whole state. */
const LISTED_MAX = 1_000_000;

function* listMadeRows(store: StoreReader, hash: Hash): Generator<ColumnRow> {
  const { block, rows } = readBlockRows(store, hash);
  yield* withoutKnownKeys(rows);
  const { prevHash } = block.header;
  const isFirst = store.get(Column.block, prevHash) === undefined;
  const former = isFirst ? new Map<number, Hash>() : stateRootsAfter(store, prevHash);
  const nodes = new StoreNodeReader(store);
  const roots = stateRootsAfter(store, hash);
  const formerRoot = (shardId: number) => {
    if (isFirst || former.has(shardId)) return former.get(shardId) ?? null;
    return roots.get(parentOf(store, block, shardId)) ?? null;
  };
  // Many keys may have been given the same value.
  const listed = new Set<string>();
  for (const [shardId, root] of roots) {
    for (const { hash: key, bytes } of newStateRows(nodes, root, formerRoot(shardId))) {
      const name = bytesKey(key);
      if (listed.has(name)) continue;
      // Beyond that number rows are listed again, which does no harm.
      if (listed.size < LISTED_MAX) listed.add(name);
      yield { column: Column.stateNode, key, value: bytes };
    }
  }
  if (isFirst) yield* listFirstKeys(store, roots.values());
}

/**
 * Without the accounts of keys that the cluster has: every transaction changes the key that signed
 * it, which was there before.
 */
function* withoutKnownKeys(rows: readonly ColumnRow[]): Generator<ColumnRow> {
  const added = new Set<string>();
  for (const { column, key, value } of rows) {
    if (column !== Column.stateChanges) continue;
    const name = keyAccountKey(trieKeyOf(key));
    if (name !== null && mayAddKey(value)) added.add(bytesKey(name));
  }
  for (const row of rows) {
    if (row.column !== Column.keyAccount || added.has(bytesKey(row.key))) yield row;
  }
}

function mayAddKey(changes: Uint8Array): boolean {
  const decoded = Column.stateChanges.value.decode(changes);
  return decoded.some(({ cause }) => cause.kind !== 'TransactionProcessing');
}

/**
 * The keys and their accounts in a state that no block has changed yet. Its nodes must be in the
 * store.
 */
export function* listFirstKeys(store: StoreReader, roots: Iterable<Hash>): Generator<ColumnRow> {
  const trie = new NodeTrie(new StoreNodeReader(store));
  for (const root of roots) {
    for (const key of listKeyAccounts(new TrieState(trie, root))) {
      yield { column: Column.keyAccount, key, value: new Uint8Array() };
    }
  }
}

/** The state roots after a block, by shard. */
export function stateRootsAfter(store: StoreReader, hash: Hash): ReadonlyMap<number, Hash> {
  const extras = [...readChunkExtras(store, hash)];
  return new Map(extras.map(([shardId, { stateRoot }]) => [shardId, stateRoot]));
}

/** The shard that one which begins with the next block is made from: they share most nodes. */
function parentOf(store: StoreReader, { header }: Block, shardId: number): number {
  const id = header.lite.nextEpochId;
  const { shardLayout } = requireRow(readRow(store, Column.epochInfo, id), Column.epochInfo, id);
  return parentShard(shardLayout, shardId) ?? shardId;
}
