// A chain on a ring as the methods of RPC read it. Their code is that of a node with a store of its
// own: when it meets a row that is not in memory, the row is loaded, with others that will be
// wanted, and the code runs again. What is not below the head is not there: a writer's rows come
// before the head that makes them part of the chain.

import { equalBytes } from '../base/bytes.ts';
import type { Hash } from '../base/hash.ts';
import type { HistoryPlace } from '../chain/accountHistory.ts';
import type { ChainTip } from '../chain/chainReader.ts';
import { StoredChain } from '../chain/storedChain.ts';
import { TipRecord } from '../chain/storedRecords.ts';
import { encode } from '../codec/codec.ts';
import type { RpcChain } from '../rpc/context.ts';
import { createRingError } from '../store/cassandra.ts';
import { Column } from '../store/columns.ts';
import type { RingTips } from '../store/ring.ts';
import { type MissingRow, type RingReader, RowsMissing } from '../store/ringReader.ts';
import { metaKey } from '../store/storeKeys.ts';
import type { AccountId } from '../types/accountId.ts';
import { rowsBelow, rowsBeside } from './ringHints.ts';

/** A request that needs so many rounds asks for more than memory holds. */
const ROUNDS_MAX = 200;
/** From this round on, states are loaded by whole subtrees: somebody lists them. */
const LISTING_ROUND = 12;
const LISTED_ROWS_MAX = 4_096;
/** Rows that are loaded because of one that was asked for. */
const BESIDE_ROWS_MAX = 1_000;

/** Where the chain stands. It moves between the turns of readers, never inside one. */
interface Standing extends RingTips {
  readonly blocks: number;
}

export class RingView {
  readonly reader: RingReader;
  readonly chain: RpcChain;
  readonly #stored: StoredChain;
  #standing: Standing | null = null;

  constructor(reader: RingReader) {
    this.reader = reader;
    this.#stored = new StoredChain(reader);
    this.chain = new RingChain(this.#stored, reader, () => this.#stand());
  }

  /** From now on readers see this head. */
  async moveTo(tips: RingTips): Promise<void> {
    const { head, finalHead, tail } = tips;
    this.reader.forgetAbsent();
    const ordinal = await this.load(() => this.#stored.ordinal(head.hash));
    if (ordinal === null) {
      throw createRingError('ring_corrupt', `the ring lacks the block of its head, ${head.height}`);
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
          const text = 'the request needs more rows of the ring than fit in memory';
          throw createRingError('ring_busy', text);
        }
        await this.#bring(error.rows, round);
      }
    }
  }

  async #bring(rows: readonly MissingRow[], round: number): Promise<void> {
    const listed =
      round < LISTING_ROUND ? 0 : Math.min(LISTED_ROWS_MAX, 32 * 2 ** (round - LISTING_ROUND));
    let left = BESIDE_ROWS_MAX + listed;
    let wanted = rows;
    while (wanted.length > 0) {
      const found = await Promise.all(wanted.map((row) => this.#loadRow(row)));
      const further = found.flatMap((value, i) => {
        const { column, isPartition } = wanted[i] as MissingRow;
        if (value === null || isPartition) return [];
        if (column === Column.stateNode) return listed > 0 ? rowsBelow(value) : [];
        return rowsBeside(wanted[i] as MissingRow, value, wanted === rows);
      });
      wanted = further
        .filter(({ column, key }) => !this.reader.isKnown(column, key))
        .slice(0, left);
      left -= wanted.length;
    }
  }

  #stand(): Standing {
    if (this.#standing !== null) return this.#standing;
    throw createRingError('ring_unreachable', 'the ring has no block yet');
  }

  async #loadRow({ column, key, isPartition }: MissingRow): Promise<Uint8Array | null> {
    if (!isPartition) return this.reader.load(column, key);
    await this.reader.loadPartition(column, key);
    return null;
  }
}

/** The chain up to its head. */
class RingChain implements RpcChain {
  readonly #stored: StoredChain;
  readonly #reader: RingReader;
  readonly #stand: () => Standing;

  constructor(stored: StoredChain, reader: RingReader, stand: () => Standing) {
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

  block(hash: Hash) {
    return this.#isBelowHead(hash) ? this.#stored.block(hash) : null;
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

  chunk(hash: Hash) {
    return this.#stored.chunk(hash);
  }

  chunkExtra(blockHash: Hash, shardId: number) {
    return this.#stored.chunkExtra(blockHash, shardId);
  }

  transaction(hash: Hash) {
    return this.#keepBelowHead(Column.transaction, hash, this.#stored.transaction(hash));
  }

  receipt(id: Hash) {
    return this.#stored.receipt(id);
  }

  receiptParent(id: Hash): Hash | null {
    return this.#stored.receiptParent(id);
  }

  outcome(id: Hash) {
    return this.#keepBelowHead(Column.outcome, id, this.#stored.outcome(id));
  }

  outgoingReceipts(blockHash: Hash, shardId: number) {
    return this.#stored.outgoingReceipts(blockHash, shardId);
  }

  outcomeIds(blockHash: Hash, shardId: number) {
    return this.#stored.outcomeIds(blockHash, shardId);
  }

  accountHistory(accountId: AccountId, before: HistoryPlace | null, limit: number) {
    return this.#stored.accountHistory(accountId, before, limit);
  }

  subAccounts(accountId: AccountId, after: AccountId | null, limit: number) {
    return this.#stored.subAccounts(accountId, after, limit);
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

  /** A row of a block that is not there yet may still be written again, for another block. */
  #keepBelowHead<T extends { readonly blockHash: Hash }>(
    column: Column,
    key: Hash,
    found: T | null,
  ): T | null {
    if (found === null || this.#isBelowHead(found.blockHash)) return found;
    this.#reader.forget(column, key);
    return null;
  }

  /**
   * A writer that was cut off may have left blocks that were never published. The tree over all
   * blocks has one leaf for each number of a block: the leaf of the chain's own block.
   */
  #isBelowHead(hash: Hash): boolean {
    const block = this.#stored.block(hash);
    if (block === null) return false;
    const { blockOrdinal } = block.header.rest;
    // The oldest headers do not have their number.
    if (blockOrdinal === 0) return block.header.lite.height <= this.#stand().head.height;
    if (blockOrdinal > this.#stand().blocks) return false;
    return equalBytes(this.#stored.subtreeRoot(0, blockOrdinal - 1), hash);
  }
}
