// What the disk received, block by block, seen from outside: which blocks are in the chain now and
// how each was produced. Follows commits, reverts and lost commits, and checks that every new block
// extends the previous one.

import { bytesKey, equalBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash, type Hash } from '../../../src/base/crypto/hash.ts';
import type { Chain, ExtendedBlock } from '../../../src/chain/chain.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { TipRecord } from '../../../src/chain/records/storedRecords.ts';
import type { ChainTip } from '../../../src/chain/stored/chainReader.ts';
import { decode } from '../../../src/codec/codec.ts';
import type { Batch } from '../../../src/store/store.ts';
import { metaKey } from '../../../src/store/storeKeys.ts';
import { Block } from '../../../src/types/block.ts';
import type { World } from '../world.ts';

type ExtendArguments = Parameters<Chain['extend']>;

/** How a block was produced, to produce it again. */
export interface MadeBlock {
  readonly proposal: ExtendArguments[0];
  readonly authority: ExtendArguments[1];
  readonly patch: ExtendArguments[2];
}

interface LoggedBlock extends ChainTip {
  /** The number of commits up to and including it. */
  readonly commits: number;
}

export class BlockLog {
  readonly #world: World;
  readonly #first: ChainTip;
  readonly #made = new Map<string, MadeBlock>();
  /** Each head that was committed, in order. */
  #tips: LoggedBlock[] = [];
  #blocks: LoggedBlock[] = [];

  constructor(world: World, template: readonly Batch[]) {
    this.#world = world;
    this.#first = template.map(tipOf).findLast((tip) => tip !== null) as ChainTip;
  }

  get head(): ChainTip {
    return this.#blocks.at(-1) ?? this.#first;
  }

  /** The blocks after the template, oldest first. */
  get blocks(): readonly ChainTip[] {
    return this.#blocks;
  }

  has(hash: string): boolean {
    return this.#blocks.some((block) => formatHash(block.hash) === hash);
  }

  howMade(hash: Hash): MadeBlock | undefined {
    return this.#made.get(bytesKey(hash));
  }

  /** Records how a chain produces its blocks. */
  watch(chain: Chain): void {
    const extend = chain.extend.bind(chain);
    chain.extend = (proposal, authority, patch): ExtendedBlock => {
      const extended = extend(proposal, authority, patch);
      this.#made.set(bytesKey(extended.built.hash), { proposal, authority, patch });
      return extended;
    };
  }

  onCommit(batch: Batch, index: number): void {
    const tip = tipOf(batch);
    if (tip === null || equalBytes(tip.hash, this.head.hash)) return;
    if (tip.height > this.head.height) this.#verifyNext(batch, tip);
    this.#tips.push({ ...tip, commits: index + 1 });
    this.#move(this.#tips.at(-1) as LoggedBlock);
    this.#world.note(`commit ${index}: head ${tip.height} ${formatHash(tip.hash)}`);
  }

  /** Only this many commits are left; a revert may be among the lost ones. */
  onCrash(commits: number): void {
    this.#tips = this.#tips.filter((tip) => tip.commits <= commits);
    this.#blocks = [];
    for (const tip of this.#tips) this.#move(tip);
  }

  #move(tip: LoggedBlock): void {
    if (tip.height > this.head.height) {
      this.#blocks.push(tip);
      return;
    }
    this.#blocks = this.#blocks.filter((block) => block.height <= tip.height);
    const isKnown = equalBytes(this.head.hash, tip.hash);
    this.#world.check(isKnown, 'a revert leads to a block of the chain');
  }

  #verifyNext(batch: Batch, { hash, height }: ChainTip): void {
    const row = batch.changes.find(({ column, key }) => {
      return column === Column.block && equalBytes(key, hash);
    });
    const value = this.#world.require(row?.value, `the commit of block ${height} has the block`);
    const { prevHash } = decode(Block, value).header;
    this.#world.check(equalBytes(prevHash, this.head.hash), `block ${height} extends the head`);
  }
}

const HEAD_KEY = metaKey('head');

function tipOf({ changes }: Batch): ChainTip | null {
  const row = changes.findLast(({ column, key }) => {
    return column === Column.meta && equalBytes(key, HEAD_KEY);
  });
  return row?.value == null ? null : decode(TipRecord, row.value);
}
