// A chain as the store holds it. What was decoded is immutable, so what is asked for again and
// again is kept for a while.

import { assert } from '../../base/assert.ts';
import { bytesKey, compareBytes } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { RecentKeys } from '../../base/collections/recentKeys.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../../base/crypto/keys.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import { requireRow } from '../../store/requireRow.ts';
import { readRow, type StoreReader } from '../../store/store.ts';
import { prefixRange, stateChangeKey, trieKeyOf } from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import { type Block, readHeight } from '../../types/block.ts';
import type { Chunk, ChunkHeader } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { KeyChanges } from '../../types/stateChange.ts';
import type { LightClientBlockView } from '../../types/views/blockView.ts';
import { Column } from '../columns/columns.ts';
import { type KnownNodes, subtreesOf } from '../records/blockProof.ts';
import type { ChunkExtra } from '../records/chunkExtra.ts';
import type { RelatedContract } from '../records/relatedContracts.ts';
import { readTransactionRow, viewReceipt } from '../records/storedRecords.ts';
import { type HistoryPlace, readAccountHistory, readSubAccounts } from './accountHistory.ts';
import { AncestorNodes } from './ancestorNodes.ts';
import type { ChainReader, ChainTip, IncludedTransaction, StoredOutcome } from './chainReader.ts';
import { readChunkExtras } from './chunkExtras.ts';
import { ChunkRow } from './chunkRow.ts';
import { HeightTable } from './heightTable.ts';
import { readKeyAccounts } from './keyAccounts.ts';
import { type HashKind, readHashes } from './knownHashes.ts';
import { OutcomeRow } from './outcomeRow.ts';
import { readRelatedContracts } from './relatedContractRows.ts';
import {
  type KnownReceipt,
  knownParent,
  readShownChunk,
  readShownReceipt,
  readShownTransaction,
  readUnboundParts,
  type UnboundPart,
} from './shownRecords.ts';
import { StoredTips } from './storedTips.ts';

/** An estimate of a decoded row's memory: a multiple of its bytes, plus a constant. */
const DECODED_FACTOR = 8;
const DECODED_BYTES = 256;

/** An outcome, with its place in the chain and in the history of an account. */
export interface PlacedOutcomeId extends HistoryPlace {
  readonly id: Hash;
  readonly blockHash: Hash;
  readonly shardId: number;
}

/** Only a chain that is followed from its middle lacks subtrees. */
class UnknownAncestors extends PerigeeError<{ readonly code: 'unknown_ancestors' }> {
  constructor() {
    super(
      { code: 'unknown_ancestors' },
      'this node does not have all earlier blocks, and cannot prove what follows from them',
    );
  }
}

function createDecodedRows(caches: Caches) {
  return {
    blocks: caches.create<Block>('blocks'),
    heights: HeightTable.create(caches),
    ancestorNodes: AncestorNodes.create(caches),
    // Everybody who waits for a transaction looks at these after each block.
    sent: caches.create<readonly Receipt[]>('outgoing_receipts'),
    transactions: caches.create<IncludedTransaction>('transactions'),
    outcomes: caches.create<StoredOutcome>('outcomes'),
  };
}

export class StoredChain implements ChainReader {
  readonly #store: StoreReader;
  readonly #kept: ReturnType<typeof createDecodedRows>;
  readonly #recent = new RecentKeys();
  readonly #tips: StoredTips;
  /** The tail when the caches were last known to hold nothing below it. */
  #tailHeight: number | null = null;

  constructor(store: StoreReader, caches = new Caches()) {
    this.#store = store;
    this.#tips = new StoredTips(store);
    this.#kept = createDecodedRows(caches);
  }

  head(): ChainTip {
    return this.#tips.require('head');
  }

  finalHead(): ChainTip {
    return this.#tips.require('finalHead');
  }

  genesis(): ChainTip {
    return this.#tips.require('tail');
  }

  tail(): ChainTip {
    return this.#tips.find('collected') ?? this.genesis();
  }

  block(hash: Hash): Block | null {
    return this.#readOnce(this.#kept.blocks, Column.block, hash, Column.block.value.decode);
  }

