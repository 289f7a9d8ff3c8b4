// A chain on a cluster as RPC methods read it, with the same interface as that of a node with its
// own store; reads may be suspended (clusterReader.ts). Rows above the head are ignored: a writer
// publishes the head only after all rows below it.

import { equalBytes } from '../base/bytes/bytes.ts';
import type { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../base/crypto/keys.ts';
import { Column } from '../chain/columns/columns.ts';
import { type KnownNodes, NO_NODES } from '../chain/records/blockProof.ts';
import { TipRecord } from '../chain/records/storedRecords.ts';
import type { HistoryPlace } from '../chain/stored/accountHistory.ts';
import type { ChainTip } from '../chain/stored/chainReader.ts';
import type { HashKind } from '../chain/stored/knownHashes.ts';
import { type PlacedOutcomeId, StoredChain } from '../chain/stored/storedChain.ts';
import { encodeRules } from '../chain/stored/storedRules.ts';
import { encode } from '../codec/codec.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import type { RpcChain } from '../rpc/core/context.ts';
import { metaKey } from '../store/storeKeys.ts';
import { runSuspended } from '../store/suspendedRead.ts';
import type { AccountId } from '../types/accountId.ts';
import type { Block } from '../types/block.ts';
import { createClusterError } from './cassandra.ts';
import type { ClusterTips } from './cluster.ts';
import type { ClusterReader } from './clusterReader.ts';
import { decodeBlock } from './verifyRow.ts';

/** The tips of the chain. They move between reads, never during one. */
interface Standing extends ClusterTips {
  readonly blocks: number;
}

export class ClusterView {
  readonly reader: ClusterReader;
  readonly chain: RpcChain;
  readonly #stored: StoredChain;
  #standing: Standing | null = null;

  constructor(reader: ClusterReader, rules: ProtocolRules, caches: Caches) {
    this.reader = reader;
    reader.setMeta(metaKey('rules'), encodeRules(rules));
    this.#stored = new StoredChain(reader, caches);
    this.chain = new ClusterChain(this.#stored, reader, () => this.#stand());
  }

  /** Makes readers see this head from now on. */
  async moveTo(tips: ClusterTips): Promise<void> {
    const { head, finalHead, tail } = tips;
    this.reader.rows.forgetAbsent();
    const ordinal = await runSuspended(() => this.#stored.ordinal(head.hash));
    if (ordinal === null) {
      throw createClusterError(
        'cluster_corrupt',
        `the cluster lacks the block at its head, ${head.height}`,
      );
    }
    this.reader.setMeta(metaKey('head'), encode(TipRecord, head));
    this.reader.setMeta(metaKey('finalHead'), encode(TipRecord, finalHead));
    this.reader.setMeta(metaKey('tail'), encode(TipRecord, tail));
    this.reader.setBlocks(ordinal + 1);
    this.#standing = { ...tips, blocks: ordinal + 1 };
  }

  #stand(): Standing {
    if (this.#standing !== null) return this.#standing;
    throw createClusterError('cluster_unreachable', 'the cluster has no block yet');
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

  height(hash: Hash): number | null {
    const known = this.#reader.rows.heightOf(hash);
    if (known === undefined) return this.block(hash)?.header.lite.height ?? null;
    return known <= this.#stand().head.height ? known : null;
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

  /** None: rows of a writer that was cut off would outlive it. */
  ancestorNodes(): KnownNodes {
    return NO_NODES;
  }

  subtreeRoot(level: number, index: number): Hash {
    return this.#stored.subtreeRoot(level, index);
  }

  /** Absent rows were read from a majority of replicas. */
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

  receiptBytes(id: Hash): Uint8Array | null {
    return this.#stored.receiptBytes(id);
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

  /** Filters out rows that a writer that was cut off left for a block that was never published. */
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

  hashes(kind: HashKind, prefix: string, limit: number) {
    return this.#stored.hashes(kind, prefix, limit);
  }

  relatedContracts(accountId: AccountId, limit: number) {
    return this.#stored.relatedContracts(accountId, limit);
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

  /**
   * A row of a block above the head may still be overwritten, for another block, and must not be
   * cached.
   */
  #keepBelowHead<T extends { readonly blockHash: Hash }>(
    columns: readonly Column[],
    key: Hash,
    found: T | null,
  ): T | null {
    if (found === null || this.#isBelowHead(found.blockHash)) return found;
    for (const column of columns) this.#reader.rows.forget(column, key);
    return null;
  }

  #isBelowHead(hash: Hash): boolean {
    return this.height(hash) !== null;
  }

  #block(hash: Hash): Block | null {
    const bytes = this.#reader.get(Column.block, hash);
    return bytes === undefined ? null : decodeBlock(hash, bytes);
  }

  /**
   * A writer that was cut off may have left blocks that were never published. Only published blocks
   * have bundles. The Merkle tree over all blocks has one leaf per block ordinal: that of the
   * chain's own block.
   */
  #isOfChain(hash: Hash, block: Block): boolean {
    const known = this.#reader.rows.heightOf(hash);
    if (known !== undefined) return known <= this.#stand().head.height;
    const { blockOrdinal } = block.header.rest;
    // The oldest headers do not contain their ordinal.
    if (blockOrdinal === 0) return block.header.lite.height <= this.#stand().head.height;
    if (blockOrdinal > this.#stand().blocks) return false;
    return equalBytes(this.#stored.subtreeRoot(0, blockOrdinal - 1), hash);
  }
}
