// A chain that grows: builds the next block on its head, applies it and commits everything in one
// batch. It is the only writer of its store, and readers of the store see whole blocks only.

import { equalBytes } from '../base/bytes/bytes.ts';
import { Caches } from '../base/collections/caches.ts';
import { HASH_ZERO, type Hash } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { insertLeaf } from '../base/merkle/blockMerkleTree.ts';
import type { Protocol } from '../params/protocol.ts';
import type { ApplyChunkInput } from '../runtime/applyChunk.ts';
import { Batch, type RowStore } from '../store/store.ts';
import { CachedNodeReader } from '../trie/cachedNodeReader.ts';
import { NodeTrie, type Trie } from '../trie/trie.ts';
import type { Block, BlockHeader } from '../types/block.ts';
import type { Genesis, GenesisConfig } from '../types/genesis.ts';
import type { ShardLayout } from '../types/shardLayout.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import {
  type AppliedShard,
  applyBlock,
  type BlockApplication,
  finishShard,
} from './blocks/applyBlock.ts';
import {
  type BlockProposal,
  type BuiltBlock,
  buildBlock,
  type ChainRules,
} from './blocks/buildBlock.ts';
import { gasPriceRule } from './blocks/economics.ts';
import { receiptsOfMissedBlocks } from './blocks/missedReceipts.ts';
import { type ChildShard, splitShards } from './blocks/splitShards.ts';
import { writeBlock, writeChild, writeChunk, writeShard, writeTip } from './blocks/writeBlock.ts';
import { writeGenesis } from './blocks/writeGenesis.ts';
import { Column } from './columns/columns.ts';
import { beginReset, finishReset } from './controls/resetStore.ts';
import { takeBackTo } from './controls/takeBack.ts';
import { clearUndo, undoBlock, writeUndo } from './controls/undo.ts';
import type { Epoch } from './epoch/epoch.ts';
import type { EpochRecord } from './epoch/epochStore.ts';
import { buildLightClientBlock, createLightClientSource } from './lightClient/lightClient.ts';
import { isWithinValidity } from './mempool/transactionValidity.ts';
import { applyStatePatch, type StatePatch } from './patch/statePatch.ts';
import { partCounts } from './records/chunkRoots.ts';
import type { Authority } from './signing/authority.ts';
import { writeAccountHistory } from './stored/accountHistory.ts';
import type { Epochs } from './stored/epochs.ts';
import type { Head } from './stored/head.ts';
import { writeGivenKeys } from './stored/keyAccounts.ts';
import { loadHead } from './stored/loadHead.ts';
import { writeRelatedContracts } from './stored/relatedContractRows.ts';
import type { StoredChain } from './stored/storedChain.ts';
import { writeEpochs } from './stored/storedEpochs.ts';
import { StoreNodeReader } from './stored/storeNodeReader.ts';

/** Upper nodes of the state that stay in memory. */

interface ChainParts {
  readonly store: RowStore;
  readonly stored: StoredChain;
  readonly epochs: Epochs;
  readonly genesis: GenesisConfig;
  readonly contracts: ApplyChunkInput['contracts'];
  readonly caches?: Caches | undefined;
  /** Puts a state around that of the store; without it, the store has the whole state. */
  readonly wrapTrie?: ((own: Trie) => Trie) | undefined;
}

export interface ExecutedBlock {
  readonly built: BuiltBlock;
  readonly shards: readonly AppliedShard[];
}

export interface ExtendedBlock extends ExecutedBlock {
  /** The shards that begin with the next block. */
  readonly children: readonly ChildShard[];
}

export class Chain {
  readonly stored: StoredChain;
  readonly epochs: Epochs;
  readonly genesis: GenesisConfig;
  readonly nodes: CachedNodeReader;
  readonly trie: Trie;
  readonly #store: RowStore;
  readonly #rules: ChainRules;
  readonly #contracts: ApplyChunkInput['contracts'];
  #head: Head;
  /** Asked for twice by each transaction. */
  #after: { readonly head: Head; readonly epoch: Epoch } | null = null;
  #isUndoable = false;
  /** The rows of the genesis, while others have to be removed before there is a block. */
  #unfinishedReset: Batch | null = null;