  /** For a reader of a store in which blocks were reverted. */
  forgetBlocks(): void {
    for (const cache of Object.values(this.#kept)) cache.clear();
  }

  /** For a reader of a store from which old blocks are collected: they must not be met again. */
  forgetCollected(): void {
    // Where the chain begins since blocks were collected; null if none were.
    const height = this.#tips.find('collected')?.height ?? null;
    if (height === this.#tailHeight) return;
    this.#tailHeight = height;
    for (const cache of Object.values(this.#kept)) cache.clear();
  }

  height(hash: Hash): number | null {
    const { heights } = this.#kept;
    const known = heights.get(hash);
    if (known !== undefined) return known;
    const bytes = this.#store.get(Column.block, hash);
    if (bytes === undefined) return null;
    const height = readHeight(bytes);
    heights.set(hash, height);
    return height;
  }

  hashAt(height: number): Hash | null {
    return this.#read(Column.blockAt, height);
  }

  nextHash(hash: Hash, block: Block | null = this.block(hash)): Hash | null {
    if (block === null) return null;
    const ordinal = ordinalOf(block);
    if (ordinal < 0) return this.#read(Column.nextBlock, hash);
    return this.#read(Column.blockMerkle, { level: 0, index: ordinal + 1 });
  }

  ordinal(hash: Hash): number | null {
    const block = this.block(hash);
    return block === null ? null : ordinalOf(block);
  }

  subtreeRoot(level: number, index: number): Hash {
    const root = this.#read(Column.blockMerkle, { level, index });
    if (root === null) throw new UnknownAncestors();
    return root;
  }

  ancestorNodes(head: Hash): KnownNodes {
    return this.#kept.ancestorNodes.of(head);
  }

  /** The hashes of all blocks before this one, as the root of their tree needs them. */
  ancestors(hash: Hash): PartialMerkleTree {
    const row = this.#read(Column.blockExtra, hash);
    const { path, size } = requireRow(row, Column.blockExtra, hash).ancestors;
    // Stores before version 4 have the hashes in this row too.
    if (path.length > 0) return { path, size };
    return {
      path: subtreesOf(size).map(({ level, index }) => this.subtreeRoot(level, index)),
      size,
    };
  }

  /** Null where not all of them are known. */
  knownAncestors(hash: Hash): PartialMerkleTree | null {
    const size = this.ordinal(hash);
    if (size === null || size < 0) return null;
    const roots = subtreesOf(size).map((place) => this.#read(Column.blockMerkle, place));
    const path = roots.filter((root) => root !== null);
    return path.length === roots.length ? { path, size } : null;
  }

  chunk(hash: Hash): Chunk | null {
    const row = this.#store.get(Column.chunk as Column, hash);
    if (row !== undefined) return new ChunkRow(row);
    return this.#emptyChunk(hash) ?? this.#shownChunk(hash);
  }

  chunkExtra(blockHash: Hash, shardId: number): ChunkExtra | null {
    return this.#read(Column.chunkExtra, [blockHash, shardId]);
  }

  /** By shard; see chunkExtras.ts. */
  chunkExtras(blockHash: Hash): ReadonlyMap<number, ChunkExtra> {
    return readChunkExtras(this.#store, blockHash);
  }

  /** What a shard sent when a block with a new chunk of it was applied. */
  outgoingReceipts(blockHash: Hash, shardId: number): readonly Receipt[] {
    const key = [blockHash, shardId] as const;
    const { decode } = Column.outgoingReceipts.value;
    return this.#readOnce(this.#kept.sent, Column.outgoingReceipts, key, decode) ?? [];
  }

  transaction(hash: Hash): IncludedTransaction | null {
    const read = (row: Uint8Array) => readTransactionRow(hash, row);
    const known = this.#readOnce(this.#kept.transactions, Column.transaction, hash, read);
    return known ?? readShownTransaction(this.#store, hash);
  }

  receipt(id: Hash): Receipt | null {
    return this.#receipt(id)?.receipt ?? null;
  }

  receiptBytes(id: Hash): Uint8Array | null {
    const row = this.#store.get(Column.receipt as Column, id);
    return row === undefined ? null : viewReceipt(row);
  }

  receiptParent(id: Hash): Hash | null {
    return this.#receipt(id)?.parentId ?? null;
  }

  outcome(id: Hash): StoredOutcome | null {
    const read = (row: Uint8Array) => new OutcomeRow(this.#store, id, row);
    return this.#readOnce(this.#kept.outcomes, Column.outcome, id, read);
  }

  /**
   * To be called before an id is reported as unknown: throws if the row of a transaction, a
   * receipt, an outcome or a chunk may exist and be damaged. Not needed while waiting for one.
   */
  verifyUnknown(id: Hash): void {
    const { transaction, receipt, outcome, chunk, emptyChunk } = Column;
    for (const column of [transaction, receipt, outcome, chunk, emptyChunk]) {
      this.#verifyAbsent(column, id);
    }
  }

  /** As `verifyUnknown`, before a receipt or a transaction is called pending. */
  verifyPending(id: Hash): void {
    this.#verifyAbsent(Column.outcome, id);
  }

  /** What of a transaction, a receipt or a chunk is kept as it was shown, and nothing binds it. */
  unboundParts(id: Hash): readonly UnboundPart[] {
    return readUnboundParts(this.#store, id);
  }

  /** What was executed on a shard in a block with a new chunk of it, in its order. */
  outcomeIds(blockHash: Hash, shardId: number): readonly Hash[] {
    return this.#read(Column.outcomeIds, [blockHash, shardId]) ?? [];
  }

  /** What concerned an account, the newest first, from before a place or from the head down. */
  accountHistory(
    accountId: AccountId,
    before: HistoryPlace | null,
    limit: number,
  ): readonly PlacedOutcomeId[] {
    const entries = take(readAccountHistory(this.#store, accountId, before), limit);
    return entries.flatMap(({ height, index, shardIndex, position }) => {
      const blockHash = this.hashAt(height);
      const chunk = blockHash && this.block(blockHash)?.body.chunks[shardIndex];
      // The block was reverted while its rows were read.
      if (!blockHash || !chunk) return [];
      const { shardId } = chunk.inner.value;
      const id = this.outcomeIds(blockHash, shardId)[position];
      return id === undefined ? [] : [{ id, blockHash, shardId, height, index }];
    });
  }

  /** Accounts below another one that anything concerned, from behind one of them. */
  subAccounts(accountId: AccountId, after: AccountId | null, limit: number): readonly AccountId[] {
    return take(readSubAccounts(this.#store, accountId, after), limit);
  }

  /** Accounts that were given a key, from behind one of them; some may have given it up. */
  keyAccounts(key: PublicKeyHandle, after: AccountId | null, limit: number): readonly AccountId[] {
    return take(readKeyAccounts(this.#store, key, after), limit);
  }

  hashes(kind: HashKind, prefix: string, limit: number): readonly Hash[] {
    return take(readHashes(this.#store, kind, prefix), limit);
  }

  /** Token contracts and staking pools that an account has had to do with. */
  relatedContracts(accountId: AccountId, limit: number): readonly RelatedContract[] {
    return take(readRelatedContracts(this.#store, accountId), limit);
  }

  stateChanges(blockHash: Hash, keyPrefix: Uint8Array): readonly KeyChanges[] {
    const range = prefixRange(stateChangeKey(blockHash, keyPrefix));
    const rows = [...this.#store.range(Column.stateChanges, range)];
    // The shard after the trie key changes the order of keys that are prefixes of others.
    return rows
      .map(([key, value]) => ({
        key: trieKeyOf(key),
        changes: Column.stateChanges.value.decode(value),
      }))
      .sort((a, b) => compareBytes(a.key, b.key));
  }

  stateNode(hash: Hash): Uint8Array {
    return requireRow(this.#store.get(Column.stateNode, hash), Column.stateNode, hash);
  }

  lightClientBlock(epochId: Hash): LightClientBlockView | null {
    return this.#read(Column.lightClientBlock, epochId);
  }

  /** The reader checks the row that it finds instead, and the one before. */
  #verifyAbsent(column: Column, key: Uint8Array): void {
    take(this.#store.range(column, { start: key, limit: 1 }), 1);
  }

  #receipt(id: Hash): KnownReceipt | null {
    const record = this.#read(Column.receipt, id);
    if (record === null) return readShownReceipt(this.#store, id);
    return { receipt: record.receipt, parentId: knownParent(record.parentId) };
  }

  #emptyChunk(hash: Hash): Chunk | null {
    const place = this.#read(Column.emptyChunk, hash);
    // A block that could not be read may have been reverted without this row.
    const block = place && this.block(place.blockHash);
    if (!block) return null;
    const isPlaced = ({ inner }: ChunkHeader) => inner.value.shardId === place.shardId;
    const header = block.body.chunks.find(isPlaced);
    assert(header !== undefined, 'a block has the chunks that are placed in it');
    return { header, transactions: [], prevOutgoingReceipts: [] };
  }

  #shownChunk(hash: Hash): Chunk | null {
    const shown = readShownChunk(this.#store, hash);
    if (shown === null) return null;
    return {
      header: shown.header,
      transactions: shown.transactions.map(
        (id) => requireRow(this.transaction(id), Column.transaction, id).transaction,
      ),
      prevOutgoingReceipts:
        shown.bound ?? shown.receipts.map((id) => requireRow(this.receipt(id), Column.receipt, id)),
    };
  }

  /** A row that is cached in decoded form once it is read again. */
  #readOnce<T, K>(
    cache: BoundedCache<T>,
    column: Column<K>,
    key: NoInfer<K>,
    decode: (bytes: Uint8Array) => T,
  ): T | null {
    const keyBytes = column.key.encode(key);
    const cacheKey = bytesKey(keyBytes);
    const kept = cache.get(cacheKey);
    if (kept !== undefined) return kept;
    const bytes = this.#store.get(column as Column, keyBytes);
    if (bytes === undefined) return null;
    if (!this.#recent.note(cacheKey)) return decode(bytes);
    // A decoded value may be made of its bytes, which must not keep those of other rows.
    const value = decode(bytes.slice());
    cache.set(cacheKey, value, DECODED_BYTES + DECODED_FACTOR * bytes.length);
    return value;
  }

  #read<K, V>(column: Column<K, V>, key: NoInfer<K>): V | null {
    return readRow(this.#store, column, key);
  }
}

/** Headers count from one; the tree's leaves from zero. */
function ordinalOf({ header }: Block): number {
  return header.rest.blockOrdinal - 1;
}

/** The first ones of what may be without an end. */
function take<T>(items: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  if (limit === 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}
