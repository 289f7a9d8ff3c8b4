// Everything that is removed with an old block: the block, its chunks, transactions, receipts,
// outcomes and changes. What stays is small and needed further on: its hash by height, which tells
// a collected block from one that never was, its place in the tree over all blocks, and what epochs
// and light clients need. States are not a block's own; they are swept (stateSweep.ts).

import type { Hash } from '../../base/hash.ts';
import { Column } from '../../store/columns.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import {
  accountHistoryKey,
  blockShardKey,
  prefixRange,
  stateChangeKey,
} from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Block } from '../../types/block.ts';
import { chunkHash } from '../../types/chunk.ts';
import { actionReceipt } from '../../types/receipt.ts';
import { hashTransaction } from '../../types/transaction.ts';
import type { StoredChain } from '../storedChain.ts';

export function collectBlock(
  batch: Batch,
  store: StoreReader,
  stored: StoredChain,
  { hash, block }: { readonly hash: Hash; readonly block: Block },
): void {
  const { height } = block.header.lite;
  const concerned = new Set<AccountId>();
  for (const header of block.body.chunks) {
    const { shardId } = header.inner.value;
    if (header.heightIncluded === height) {
      collectChunk(batch, stored, chunkHash(header), concerned);
    }
    collectOutcomes(batch, stored, { blockHash: hash, shardId }, concerned);
    const key = blockShardKey(hash, shardId);
    for (const column of [Column.chunkExtra, Column.outgoingReceipts, Column.outcomeIds]) {
      batch.delete(column, key);
    }
  }
  for (const [key] of store.range(Column.stateChanges, prefixRange(stateChangeKey(hash, NO_KEY)))) {
    batch.delete(Column.stateChanges, key);
  }
  for (const accountId of concerned) {
    batch.delete(Column.accountHistory, accountHistoryKey(accountId, height));
  }
  for (const column of [Column.block, Column.blockExtra, Column.nextBlock]) {
    batch.delete(column, hash);
  }
}

const NO_KEY = new Uint8Array(0);

function collectChunk(
  batch: Batch,
  stored: StoredChain,
  hash: Hash,
  concerned: Set<AccountId>,
): void {
  for (const signed of stored.chunk(hash)?.transactions ?? []) {
    batch.delete(Column.transaction, hashTransaction(signed).hash);
    concerned.add(signed.transaction.receiverId);
  }
  batch.delete(Column.chunk, hash);
}

/** A receipt goes with its outcome; one that brings data has none and goes with what made it. */
function collectOutcomes(
  batch: Batch,
  stored: StoredChain,
  { blockHash, shardId }: { readonly blockHash: Hash; readonly shardId: number },
  concerned: Set<AccountId>,
): void {
  for (const id of stored.outcomeIds(blockHash, shardId)) {
    const { executorId, receiptIds } = stored.outcome(id)?.outcome ?? NO_OUTCOME;
    if (executorId !== null) concerned.add(executorId);
    for (const made of receiptIds) {
      const receipt = stored.receipt(made);
      if (receipt !== null && actionReceipt(receipt) === null) batch.delete(Column.receipt, made);
    }
    batch.delete(Column.outcome, id);
    batch.delete(Column.receipt, id);
  }
}

const NO_OUTCOME = { executorId: null, receiptIds: [] };
