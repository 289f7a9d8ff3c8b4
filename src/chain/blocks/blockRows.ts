// THE listing of the rows that a block has added to a store, found again by following it: for a
// cluster that is given them, a copy that takes them from there, and the collection of old blocks.
// It reads any store. The states are not among them: their nodes are shared between blocks.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { type Codec, decode } from '../../codec/codec.ts';
import { keyAccountKey } from '../../state/keyAccounts.ts';
import { Column } from '../../store/columns.ts';
import type { ColumnRow, StoreReader } from '../../store/store.ts';
import { createMissingRow } from '../../store/storeError.ts';
import {
  accountHistoryKey,
  blockMerkleKey,
  blockShardKey,
  numberKey,
  prefixRange,
  trieKeyOf,
} from '../../store/storeKeys.ts';
import { getAll } from '../../store/suspendedRead.ts';
import { Block, type BlockHeader, newChunks } from '../../types/block.ts';
import { Chunk, chunkHash } from '../../types/chunk.ts';
import { type HashedTransaction, hashTransaction } from '../../types/transaction.ts';
import { HashList, OutcomeRecord, ReceiptList } from '../stored/storedRecords.ts';

export interface BlockRows {
  readonly block: Block;
  readonly rows: readonly ColumnRow[];
}

export function readBlockRows(store: StoreReader, hash: Hash): BlockRows {
  const rows = new RowTaker(store);
  const block = rows.require(Block, Column.block, hash);
  const { height } = block.header.lite;
  const { transactions, outcomeIds, sent } = takeShards(rows, block, hash);
  const outcomes = rows
    .takeAll(Column.outcome, outcomeIds)
    .map((row) => decode(OutcomeRecord, row).outcome);
  // Receipts that carry data have no outcome, and some never leave their shard.
  const receiptIds = [...outcomes.flatMap((outcome) => outcome.receiptIds), ...sent];
  rows.takeAll(Column.receipt, distinct(receiptIds));
  rows.takeAll(Column.blockExtra, [hash]);
  takeChanges(rows, hash);
  rows.takeAll(
    Column.transaction,
    transactions.map((transaction) => transaction.hash),
  );
  const concerned = new Set([
    ...outcomes.map(({ executorId }) => executorId),
    ...transactions.map(({ transaction }) => transaction.receiverId),
  ]);
  rows.takeAll(
    Column.accountHistory,
    [...concerned].map((accountId) => accountHistoryKey(accountId, height)),
  );
  takeEpochRows(rows, block, hash);
  takePlace(rows, block);
  return { block, rows: rows.taken };
}

interface ShardRows {
  readonly transactions: readonly HashedTransaction[];
  readonly outcomeIds: readonly Hash[];
  /** Ids of the receipts that went out. */
  readonly sent: readonly Hash[];
}

/** The new chunks of a block, and what applying it did on each shard. */
function takeShards(rows: RowTaker, block: Block, hash: Hash): ShardRows {
  const chunks = rows.takeAll(Column.chunk, newChunks(block).map(chunkHash));
  const shards = block.body.chunks.map(({ inner }) => blockShardKey(hash, inner.value.shardId));
  rows.takeAll(Column.chunkExtra, shards);
  const sent = rows.takeAll(Column.outgoingReceipts, shards);
  const outcomeIds = rows.takeAll(Column.outcomeIds, shards);
  return {
    transactions: chunks.flatMap((row) => decode(Chunk, row).transactions).map(hashTransaction),
    outcomeIds: outcomeIds.flatMap((row) => decode(HashList, row)),
    sent: sent.flatMap((row) => decode(ReceiptList, row)).map(({ receiptId }) => receiptId),
  };
}

/** What the block changed in the state, and which accounts it gave keys to. */
function takeChanges(rows: RowTaker, hash: Hash): void {
  const changed = rows.takeRange(Column.stateChanges, prefixRange(hash)).map(trieKeyOf);
  const given = changed.map(keyAccountKey).filter((key) => key !== null);
  rows.takeAll(Column.keyAccount, given);
}

/** The first block of an epoch says where it began, the last one what was done in it. */
function takeEpochRows(rows: RowTaker, { header }: Block, hash: Hash): void {
  const { epochId, height } = header.lite;
  const isLastOfEpoch = rows.takeAll(Column.epochInfo, [hash]).length > 0;
  if (isGenesis(header)) rows.takeAll(Column.epochInfo, [HASH_ZERO]);
  if (isLastOfEpoch) rows.takeAll(Column.epochSummary, [epochId]);
  const start = rows.get(Column.epochStart, epochId);
  if (start === undefined || !equalBytes(start, numberKey(height))) return;
  rows.takeAll(Column.epochStart, [epochId]);
  const prev = rows.get(Column.block, header.prevHash);
  if (prev === undefined) return;
  rows.takeAll(Column.lightClientBlock, [decode(Block, prev).header.lite.epochId]);
}

/** Where a block stands: at its height, after the one before, in the tree over all of them. */
function takePlace(rows: RowTaker, { header }: Block): void {
  const { blockOrdinal } = header.rest;
  // The oldest headers do not have their number.
  if (blockOrdinal > 0) rows.takeAll(Column.blockMerkle, completedKeys(blockOrdinal - 1));
  if (!isGenesis(header)) rows.takeAll(Column.nextBlock, [header.prevHash]);
  rows.takeAll(Column.blockAt, [numberKey(header.lite.height)]);
}

function isGenesis({ prevHash }: BlockHeader): boolean {
  return equalBytes(prevHash, HASH_ZERO);
}

/** The subtrees of the tree over all blocks that a block completes. */
function completedKeys(leafIndex: number): Uint8Array[] {
  const keys = [blockMerkleKey(0, leafIndex)];
  let index = leafIndex;
  for (let level = 1; index % 2 === 1; level++) {
    index = (index - 1) / 2;
    keys.push(blockMerkleKey(level, index));
  }
  return keys;
}

function distinct(hashes: readonly Hash[]): Hash[] {
  return [...new Map(hashes.map((hash) => [bytesKey(hash), hash])).values()];
}

/** Reads rows, and keeps those that are there. */
export class RowTaker {
  readonly taken: ColumnRow[] = [];
  readonly #store: StoreReader;

  constructor(store: StoreReader) {
    this.#store = store;
  }

  require<T>(codec: Codec<T>, column: Column, key: Uint8Array): T {
    const [value] = this.takeAll(column, [key]);
    if (value === undefined) throw createMissingRow(column, key);
    return decode(codec, value);
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.#store.get(column, key);
  }

  takeAll(column: Column, keys: readonly Uint8Array[]): Uint8Array[] {
    return getAll(this.#store, column, keys).flatMap((value, i) => {
      if (value === undefined) return [];
      this.taken.push({ column, key: keys[i] as Uint8Array, value });
      return [value];
    });
  }

  /** Gives the keys. */
  takeRange(column: Column, range: { start: Uint8Array; end?: Uint8Array }): Uint8Array[] {
    const keys: Uint8Array[] = [];
    for (const [key, value] of this.#store.range(column, range)) {
      this.taken.push({ column, key, value });
      keys.push(key);
    }
    return keys;
  }
}
