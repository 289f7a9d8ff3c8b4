// A miner of a real chain, with a scheduler and a clock that a test moves.

import assert from 'node:assert/strict';
import type { ExtendedBlock } from '../../../src/chain/chain.ts';
import { TransactionPool } from '../../../src/chain/mempool/transactionPool.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';
import { Miner, type MiningMode } from '../../../src/chain/production/mining.ts';
import { Producer } from '../../../src/chain/production/producer.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { type NetworkOptions, TestNetwork } from '../../support/testNetwork.ts';
import { FakeScheduler } from '../fakeScheduler.ts';

const POOL_BYTES = 1_000_000;

export class Mine {
  readonly network: TestNetwork;
  readonly scheduler = new FakeScheduler();
  readonly blocks: ExtendedBlock[] = [];
  readonly producer: Producer;
  readonly miner: Miner;

  constructor(mode: MiningMode, options: NetworkOptions = {}, blockMs = 0) {
    this.network = new TestNetwork(options);
    const { chain, authority } = this.network;
    this.producer = new Producer({
      chain,
      pool: new TransactionPool({ bytesMax: POOL_BYTES }),
      authority,
      clock: new MovableClock(() => 1_800_000_000_000 + this.scheduler.nowMs),
    });
    const { producer, scheduler } = this;
    const onBlock = (block: ExtendedBlock) => void this.blocks.push(block);
    this.miner = new Miner({ producer, mode, scheduler, onBlock, blockMs: () => blockMs });
    this.miner.start();
  }

  submit(transaction: HashedTransaction): void {
    assert.deepEqual(this.producer.submit(transaction), { kind: 'admitted' });
    this.miner.wake();
  }

  /** The heights of all blocks that executed something. */
  busyHeights(): number[] {
    return this.blocks
      .filter(({ shards }) => shards.some(({ result }) => result.outcomes.length > 0))
      .map(({ built }) => built.block.header.lite.height);
  }

  /** How many transactions are in each block that has any. */
  counts(): number[] {
    return this.blocks
      .map(({ built }) => built.newChunks.flatMap((chunk) => chunk?.transactions ?? []).length)
      .filter((count) => count > 0);
  }

  get finalHeight(): number {
    return this.network.chain.stored.finalHead().height;
  }
}
