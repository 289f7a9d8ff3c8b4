// A store that an earlier version wrote, brought to this one. Version 1 had no histories of
// accounts: they are made from the stored blocks. Killed meanwhile, it begins again.

import type { Hash } from '../base/hash.ts';
import { Batch, type Store } from '../store/store.ts';
import { readStoreVersion, STORE_VERSION, stampStore } from '../store/storeVersion.ts';
import type { Block } from '../types/block.ts';
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
  store.commit(batch);
  stampStore(store);
}

function listExecuted(stored: StoredChain, hash: Hash, { body }: Block): ExecutedShard[] {
  return body.chunks.map(({ inner }) => {
    const ids = stored.outcomeIds(hash, inner.value.shardId);
    const transactions = ids.flatMap((id) => stored.transaction(id)?.transaction ?? []);
    const outcomes = ids.flatMap((id) => stored.outcome(id) ?? []);
    return { outcomes, transactions };
  });
}
