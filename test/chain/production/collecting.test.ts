// When blocks wait for further transactions: while many arrive, for a bounded time, and never for
// the sake of a few.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NEAR, transfer } from '../../support/testNetwork.ts';
import { Mine } from './mine.ts';

describe('collecting transactions', () => {
  const BLOCK_MS = 5;
  const submitMany = (mine: Mine, count: number) => {
    for (let i = 0; i < count; i++) {
      mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    }
  };

  it('waits for company after a block with many transactions, as long as the block took', () => {
    const mine = new Mine('auto', {}, BLOCK_MS);
    submitMany(mine, 8);
    mine.scheduler.giveTurns();
    assert.deepEqual(mine.counts(), [8]);
    assert.deepEqual(mine.busyHeights(), [2], 'the receipts wait, too');
    submitMany(mine, 3);
    mine.scheduler.pass(BLOCK_MS - 1);
    assert.deepEqual(mine.counts(), [8]);
    mine.scheduler.pass(1);
    assert.deepEqual(mine.counts(), [8, 3]);
    assert.equal(mine.finalHeight, mine.busyHeights().at(-1), 'few transactions wait for nobody');
  });

  it('ends as soon as enough have arrived', () => {
    const mine = new Mine('auto', {}, BLOCK_MS);
    submitMany(mine, 8);
    mine.scheduler.giveTurns();
    submitMany(mine, 63);
    mine.scheduler.giveTurns();
    assert.deepEqual(mine.counts(), [8]);
    submitMany(mine, 1);
    mine.scheduler.giveTurns();
    assert.deepEqual(mine.counts(), [8, 64]);
  });

  it('does not delay a transaction that comes alone', () => {
    const mine = new Mine('auto', {}, BLOCK_MS);
    submitMany(mine, 1);
    mine.scheduler.giveTurns();
    assert.deepEqual(mine.busyHeights(), [2, 3, 4]);
    assert.equal(mine.finalHeight, 4);
  });

  it('does not go on after the miner has stopped', () => {
    const mine = new Mine('auto', {}, BLOCK_MS);
    submitMany(mine, 8);
    mine.scheduler.giveTurns();
    mine.miner.stop();
    mine.scheduler.pass(10 * BLOCK_MS);
    assert.deepEqual(mine.busyHeights(), [2]);
  });
});
