// A network whose every block is checked, and whose shards split where the test wishes.

import assert from 'node:assert/strict';
import { TrieState } from '../../src/state/trieState.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { type ShardLayout, shardIds } from '../../src/types/shardLayout.ts';
import { FORGIVING, type NetworkOptions } from '../support/testNetwork.ts';
import { CheckedNetwork } from './checkedNetwork.ts';

export const EPOCH_LENGTH = 10;

export class SplittableNetwork extends CheckedNetwork {
  constructor(
    layout: ShardLayout,
    { config, ...options }: NetworkOptions = {},
    store = new MemoryStore(),
  ) {
    const own = { shardLayout: layout, epochLength: EPOCH_LENGTH };
    super({ ...options, config: { ...own, ...FORGIVING, ...config } }, store);
  }

  get shards(): readonly number[] {
    return shardIds(this.chain.layoutAfterHead());
  }

  /** Announces a split, and goes on until `left` blocks with the old shards remain. */
  extendToSplit(shardId: number, boundaryAccount: string, left = 1): void {
    const before = this.shards.length;
    const splitWish = { shardId, boundaryAccount };
    let announced = this.extend({ splitWish }).built.block.header;
    while (announced.rest.shardSplit === null)
      announced = this.extend({ splitWish }).built.block.header;
    this.extendTo(announced.lite.height + EPOCH_LENGTH - left);
    assert.equal(this.shards.length, before, 'the split is still to come');
  }

  stateOfShard(shardId: number): TrieState {
    const { chain } = this;
    const shard = chain.head.shards[this.shards.indexOf(shardId)];
    assert.ok(shard !== undefined);
    return new TrieState(chain.trie, shard.extra.stateRoot);
  }
}
