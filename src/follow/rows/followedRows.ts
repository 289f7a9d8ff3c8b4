// THE listing of the rows that a block has added to the store of a follower (writeFollowed.ts),
// found again by following its references. A shard's receipts are known with its next chunk, so
// some of the rows belong to an earlier block. The first block adds the initial state, which may be
// large, so rows are generated one by one.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { type BlockRows, RowTaker, readBlockRows } from '../../chain/blocks/blockRows.ts';
import { Column } from '../../chain/columns/columns.ts';
import { subtreesOf } from '../../chain/records/blockProof.ts';
import { OutcomeRecord } from '../../chain/records/storedRecords.ts';
import { readShownChunk } from '../../chain/stored/shownRecords.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { decode } from '../../codec/codec.ts';
import { globalContractCodeTrieKey, TRIE_COLUMN } from '../../state/trieKey.ts';
import { requireRow } from '../../store/requireRow.ts';
import { type ColumnRow, readRow, type StoreReader } from '../../store/store.ts';
import {
  accountHistoryKey,
  authorKey,
  blockMerkleKey,
  blockShardKey,
  flatRowHeight,
  flatRowKey,
  numberKey,
  trieKeyOf,
} from '../../store/storeKeys.ts';
import { newChunks } from '../../types/block.ts';
import { type Chunk, type ChunkHeader, chunkHash } from '../../types/chunk.ts';
import { actionReceipt } from '../../types/receipt.ts';
import { StateChanges } from '../../types/stateChange.ts';
import { findSender } from '../verify/findSender.ts';

export function* readFollowedRows(store: StoreReader, hash: Hash): Generator<ColumnRow> {
  const common = readBlockRows(store, hash);
  yield* common.rows;
  const listing = new Listing(store, common);
  listing.takeAll();
  yield* listing.taken;
  if (listing.isFirst) yield* listFirstState(store, common.block.header.lite.height);
}

/** The initial rows of the follower are at the height of its first block. */
function* listFirstState(store: StoreReader, height: number): Generator<ColumnRow> {
  for (const [key, value] of store.range(Column.stateAt)) {
    if (flatRowHeight(key) === height) yield { column: Column.stateAt, key, value };
  }
  for (const [key, value] of store.range(Column.stateMark)) {
    if (equalBytes(value, numberKey(height))) yield { column: Column.stateMark, key, value };
  }
  // Rows of later blocks may be among them; they mean nothing without the rows of those blocks.
  for (const column of [Column.stateKey, Column.keyAccount, Column.stateNode]) {
    for (const [key, value] of store.range(column)) yield { column, key, value };
  }
}

class Listing {
  readonly #store: StoreReader;
  readonly #rows: RowTaker;
  readonly #chain: StoredChain;
  readonly #common: BlockRows;
  readonly #height: number;
  readonly #newChunks: readonly ChunkHeader[];

  constructor(store: StoreReader, common: BlockRows) {
    this.#store = store;
    this.#rows = new RowTaker(store);
    this.#chain = new StoredChain(store);
    this.#common = common;
    this.#height = common.block.header.lite.height;
    this.#newChunks = newChunks(common.block);
  }

  get taken(): readonly ColumnRow[] {
    return this.#rows.taken;
  }

  /** Whether it is the block that the follower started with. */
  get isFirst(): boolean {
    return this.#chain.genesis().height === this.#height;
  }

  takeAll(): void {
    this.#takeAuthors();
    const chunks = this.#newChunks.flatMap((header) => this.#chain.chunk(chunkHash(header)) ?? []);
    this.#takeShown(chunks);
    this.#takeSent();
    this.#takeState(chunks);
    this.#takeEpoch();
    if (this.isFirst) this.#takeAncestors();
  }

