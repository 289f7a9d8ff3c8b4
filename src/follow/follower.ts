// Follows a chain: takes its blocks in order, checks each, and stores it in one batch once later
// blocks have confirmed its results. Until then a block is held back, usually for one block: its
// successor carries the approvals of two thirds of the stake for it, and the roots over its
// outcomes. A shard that misses chunks holds all blocks back until its next one.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { formatHash, type Hash, sha256 } from '../base/crypto/hash.ts';
import { insertLeaf } from '../base/merkle/blockMerkleTree.ts';
import { Column } from '../chain/columns/columns.ts';
import { buildLightClientBlock } from '../chain/lightClient/lightClient.ts';
import { ReceiptRecord } from '../chain/records/storedRecords.ts';
import { readShownReceiptView } from '../chain/stored/shownRecords.ts';
import { StoredChain } from '../chain/stored/storedChain.ts';
import { decode } from '../codec/codec.ts';
import { requireRow } from '../store/requireRow.ts';
import { Batch, type Store } from '../store/store.ts';
import type { BlockHeader } from '../types/block.ts';
import type { CodeByHash } from '../types/views/actionView.ts';
import { BlockRefused } from './blockRefused.ts';
import type { EpochGuide } from './epochs/epochGuide.ts';
import type { BlockMessage } from './messages/blockMessage.ts';
import { headerFromView } from './messages/headerFromView.ts';
import { writeFollowed } from './rows/writeFollowed.ts';
import { BaseBlocks, isFromGenesis } from './verify/baseBlocks.ts';
import { type Binding, type BoundBlock, bindBlock } from './verify/bindBlock.ts';
import { ReceiptMakers } from './verify/receiptMakers.ts';
import { type VerifiedBlock, verifyBlock } from './verify/verifiedBlock.ts';
import type { PrevBlock } from './verify/verifyHeader.ts';
import { confirmOutcomes } from './verify/verifyOutcomes.ts';

/** Blocks that wait for the next chunk of some shard. */
const HELD_MAX = 200;

interface FollowerParts {
  /** Has the block that the chain is followed from as its head. */
  readonly store: Store;
  /** The reader of the store, if there is one already. */
  readonly chain?: StoredChain;
  readonly caches?: Caches | undefined;
  readonly guide: EpochGuide;
  /** The maximum distance between a transaction and the block that it is based on. */
  readonly validityPeriod: number;
  /** For chains that skip heights without their validators, as development tools do. */
  readonly mayLackApprovals: boolean;
  /**
   * Executes a block that is bound and confirmed, compares the results, and commits it. Absent if
   * blocks are stored as received.
   */
  readonly execute?: ((block: BoundBlock, next: VerifiedBlock) => void) | undefined;
  /** Contract code that does not appear in any block, by its hash. */
  readonly codeByHash?: CodeByHash;
  /** Called after each stored block. */
  onBlock?(block: VerifiedBlock): void;
}

interface HeldBlock {
  readonly block: VerifiedBlock;
  /** The shards whose outcomes have not been confirmed. */
  readonly unconfirmed: Set<number>;
}

