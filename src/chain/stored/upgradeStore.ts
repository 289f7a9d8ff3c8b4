// A store that an earlier version wrote, brought to this one. Version 1 had no histories of
// accounts and did not find the accounts of a key: the ones are made from the stored blocks, the
// others from the state at the head. Killed meanwhile, it begins again.

import type { Hash } from '../../base/crypto/hash.ts';
import { listKeyAccounts } from '../../state/keyAccounts.ts';
import { TrieState } from '../../state/trieState.ts';
import { Column } from '../../store/columns.ts';
import { Batch, type Store } from '../../store/store.ts';
import { StoreNodeReader } from '../../store/storeNodeReader.ts';
import { readStoreVersion, STORE_VERSION, stampStore } from '../../store/storeVersion.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { Block } from '../../types/block.ts';
import type { ChunkExtra } from '../blocks/chunkExtra.ts';
import { type ExecutedShard, writeAccountHistory } from './accountHistory.ts';
import type { StoredChain } from './storedChain.ts';

/** Rows that are committed at once, roughly. */
const BATCH_ROWS = 10_000;

export function upgradeStore(
  store: Store,
  stored: StoredChain,
  onUpgrade: (blocks: number) => void,
): void {
  const version = readStoreVersion(store);
  // A store in memory has no stamp, and is as old as this process.
  if (version === null || version === STORE_VERSION) return;
  onUpgrade((stored.ordinal(stored.head().hash) ?? 0) + 1);
  let batch = new Batch();
  for (let at: Hash | null = stored.genesis().hash; at !== null; at = stored.nextHash(at)) {
    const block = stored.block(at) as Block;
    writeAccountHistory(batch, block.header.lite.height, listExecuted(stored, at, block));
    if (batch.changes.length < BATCH_ROWS) continue;
    store.commit(batch);
    batch = new Batch();
  }
  writeKeysAtHead(batch, store, stored);
  store.commit(batch);
  stampStore(store);
}

function writeKeysAtHead(batch: Batch, store: Store, stored: StoredChain): void {
  const { hash } = stored.head();
  const { body } = stored.block(hash) as Block;
  for (const { inner } of body.chunks) {
    const { stateRoot } = stored.chunkExtra(hash, inner.value.shardId) as ChunkExtra;
    const state = new TrieState(new NodeTrie(new StoreNodeReader(store)), stateRoot);
    for (const row of listKeyAccounts(state)) batch.put(Column.keyAccount, row, new Uint8Array());
  }
}

export function listExecuted(stored: StoredChain, hash: Hash, { body }: Block): ExecutedShard[] {
  return body.chunks.map(({ inner }) => {
    const ids = stored.outcomeIds(hash, inner.value.shardId);
    const transactions = ids.flatMap((id) => stored.transaction(id)?.transaction ?? []);
    const outcomes = ids.flatMap((id) => stored.outcome(id) ?? []);
    return { outcomes, transactions };
  });
}