  #takeAuthors(): void {
    const ofChunks = this.#newChunks.map(({ inner: { value } }) =>
      authorKey(value.heightCreated, value.shardId),
    );
    this.#rows.takeAll(Column.author, [authorKey(this.#height), ...ofChunks]);
  }

  /** Contents of chunks, receipts that were executed or created, and what created them. */
  #takeShown(chunks: readonly Chunk[]): void {
    const transactions = chunks.flatMap((chunk) => chunk.transactions);
    const carried = chunks.flatMap((chunk) => chunk.prevOutgoingReceipts);
    const executed = this.#keysOf(Column.outcome);
    const made = this.#valuesOf(Column.outcome).flatMap(
      (row) => decode(OutcomeRecord, row).outcome.receiptIds,
    );
    const sentData = executed.flatMap((id) => this.#dataSentBy(id));
    const receipts = [...carried.map(({ receiptId }) => receiptId), ...executed, ...made];
    this.#rows.takeAll(Column.receipt, receipts);
    this.#rows.takeAll(Column.parent, [...made, ...sentData]);
    // Unbound content is kept here.
    const hashes = this.#newChunks.map(chunkHash);
    this.#rows.takeAll(Column.shown, [
      ...hashes,
      ...hashes.flatMap((hash) => readShownChunk(this.#store, hash)?.transactions ?? []),
      ...receipts,
    ]);
    this.#rows.takeAll(
      Column.accountHistory,
      transactions.map(({ transaction }) =>
        accountHistoryKey(transaction.receiverId, this.#height),
      ),
    );
  }

  #dataSentBy(receiptId: Hash): Hash[] {
    const receipt = this.#chain.receipt(receiptId);
    const action = receipt && actionReceipt(receipt);
    return (action?.outputDataReceivers ?? []).map(({ dataId }) => dataId);
  }

  /** What the new chunks carry was sent by the previous chunks. */
  #takeSent(): void {
    const { prevHash, lite } = this.#common.block.header;
    const info = readRow(this.#store, Column.epochInfo, lite.epochId);
    const { shardLayout: layout } = requireRow(info, Column.epochInfo, lite.epochId);
    const keys = this.#newChunks.flatMap(({ inner }) => {
      const { shardId } = inner.value;
      const sender = findSender(this.#chain, { prevHash, layout, shardId });
      return sender === null ? [] : [blockShardKey(sender.blockHash, sender.shardId)];
    });
    this.#rows.takeAll(Column.outgoingReceipts, keys);
  }

  #takeState(chunks: readonly Chunk[]): void {
    const changed = this.#keysOf(Column.stateChanges).map(trieKeyOf);
    const forgotten = chunks
      .flatMap((chunk) => chunk.prevOutgoingReceipts)
      .flatMap(({ body }) =>
        body.kind === 'GlobalContractDistribution'
          ? [globalContractCodeTrieKey(body.value.value.id)]
          : [],
      );
    const keys = [...changed, ...forgotten];
    this.#rows.takeAll(
      Column.stateAt,
      keys.map((key) => flatRowKey(key, this.#height)),
    );
    this.#rows.takeAll(Column.stateKey, changed);
    const accounts = changed.filter(([column]) => column === TRIE_COLUMN.account);
    const begun = accounts.map((key) => key.subarray(1)).filter((name) => this.#beginsHere(name));
    this.#rows.takeAll(Column.stateMark, begun);
    this.#rows.takeAll(Column.stateNode, this.#shownCode());
  }

  #beginsHere(accountName: Uint8Array): boolean {
    const mark = this.#rows.get(Column.stateMark, accountName);
    return mark !== undefined && equalBytes(mark, numberKey(this.#height));
  }

  /** Code is kept by its hash as well. */
  #shownCode(): Hash[] {
    return this.#common.rows.flatMap(({ column, key, value }) => {
      if (column !== Column.stateChanges) return [];
      if (trieKeyOf(key)[0] !== TRIE_COLUMN.contractCode) return [];
      return decode(StateChanges, value).flatMap((change) =>
        change.value === null ? [] : [sha256(change.value)],
      );
    });
  }

  /** An epoch supplied by a source is kept with its first block, or the first block known here. */
  #takeEpoch(): void {
    const { epochId } = this.#common.block.header.lite;
    const start = this.#rows.get(Column.epochStart, epochId);
    const begins = start !== undefined && equalBytes(start, numberKey(this.#height));
    if (!this.isFirst && !begins) return;
    this.#rows.takeAll(Column.epochInfo, [epochId]);
    this.#rows.takeAll(Column.epochStart, [epochId]);
  }

  /** What a follower from a checkpoint knows about all earlier blocks. */
  #takeAncestors(): void {
    const { blockOrdinal } = this.#common.block.header.rest;
    const keys = subtreesOf(Math.max(0, blockOrdinal - 1)).map(({ level, index }) =>
      blockMerkleKey(level, index),
    );
    this.#rows.takeAll(Column.blockMerkle, keys);
  }

  #keysOf(wanted: Column): Uint8Array[] {
    return this.#common.rows.filter(({ column }) => column === wanted).map(({ key }) => key);
  }

  #valuesOf(wanted: Column): Uint8Array[] {
    return this.#common.rows.filter(({ column }) => column === wanted).map(({ value }) => value);
  }
}
