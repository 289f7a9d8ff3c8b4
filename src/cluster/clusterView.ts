// A chain on a cluster as the methods of RPC read it. Their code is that of a node with a store of
// its own: when it meets a row that is not in memory, the row is loaded, with others that will be
// wanted, and the code runs again. What is not below the head is not there: a writer's rows come
// before the head that makes them part of the chain.

import { equalBytes } from '../base/bytes/bytes.ts';
import type { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../base/crypto/keys.ts';
import type { HistoryPlace } from '../chain/stored/accountHistory.ts';
import type { ChainTip } from '../chain/stored/chainReader.ts';
import { type PlacedOutcomeId, StoredChain } from '../chain/stored/storedChain.ts';
import { TipRecord } from '../chain/stored/storedRecords.ts';
import { encode } from '../codec/codec.ts';
import type { RpcChain } from '../rpc/core/context.ts';
import { Column } from '../store/columns.ts';
import { type MissingRow, RowsMissing } from '../store/rowsMissing.ts';
import type { ColumnRow } from '../store/store.ts';
import { blockMerkleKey, metaKey, parseBlockMerkleKey } from '../store/storeKeys.ts';
import type { AccountId } from '../types/accountId.ts';
import type { Block } from '../types/block.ts';
import { createClusterError } from './cassandra.ts';
import type { ClusterTips } from './cluster.ts';
import type { ClusterReader } from './clusterReader.ts';
import { rowsBelow, rowsBeside } from './rowHints.ts';
import { decodeBlock } from './verifyRow.ts';

/** A request that needs so many rounds asks for more than memory holds. */
const ROUNDS_MAX = 200;
/** From this round on, states are loaded by whole subtrees: somebody lists them. */
const LISTING_ROUND = 12;
const LISTED_ROWS_MAX = 4_096;
/** Rows that are loaded because of one that was asked for. */
const BESIDE_ROWS_MAX = 1_000;
/** Subtrees of the tree over all blocks that are loaded with one: blocks near it are asked for. */
const SUBTREES_AT_ONCE = 32;

/** How much may be loaded for one round of a reader besides what it asked for. */
interface Extent {
  readonly isListing: boolean;
  left: number;
}

/** Where the chain stands. It moves between the turns of readers, never inside one. */
interface Standing extends ClusterTips {
  readonly blocks: number;
}

export class ClusterView {
  readonly reader: ClusterReader;
  readonly chain: RpcChain;
  readonly #stored: StoredChain;
  #standing: Standing | null = null;

  constructor(reader: ClusterReader, caches: Caches) {
    this.reader = reader;
    this.#stored = new StoredChain(reader, caches);
    this.chain = new ClusterChain(this.#stored, reader, () => this.#stand());
  }

  /** From now on readers see this head. */
  async moveTo(tips: ClusterTips): Promise<void> {
    const { head, finalHead, tail } = tips;
    this.reader.forgetAbsent();
    const ordinal = await this.load(() => this.#stored.ordinal(head.hash));
    if (ordinal === null) {
      throw createClusterError(
        'cluster_corrupt',
        `the cluster lacks the block of its head, ${head.height}`,
      );
    }
    this.reader.setMeta(metaKey('head'), encode(TipRecord, head));
    this.reader.setMeta(metaKey('finalHead'), encode(TipRecord, finalHead));
    this.reader.setMeta(metaKey('tail'), encode(TipRecord, tail));
    this.#standing = { ...tips, blocks: ordinal + 1 };
  }

  /** Runs a reader until everything that it reads is in memory. */
  async load<T>(read: () => T | Promise<T>): Promise<T> {
    for (let round = 1; ; round++) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
        if (round === ROUNDS_MAX) {
          const text = 'the request needs more rows of the cluster than fit in memory';
          throw createClusterError('cluster_busy', text);
        }
        await this.#bring(error.rows, round);
      }
    }
  }

  async #bring(rows: readonly MissingRow[], round: number): Promise<void> {
    const listed =
      round < LISTING_ROUND ? 0 : Math.min(LISTED_ROWS_MAX, 32 * 2 ** (round - LISTING_ROUND));
    const extent = { isListing: listed > 0, left: BESIDE_ROWS_MAX + listed };
    await Promise.all(rows.map((row) => this.#bringRow(row, extent)));
  }

  /** A row and what it leads to, as soon as it is here. */
  async #bringRow(row: MissingRow, extent: Extent): Promise<void> {
    const found = await this.#loadRow(row);
    const blocks = this.#standing?.blocks ?? 0;
    const further = found
      .flatMap((one) => {
        if (one.column !== Column.stateNode) return rowsBeside(one, blocks);
        return extent.isListing ? rowsBelow(one.value) : [];
      })
      .filter(({ column, key }) => !this.reader.isKnown(column, key))
      .slice(0, extent.left);
    extent.left -= further.length;
    await Promise.all(further.map((next) => this.#bringRow(next, extent)));
  }

  #stand(): Standing {
    if (this.#standing !== null) return this.#standing;
    throw createClusterError('cluster_unreachable', 'the cluster has no block yet');
  }

  /** Nothing for what is no row of its own, or is not there. */
  async #loadRow({ column, key, kind, range }: MissingRow): Promise<readonly ColumnRow[]> {
    if (kind === 'partition') await this.reader.loadPartition(column, key);
    else if (kind === 'page') await this.reader.loadPage(column, key, range ?? {});
    else if (column !== Column.blockMerkle) return this.reader.loadFamily(column, key);
    else await this.#loadSubtrees(key);
    return [];
  }

  /** With those beside it, as far as they are of the chain: others may still be written again. */
  async #loadSubtrees(key: Uint8Array): Promise<void> {
    const { level, index } = parseBlockMerkleKey(key);
    const complete = Math.floor((this.#standing?.blocks ?? 0) / 2 ** level);
    const first = index - (index % SUBTREES_AT_ONCE);
    const end = Math.min(first + SUBTREES_AT_ONCE, complete);
    if (index < end) {
      const bounds = [blockMerkleKey(level, first), blockMerkleKey(level, end)] as const;
      await this.reader.loadBetween(Column.blockMerkle, ...bounds);
    }
    if (!this.reader.isKnown(Column.blockMerkle, key)) {
      await this.reader.load(Column.blockMerkle, key);
    }
  }
}

/** The chain up to its head. */
class ClusterChain implements RpcChain {
  readonly #stored: StoredChain;
  readonly #reader: ClusterReader;
  readonly #stand: () => Standing;

  constructor(stored: StoredChain, reader: ClusterReader, stand: () => Standing) {
    this.#stored = stored;
    this.#reader = reader;
    this.#stand = stand;
  }

  head(): ChainTip {
    return this.#stand().head;
  }

  finalHead(): ChainTip {
    return this.#stand().finalHead;
  }

  genesis(): ChainTip {
    return this.#stand().tail;
  }

  tail(): ChainTip {
    return this.#stand().tail;
  }

  block(hash: Hash): Block | null {
    const block = this.#block(hash);
    return block !== null && this.#isOfChain(hash, block) ? block : null;
  }

  hashAt(height: number): Hash | null {
    if (height > this.#stand().head.height) return null;
    const hash = this.#stored.hashAt(height);
    return hash !== null && this.#isBelowHead(hash) ? hash : null;
  }

  nextHash(hash: Hash): Hash | null {
    if (equalBytes(hash, this.#stand().head.hash) || !this.#isBelowHead(hash)) return null;
    return this.#stored.nextHash(hash);
  }

  ordinal(hash: Hash): number | null {
    return this.#isBelowHead(hash) ? this.#stored.ordinal(hash) : null;
  }

  subtreeRoot(level: number, index: number): Hash {
    return this.#stored.subtreeRoot(level, index);
  }

  /** Absent rows were asked for of most copies. */
  verifyUnknown(): void {}

  verifyPending(): void {}

  chunk(hash: Hash) {
    return this.#stored.chunk(hash);
  }

  chunkExtra(blockHash: Hash, shardId: number) {
    return this.#stored.chunkExtra(blockHash, shardId);
  }

  transaction(hash: Hash) {
    const columns = [Column.transaction, Column.shown];
    return this.#keepBelowHead(columns, hash, this.#stored.transaction(hash));
  }

  receipt(id: Hash) {
    return this.#stored.receipt(id);
  }

  unboundParts(id: Hash) {
    return this.#stored.unboundParts(id);
  }

  receiptParent(id: Hash): Hash | null {
    return this.#stored.receiptParent(id);
  }

  outcome(id: Hash) {
    return this.#keepBelowHead([Column.outcome], id, this.#stored.outcome(id));
  }

  outgoingReceipts(blockHash: Hash, shardId: number) {
    return this.#stored.outgoingReceipts(blockHash, shardId);
  }

  outcomeIds(blockHash: Hash, shardId: number) {
    return this.#stored.outcomeIds(blockHash, shardId);
  }

  /** A writer that was cut off may have left rows for a block that was never published. */
  accountHistory(accountId: AccountId, before: HistoryPlace | null, limit: number) {
    const found: PlacedOutcomeId[] = [];
    let place = before ?? { height: this.head().height + 1, index: 0 };
    while (found.length < limit) {
      const listed = this.#stored.accountHistory(accountId, place, limit - found.length);
      const last = listed.at(-1);
      if (last === undefined) break;
      found.push(...listed.filter(({ id }) => this.#concerns(id, accountId)));
      place = last;
    }
    return found;
  }

  subAccounts(accountId: AccountId, after: AccountId | null, limit: number) {
    return this.#stored.subAccounts(accountId, after, limit);
  }

  keyAccounts(key: PublicKeyHandle, after: AccountId | null, limit: number) {
    return this.#stored.keyAccounts(key, after, limit);
  }

  stateChanges(blockHash: Hash, keyPrefix: Uint8Array) {
    return this.#stored.stateChanges(blockHash, keyPrefix);
  }

  stateNode(hash: Hash): Uint8Array {
    return this.#stored.stateNode(hash);
  }

  lightClientBlock(epochId: Hash) {
    return this.#stored.lightClientBlock(epochId);
  }

  #concerns(outcomeId: Hash, accountId: AccountId): boolean {
    if (this.outcome(outcomeId)?.outcome.executorId === accountId) return true;
    const included = this.transaction(outcomeId);
    return included?.transaction.transaction.receiverId === accountId;
  }

  /** A row of a block that is not there yet may still be written again, for another block. */
  #keepBelowHead<T extends { readonly blockHash: Hash }>(
    columns: readonly Column[],
    key: Hash,
    found: T | null,
  ): T | null {
    if (found === null || this.#isBelowHead(found.blockHash)) return found;
    for (const column of columns) this.#reader.forget(column, key);
    return null;
  }

  #isBelowHead(hash: Hash): boolean {
    return this.block(hash) !== null;
  }

  #block(hash: Hash): Block | null {
    const bytes = this.#reader.get(Column.block, hash);
    return bytes === undefined ? null : decodeBlock(hash, bytes);
  }

  /**
   * A writer that was cut off may have left blocks that were never published. The tree over all
   * blocks has one leaf for each number of a block: the leaf of the chain's own block.
   */
  #isOfChain(hash: Hash, block: Block): boolean {
    const { blockOrdinal } = block.header.rest;
    // The oldest headers do not have their number.
    if (blockOrdinal === 0) return block.header.lite.height <= this.#stand().head.height;
    if (blockOrdinal > this.#stand().blocks) return false;
    return equalBytes(this.#stored.subtreeRoot(0, blockOrdinal - 1), hash);
  }
}
