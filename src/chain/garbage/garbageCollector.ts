// Prunes what a non-archival node does not keep: blocks before the last epochs, and states that no
// kept block has. It works in small steps between blocks. Nothing is removed while blocks may be
// reverted, and an interrupted sweep starts over: garbage stays garbage.

import { assert } from '../../base/assert.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Batch, type Store } from '../../store/store.ts';
import { writeTip } from '../blocks/writeBlock.ts';
import type { Chain, ExtendedBlock } from '../chain.ts';
import type { ChainTip } from '../stored/chainReader.ts';
import { StoreNodeReader } from '../stored/storeNodeReader.ts';
import { collectBlock } from './collectBlock.ts';
import { StateSweep } from './stateSweep.ts';

/** Nodes of the state in one step: about a millisecond. */
const NODES_PER_STEP = 200;
/** Under load there is one step per block; it then examines this many nodes per written one. */
const NODES_PER_WRITTEN = 4;
const NODES_PER_STEP_MAX = 5_000;
const BLOCKS_PER_STEP_MAX = 50;
/** What epochs, stakes and waiting transactions refer to is at most this old. */
const EPOCHS_MIN = 3;

export interface CollectorOptions {
  /** `gc_num_epochs_to_keep` */
  readonly epochsToKeep: number;
  /** `gc_blocks_limit`: blocks in one step, for each that was made since the one before. */
  readonly blocksPerStep: number;
}

export class GarbageCollector {
  readonly #chain: Chain;
  readonly #store: Store;
  readonly #options: CollectorOptions;
  #sweep: StateSweep | null = null;
  #owedNodes = 0;
  #owedBlocks = 0;
  /** The tail when states were last swept. */
  #sweptHeight: number;

  constructor(chain: Chain, store: Store, options: CollectorOptions) {
    this.#chain = chain;
    this.#store = store;
    this.#options = { ...options, epochsToKeep: Math.max(EPOCHS_MIN, options.epochsToKeep) };
    this.#sweptHeight = chain.stored.tail().height;
  }

  /** Called with each block before the next step. */
  onBlock({ shards, children }: ExtendedBlock): void {
    this.#owedBlocks += this.#options.blocksPerStep;
    for (const { nodes } of [...shards.map(({ changed }) => changed), ...children]) {
      this.#owedNodes += NODES_PER_WRITTEN * nodes.size;
      this.#sweep?.keep(nodes);
    }
  }

  /** Blocks were reverted: the marks no longer hold. */
  abandon(): void {
    this.#sweep = null;
  }

  /** Does a little; false when there is nothing to do now. */
  step(): boolean {
    if (this.#chain.isUndoable) {
      this.abandon();
      return false;
    }
    if (this.#sweep !== null) {
      const owed = Math.min(this.#owedNodes, NODES_PER_STEP_MAX);
      this.#owedNodes -= owed;
      if (!this.#sweep.step(Math.max(owed, NODES_PER_STEP))) this.#sweep = null;
      return true;
    }
    const target = this.#findTail();
    if (this.#collectBlocks(target)) return true;
    if (this.#sweptHeight === target) return false;
    this.#sweptHeight = target;
    this.#owedNodes = 0;
    // Not through the chain's cache: it keeps what blocks read, and this reads everything.
    const nodes = new StoreNodeReader(this.#store);
    this.#sweep = new StateSweep(this.#store, nodes, this.#keptRoots(target));
    return true;
  }

  /** The first height of the oldest epoch that is kept. */
  #findTail(): number {
    const { stored, epochs, head, genesis } = this.#chain;
    let { hash } = head;
    for (let kept = 1; ; kept++) {
      const first = epochs.blockInfo(epochs.blockInfo(hash).epochFirstBlock);
      if (first.height <= genesis.genesisHeight) return stored.tail().height;
      if (kept === this.#options.epochsToKeep) return this.#boundTail(first.height);
      hash = first.prevHash;
    }
  }

  /** A shard without chunks for long still needs the blocks since its last one. */
  #boundTail(height: number): number {
    const { chunks } = this.#chain.head.block.body;
    return Math.min(height, ...chunks.map(({ heightIncluded }) => heightIncluded));
  }

  /** Removes some of the blocks below a height; false if there are none. */
  #collectBlocks(target: number): boolean {
    const { stored, genesis } = this.#chain;
    let tip = stored.tail();
    if (tip.height >= target) {
      this.#owedBlocks = 0;
      return false;
    }
    const batch = new Batch();
    const owed = Math.min(this.#owedBlocks, BLOCKS_PER_STEP_MAX);
    const count = Math.max(owed, this.#options.blocksPerStep);
    this.#owedBlocks -= owed;
    for (let i = 0; i < count && tip.height < target; i++) {
      const next = this.#tipAfter(tip);
      // The genesis block stays, though not its state.
      if (tip.height !== genesis.genesisHeight) collectBlock(batch, this.#store, tip.hash);
      tip = next;
    }
    writeTip(batch, 'collected', tip);
    this.#store.commit(batch);
    return true;
  }

  #tipAfter({ hash, height }: ChainTip): ChainTip {
    const { stored } = this.#chain;
    const next = stored.nextHash(hash);
    const block = next && stored.block(next);
    assert(next && block, `there is a block after height ${height}`);
    return { hash: next, height: block.header.lite.height };
  }

  /** The state before the oldest kept block, which its chunks name, and after each kept one. */
  *#keptRoots(tail: number): Generator<Hash> {
    const { stored, head } = this.#chain;
    const last = head.block.header.lite.height;
    for (let height = tail; height <= last; height++) {
      const hash = stored.hashAt(height);
      const block = hash && stored.block(hash);
      if (!hash || !block) continue;
      if (height === tail) {
        for (const { inner } of block.body.chunks) yield inner.value.prevStateRoot;
      }
      for (const { stateRoot } of stored.chunkExtras(hash).values()) yield stateRoot;
    }
  }
}