export class Follower {
  readonly chain: StoredChain;
  readonly #parts: FollowerParts;
  readonly #makers: ReceiptMakers;
  readonly #bases: BaseBlocks;
  /** Contract code of blocks that are not stored yet; that of others is found in the store. */
  readonly #codes: BoundedCache<Uint8Array>;
  #held: HeldBlock[] = [];

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    const { store, validityPeriod, caches = new Caches() } = parts;
    this.#codes = caches.create('followed_codes');
    this.chain = parts.chain ?? new StoredChain(store, caches);
    this.#makers = new ReceiptMakers(store, this.chain, caches);
    this.#bases = new BaseBlocks(this.chain, validityPeriod, caches);
  }

  /** The height after the last block that was accepted. */
  get nextHeight(): number {
    return this.#last().header.lite.height + 1;
  }

  /** Blocks that are checked and wait for confirmation. */
  get heldCount(): number {
    return this.#held.length;
  }

  /** Checks a block, and stores earlier ones that it confirms. Throws BlockRefused. */
  async take(message: BlockMessage): Promise<void> {
    const block = await this.#verify(message);
    const { height } = block.header.lite;
    for (const held of this.#held) confirm(held, block);
    for (const { message: shard } of block.shards) this.#makers.note(shard);
    this.#parts.guide.accept(block.hash, block.header);
    const executed = block.shards.filter(({ isNew }) => isNew).map(({ shardId }) => shardId);
    this.#held.push({ block, unconfirmed: new Set(executed) });
    this.#store();
    if (this.#held.length <= HELD_MAX) return;
    this.#refuseUnbound();
    const [missing] = this.#held[0]?.unconfirmed ?? [];
    throw new BlockRefused(
      'outcome root',
      { height, ...(missing !== undefined && { shardId: missing }) },
      `the shard has had no chunk for ${HELD_MAX} blocks that would confirm what it executed`,
    );
  }

  /** Throws if the oldest block still waits for the code of an unbound transaction. */
  #refuseUnbound(): void {
    const [first] = this.#held;
    if (first === undefined || first.unconfirmed.size > 0) return;
    const { height } = first.block.header.lite;
    const found = findUnbound(bindBlock(first.block, this.#binding()));
    if (found === null) return;
    const reason =
      `transaction ${formatHash(found)} cannot be executed, as its code was not shown in the ` +
      `${HELD_MAX} blocks after it; name a folder that has it with --code`;
    throw new BlockRefused('execution', { height }, reason);
  }

  async #verify(message: BlockMessage): Promise<VerifiedBlock> {
    const { guide, mayLackApprovals } = this.#parts;
    const prev = this.#last();
    const header = headerFromView(message.block.header);
    requireNext(header, prev);
    const duties = await guide.duties(header, prev);
    this.#noteCode(message);
    return verifyBlock(message, header, {
      prev,
      ancestors: prev.ancestors === null ? null : insertLeaf(prev.ancestors, prev.hash),
      duties,
      mayLackApprovals,
    });
  }

  #last(): PrevBlock {
    const held = this.#held.at(-1)?.block;
    if (held !== undefined) return held;
    const { hash } = this.chain.head();
    const { header, body } = requireRow(this.chain.block(hash), Column.block, hash);
    return { hash, header, chunks: body.chunks, ancestors: this.chain.knownAncestors(hash) };
  }

  /** The code that a block shows may be what its own receipts carry. */
  #noteCode({ shards }: BlockMessage): void {
    for (const { stateChanges } of shards) {
      for (const { change } of stateChanges) {
        if (change.kind !== 'contract_code_update') continue;
        const code = change.value.codeBase64;
        this.#codes.set(bytesKey(sha256(code)), code, code.length);
      }
    }
  }

  #findCode(hash: Hash): Uint8Array | null {
    const { store, codeByHash } = this.#parts;
    const known = this.#codes.get(bytesKey(hash)) ?? store.get(Column.stateNode, hash);
    return known ?? codeByHash?.(hash) ?? null;
  }

  /** For the block after the head. */
  #binding(): Binding {
    const { store } = this.#parts;
    const { hash } = this.chain.head();
    const head = requireRow(this.chain.block(hash), Column.block, hash);
    return {
      bases: this.#bases,
      receipts: {
        codeByHash: (hash) => this.#findCode(hash),
        originOf: (receipt) => this.#makers.originOf(receipt),
        isComplete: isFromGenesis(this.chain),
      },
      gasPrice: head.header.rest.nextGasPrice,
      boundReceipt: (id) => {
        const row = store.get(Column.receipt, id);
        return row === undefined ? null : decode(ReceiptRecord, row).receipt;
      },
      shownReceipt: (id) => readShownReceiptView(store, id),
    };
  }

  /** Stores the oldest blocks that are confirmed; the newest one never is. */
  #store(): void {
    const { onBlock, execute } = this.#parts;
    for (;;) {
      const [first, next] = this.#held;
      if (first === undefined || next === undefined || first.unconfirmed.size > 0) return;
      const block = bindBlock(first.block, this.#binding());
      if (execute === undefined) this.#commit(block, next.block);
      else {
        // A later block may still show its code.
        if (findUnbound(block) !== null) return;
        execute(block, next.block);
        this.#parts.guide.forget(block);
      }
      this.#held = this.#held.slice(1);
      onBlock?.(block);
    }
  }

  #commit(block: BoundBlock, next: VerifiedBlock): void {
    const { store, guide } = this.#parts;
    const batch = new Batch();
    writeFollowed(batch, block, next, { store, chain: this.chain });
    guide.write(batch, block);
    this.#writeLightClientBlock(batch, block.header);
    store.commit(batch);
  }

  /** Keeps the last block of a finished epoch that a light client can move on to. */
  #writeLightClientBlock(batch: Batch, header: BlockHeader): void {
    const last = this.chain.block(header.prevHash)?.header;
    if (last === undefined || equalBytes(last.lite.epochId, header.lite.epochId)) return;
    const producers = this.#parts.guide.blockProducers(last.lite.nextEpochId);
    if (producers === null || this.chain.block(last.rest.lastFinalBlock) === null) return;
    const source = {
      block: (hash: Hash) => this.chain.block(hash),
      hashAt: (height: number) => this.chain.hashAt(height),
      nextHash: (hash: Hash) => this.chain.nextHash(hash),
      lightClientBlock: (epochId: Hash) => this.chain.lightClientBlock(epochId),
      blockProducers: () => producers,
    };
    const block = buildLightClientBlock(source, last);
    if (block !== null) batch.put(Column.lightClientBlock, last.lite.epochId, block);
  }
}

/** Comes before all other checks: the epoch is looked up on top of the previous block. */
function requireNext({ lite, prevHash }: BlockHeader, prev: PrevBlock): void {
  if (equalBytes(prevHash, prev.hash)) return;
  const { height } = prev.header.lite;
  const reason = `it does not follow block ${height}, the last one here`;
  throw new BlockRefused('chain', { height: lite.height }, reason);
}

/** The hash of a transaction that cannot be encoded. */
function findUnbound({ shards }: BoundBlock): Hash | null {
  for (const { message, transactions } of shards) {
    const unbound = message.chunk?.transactions.find((_, i) => transactions[i] === null);
    if (unbound !== undefined) return unbound.transaction.hash;
  }
  return null;
}

function confirm({ block, unconfirmed }: HeldBlock, later: VerifiedBlock): void {
  const { height } = block.header.lite;
  for (const { shardId, outcomeRoot: root } of block.shards) {
    if (!unconfirmed.has(shardId)) continue;
    const outcomes = { height, shardId, layout: block.layout, root };
    if (confirmOutcomes(outcomes, later)) unconfirmed.delete(shardId);
  }
}
