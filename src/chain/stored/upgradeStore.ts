// Brings a store that an earlier version wrote to this one: fills the columns that it did not have
// (`since` in their declarations). Histories and contracts of accounts are made from the stored
// blocks, the accounts of keys from the state at the head. If it is killed meanwhile, it begins
// again.

import { assert } from '../../base/assert.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { TrieState } from '../../state/trieState.ts';
import { Batch, type Store } from '../../store/store.ts';
import { readStoreVersion, STORE_VERSION, stampStore } from '../../store/storeVersion.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { Block } from '../../types/block.ts';
import { COLUMNS, Column } from '../columns/columns.ts';
import { type ExecutedShard, writeAccountHistory } from './accountHistory.ts';
import { listKeyAccounts } from './keyAccounts.ts';
import { writeRelatedContracts } from './relatedContractRows.ts';
import type { StoredChain } from './storedChain.ts';
import { StoreNodeReader } from './storeNodeReader.ts';

/** Rows that are committed at once, roughly. */
const BATCH_ROWS = 10_000;

type Rebuild = (store: Store, stored: StoredChain) => Generator<Batch>;

/** How an older store gets the rows of columns that say since when there are any. */
const REBUILD: Readonly<Record<string, Rebuild>> = {
  accountHistory: rebuildHistories,
  keyAccount: rebuildKeyAccounts,
  relatedContract: rebuildRelatedContracts,
};

export function upgradeStore(
  store: Store,
  stored: StoredChain,
  onUpgrade: (blocks: number) => void,
): void {
  const version = readStoreVersion(store);
  // A store in memory has no stamp, and is as old as this process.
  if (version === null || version === STORE_VERSION) return;
  const missing = COLUMNS.filter(({ since = 0 }) => since > version);
  if (missing.length > 0) onUpgrade((stored.ordinal(stored.head().hash) ?? 0) + 1);
  for (const { name } of missing) {
    const rebuild = REBUILD[name];
    assert(rebuild !== undefined, `the rows of column ${name} can be rebuilt`);
    for (const batch of rebuild(store, stored)) store.commit(batch);
  }
  stampStore(store);
}

function* rebuildHistories(_store: Store, stored: StoredChain): Generator<Batch> {
  let batch = new Batch();
  for (let at: Hash | null = stored.genesis().hash; at !== null; at = stored.nextHash(at)) {
    const block = stored.block(at) as Block;
    writeAccountHistory(batch, block.header.lite.height, listExecuted(stored, at, block));
    if (batch.changes.length < BATCH_ROWS) continue;
    yield batch;
    batch = new Batch();
  }
  yield batch;
}

function* rebuildKeyAccounts(store: Store, stored: StoredChain): Generator<Batch> {
  const { hash } = stored.head();
  let batch = new Batch();
  for (const { stateRoot } of stored.chunkExtras(hash).values()) {
    const trie = new NodeTrie(new StoreNodeReader(store));
    for (const row of listKeyAccounts(new TrieState(trie, stateRoot))) {
      batch.put(Column.keyAccount, row, null);
      if (batch.changes.length < BATCH_ROWS) continue;
      yield batch;
      batch = new Batch();
    }
  }
  yield batch;
}

function* rebuildRelatedContracts(store: Store, stored: StoredChain): Generator<Batch> {
  for (let at: Hash | null = stored.genesis().hash; at !== null; at = stored.nextHash(at)) {
    const shards = listExecuted(stored, at, stored.block(at) as Block);
    const outcomes = shards.flatMap((shard) => shard.outcomes.map(({ outcome }) => outcome));
    const made = outcomes.flatMap(({ receiptIds }) => receiptIds);
    const receipts = made.flatMap((id) => stored.receipt(id) ?? []);
    const batch = new Batch();
    writeRelatedContracts(batch, store, { outcomes, receipts });
    if (batch.changes.length > 0) yield batch;
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
