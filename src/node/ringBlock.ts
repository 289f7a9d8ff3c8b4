// The rows that a block has added to a store, found again by following it: what names itself first,
// then what is found by heights and ids. It reads any store, so the same code gives a ring what a
// node has and a node what a ring has. The state is not among them (store/ringNodes.ts).

import { assert } from '../base/assert.ts';
import { bytesKey, equalBytes } from '../base/bytes.ts';
import { HASH_ZERO, type Hash } from '../base/hash.ts';
import { ChunkExtra } from '../chain/chunkExtra.ts';
import { HashList, OutcomeRecord, ReceiptList } from '../chain/storedRecords.ts';
import { type Codec, decode } from '../codec/codec.ts';
import { Column } from '../store/columns.ts';
import type { RingRow } from '../store/ring.ts';
import { getAll } from '../store/ringReader.ts';
import type { StoreReader } from '../store/store.ts';
import {
  accountHistoryKey,
  blockMerkleKey,
  blockShardKey,
  numberKey,
  prefixRange,
} from '../store/storeKeys.ts';
import { Block, type BlockHeader } from '../types/block.ts';
import { Chunk, chunkHash } from '../types/chunk.ts';
import { type HashedTransaction, hashTransaction } from '../types/transaction.ts';

export interface BlockRows {
  readonly block: Block;
  /** Rows that nothing but this block can have under their keys. */
  readonly own: readonly RingRow[];
  /** Rows under heights, ids and other blocks: they are written after the others. */
  readonly placed: readonly RingRow[];
  /** The state after the block, shard by shard. */
  readonly stateRoots: ReadonlyMap<number, Hash>;
}

export function readBlockRows(store: StoreReader, hash: Hash): BlockRows {
  const own = new BlockRowReader(store);
  const placed = new BlockRowReader(store);
  const block = own.require(Block, Column.block, hash);
  const { transactions, outcomeIds, sent } = takeShards(own, block, hash);
  const outcomes = placed
    .takeAll(Column.outcome, outcomeIds)
    .map((row) => decode(OutcomeRecord, row).outcome);
  // Receipts that carry data have no outcome, and some never leave their shard.
  const receiptIds = [...outcomes.flatMap((outcome) => outcome.receiptIds), ...sent];
  own.takeAll(Column.receipt, distinct(receiptIds));
  own.takeAll(Column.blockExtra, [hash]);
  own.takeRange(Column.stateChanges, prefixRange(hash));
  placed.takeAll(
    Column.transaction,
    transactions.map((transaction) => transaction.hash),
  );
  const concerned = new Set([
    ...outcomes.map(({ executorId }) => executorId),
    ...transactions.map(({ transaction }) => transaction.receiverId),
  ]);
  const { height } = block.header.lite;
  placed.takeAll(
    Column.accountHistory,
    [...concerned].map((accountId) => accountHistoryKey(accountId, height)),
  );
  takeEpochRows(own, placed, block, hash);
  takePlace(placed, block);
  return { block, own: own.taken, placed: placed.taken, stateRoots: stateRootsAfter(store, hash) };
}

interface ShardRows {
  readonly transactions: readonly HashedTransaction[];
  readonly outcomeIds: readonly Hash[];
  /** Ids of the receipts that went out. */
  readonly sent: readonly Hash[];
}

/** The new chunks of a block, and what applying it did on each shard. */
function takeShards(own: BlockRowReader, { header, body }: Block, hash: Hash): ShardRows {
  const { height } = header.lite;
  const newChunks = body.chunks.filter(({ heightIncluded }) => heightIncluded === height);
  const chunks = own.takeAll(Column.chunk, newChunks.map(chunkHash));
  const shards = body.chunks.map(({ inner }) => blockShardKey(hash, inner.value.shardId));
  own.takeAll(Column.chunkExtra, shards);
  const sent = own.takeAll(Column.outgoingReceipts, shards);
  const outcomeIds = own.takeAll(Column.outcomeIds, shards);
  return {
    transactions: chunks.flatMap((row) => decode(Chunk, row).transactions).map(hashTransaction),
    outcomeIds: outcomeIds.flatMap((row) => decode(HashList, row)),
    sent: sent.flatMap((row) => decode(ReceiptList, row)).map(({ receiptId }) => receiptId),
  };
}

/** Where a block stands: at its height, after the one before, in the tree over all of them. */
function takePlace(placed: BlockRowReader, { header }: Block): void {
  placed.takeAll(Column.blockMerkle, completedKeys(header.rest.blockOrdinal - 1));
  if (!isGenesis(header)) placed.takeAll(Column.nextBlock, [header.prevHash]);
  placed.takeAll(Column.blockAt, [numberKey(header.lite.height)]);
}

/** The state roots after a block alone. */
export function stateRootsAfter(store: StoreReader, hash: Hash): ReadonlyMap<number, Hash> {
  const { body } = new BlockRowReader(store).require(Block, Column.block, hash);
  const shards = body.chunks.map(({ inner }) => inner.value.shardId);
  const rows = getAll(
    store,
    Column.chunkExtra,
    shards.map((shardId) => blockShardKey(hash, shardId)),
  );
  return new Map(
    shards.map((shardId, i) => {
      const row = rows[i];
      assert(row !== undefined, 'a stored block has its results on every shard');
      return [shardId, decode(ChunkExtra, row).stateRoot];
    }),
  );
}

/** Reads rows, and keeps those that are there. */
class BlockRowReader {
  readonly taken: RingRow[] = [];
  readonly #store: StoreReader;

  constructor(store: StoreReader) {
    this.#store = store;
  }

  require<T>(codec: Codec<T>, column: Column, key: Uint8Array): T {
    const [value] = this.takeAll(column, [key]);
    assert(value !== undefined, 'a stored block has all its rows');
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

  takeRange(column: Column, range: { start: Uint8Array; end?: Uint8Array }): void {
    for (const [key, value] of this.#store.range(column, range)) {
      this.taken.push({ column, key, value });
    }
  }
}

/** The first block of an epoch says where it began, the last one what was done in it. */
function takeEpochRows(
  own: BlockRowReader,
  placed: BlockRowReader,
  { header }: Block,
  hash: Hash,
): void {
  const { epochId, height } = header.lite;
  const isLastOfEpoch = own.takeAll(Column.epochInfo, [hash]).length > 0;
  if (isGenesis(header)) own.takeAll(Column.epochInfo, [HASH_ZERO]);
  if (isLastOfEpoch) placed.takeAll(Column.epochSummary, [epochId]);
  const start = placed.get(Column.epochStart, epochId);
  if (start === undefined || !equalBytes(start, numberKey(height))) return;
  placed.takeAll(Column.epochStart, [epochId]);
  const prev = placed.get(Column.block, header.prevHash);
  if (prev === undefined) return;
  placed.takeAll(Column.lightClientBlock, [decode(Block, prev).header.lite.epochId]);
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