  constructor(parts: ChainParts, head: Head) {
    const { store, stored, epochs, genesis, contracts, wrapTrie, caches = new Caches() } = parts;
    this.#store = store;
    this.stored = stored;
    this.epochs = epochs;
    this.genesis = genesis;
    this.nodes = CachedNodeReader.create(new StoreNodeReader(store), caches);
    const own = new NodeTrie(this.nodes);
    this.trie = wrapTrie === undefined ? own : wrapTrie(own);
    this.#contracts = contracts;
    this.#head = head;
    this.#rules = {
      gasLimit: genesis.gasLimit,
      parts: partCounts(genesis.numBlockProducerSeats),
      gasPrice: gasPriceRule(genesis),
    };
  }

  get head(): Head {
    return this.#head;
  }

  /**
   * Builds, executes and commits one block. `patch` changes the state after its new chunks; if it
   * cannot be applied, `PatchFault` is thrown and no block is produced. `check` is called before
   * anything of the block is kept, and throws to refuse it.
   */
  extend(
    proposal: BlockProposal,
    authority: Authority,
    patch: readonly StatePatch[] = [],
    check: (executed: ExecutedBlock) => void = () => {},
  ): ExtendedBlock {
    // What a reset removes must not be of the new chain.
    this.#finishReset();
    const { nodes } = this.trie;
    const making = { epochs: this.epochs, rules: this.#rules, authority, nodes };
    const built = buildBlock(this.#head, proposal, making);
    const executed = applyBlock(this.#head, built, this.#application(built, proposal));
    for (const { isNewChunk, state, shardId } of executed) {
      const { protocol, layout } = built;
      const shard = { protocol, shardLayout: layout, shardId };
      if (isNewChunk) applyStatePatch(state, shard, patch);
    }
    const shards = executed.map(finishShard);
    check({ built, shards });
    const record = this.epochs.recordBlock(built.hash, built.block.header);
    const nextLayout = this.epochs.epoch(this.epochs.epochIdAfter(built.hash)).shardLayout;
    const { heads, children } = splitShards(nodes, shards, built.layout, nextLayout);
    const next: Head = {
      block: built.block,
      hash: built.hash,
      ancestors: insertLeaf(this.#head.ancestors, this.#head.hash),
      shards: heads,
    };
    const batch = this.#batch(next, built, shards, record);
    for (const child of children) writeChild(batch, built.hash, child);
    if (this.#isUndoable) writeUndo(batch, this.#store, next.hash);
    this.#store.commit(batch);
    for (const { changed } of shards) this.nodes.remember(changed.nodes);
    for (const child of children) this.nodes.remember(child.nodes);
    this.#head = next;
    return { built, shards, children };
  }

  get isUndoable(): boolean {
    return this.#isUndoable;
  }

  /** Whether blocks from now on can be reverted. Turning it off discards the undo rows. */
  setUndoable(isUndoable: boolean): void {
    this.#isUndoable = isUndoable;
    if (!isUndoable) clearUndo(this.#store);
  }

  /** Takes back all blocks above one of this chain, as if they had never been. */
  revertTo(target: Hash): void {
    const batch = new Batch();
    let { hash, block } = this.#head;
    while (!equalBytes(hash, target)) {
      undoBlock(batch, this.#store, hash);
      hash = block.header.prevHash;
      block = this.stored.block(hash) as Block;
    }
    this.#store.commit(batch);
    this.stored.forgetBlocks();
    this.#head = loadHead(this.stored, this.epochs);
  }

  /** Takes back all blocks above a height, whether or not a snapshot was taken before them. */
  takeBackTo(height: number): void {
    takeBackTo(this.#store, height);
    this.stored.forgetBlocks();
    this.#head = loadHead(this.stored, this.epochs);
  }

  /** Starts over with the genesis that the chain was opened with. */
  reset(genesis: Genesis): void {
    const rows = new Batch();
    const head = writeGenesis(rows, genesis, this.epochs);
    beginReset(this.#store, rows);
    this.stored.forgetBlocks();
    this.#head = head;
    this.#unfinishedReset = rows;
    try {
      this.#finishReset();
    } catch (error) {
      // A disk that refuses it now may take it before the next block.
      if (!(error instanceof PerigeeError)) throw error;
    }
  }

  #finishReset(): void {
    if (this.#unfinishedReset !== null) finishReset(this.#store, this.#unfinishedReset);
    this.#unfinishedReset = null;
  }

  /** The epoch of the block after the head. */
  epochAfterHead(): Epoch {
    const head = this.#head;
    if (this.#after?.head !== head) {
      this.#after = { head, epoch: this.epochs.epoch(this.epochs.epochIdAfter(head.hash)) };
    }
    return this.#after.epoch;
  }

  /** The shards of the block after the head. */
  layoutAfterHead(): ShardLayout {
    return this.epochAfterHead().shardLayout;
  }

  /** The protocol of the block after the head. */
  protocolAfterHead(): Protocol {
    return this.epochAfterHead().protocol;
  }

  /** Whether a transaction may be included in the block after the head. */
  isValidTransaction(transaction: HashedTransaction): boolean {
    const blocks = {
      heightOf: (hash: Hash) => this.stored.block(hash)?.header.lite.height ?? null,
      validityPeriod: this.genesis.transactionValidityPeriod,
    };
    const base = transaction.transaction.blockHash;
    return isWithinValidity(blocks, base, this.#head.block.header.lite.height);
  }

  #application(built: BuiltBlock, { chunks }: BlockProposal): BlockApplication {
    return {
      chainId: this.genesis.chainId,
      trie: this.trie,
      epochs: this.epochs,
      contracts: this.#contracts,
      isValidTransaction: (transaction) => this.isValidTransaction(transaction),
      receiptsOfMissedBlocks: (head, shardId) =>
        receiptsOfMissedBlocks(this.stored, head, {
          layout: built.layout,
          shardId,
          layoutOf: ({ header }) => this.epochs.epoch(header.lite.epochId).shardLayout,
        }),
      transactions: chunks,
    };
  }

  #batch(
    next: Head,
    built: BuiltBlock,
    shards: readonly AppliedShard[],
    record: EpochRecord,
  ): Batch {
    const batch = new Batch();
    for (const chunk of built.newChunks) if (chunk !== null) writeChunk(batch, built.hash, chunk);
    for (const shard of shards) writeShard(batch, built.hash, shard);
    const executed = shards.map(({ result }, i) => {
      return { outcomes: result.outcomes, transactions: built.newChunks[i]?.transactions ?? [] };
    });
    for (const { changed } of shards) writeGivenKeys(batch, changed.changes);
    writeAccountHistory(batch, next.block.header.lite.height, executed);
    writeRelatedContracts(batch, this.#store, {
      outcomes: shards.flatMap(({ result }) => result.outcomes.map(({ outcome }) => outcome)),
      receipts: shards.flatMap(({ result }) => result.receipts.map(({ receipt }) => receipt)),
    });
    writeEpochs(batch, record, next.ancestors);
    writeBlock(batch, next, (level, index) => this.stored.subtreeRoot(level, index));
    this.#writeFinalHead(batch, next.block.header);
    if (built.startsEpoch) this.#writeLightClientBlock(batch, this.#head.block.header);
    return batch;
  }

  #writeFinalHead(batch: Batch, { rest }: BlockHeader): void {
    const hash = rest.lastFinalBlock;
    if (equalBytes(hash, HASH_ZERO)) return;
    writeTip(batch, 'finalHead', { hash, height: this.epochs.blockInfo(hash).height });
  }

  /** Keeps the last block of a finished epoch that a light client can move on to. */
  #writeLightClientBlock(batch: Batch, lastOfEpoch: BlockHeader): void {
    const source = createLightClientSource(this.stored, this.epochs);
    const block = buildLightClientBlock(source, lastOfEpoch);
    if (block !== null) batch.put(Column.lightClientBlock, lastOfEpoch.lite.epochId, block);
  }
}
