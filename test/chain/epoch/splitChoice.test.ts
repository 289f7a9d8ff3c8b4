// Which of several proposals to split a shard is picked, and in which epochs one may be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canReshard, pickShardSplit } from '../../../src/chain/epoch/splitChoice.ts';

function propose(shardId: number, boundaryAccount: string, leftMemory: number, rightMemory = 0) {
  return { shardId, split: { boundaryAccount, leftMemory, rightMemory } };
}

const pick = (
  forceSplitShards: number[],
  ...proposals: Parameters<typeof pickShardSplit>[1][number][]
) => pickShardSplit({ forceSplitShards }, proposals);

test('the largest shard is split, then the one with the higher id', () => {
  assert.equal(pick([]), null);
  assert.equal(pick([], { shardId: 0, split: null }), null);
  assert.deepEqual(pick([], propose(0, 'a', 5, 5), propose(1, 'b', 4, 5)), [0, 'a']);
  assert.deepEqual(pick([], propose(7, 'a', 9), propose(3, 'b', 4, 5)), [7, 'a']);
  assert.deepEqual(pick([], propose(3, 'b', 4, 5), propose(7, 'a', 9)), [7, 'a']);
});

test('shards that must be split come first, in the order of their list', () => {
  const proposals = [propose(0, 'a', 9), propose(1, 'b', 1), propose(2, 'c', 2)];
  assert.deepEqual(pick([5, 1, 2], ...proposals), [1, 'b']);
  assert.deepEqual(pick([5], ...proposals), [0, 'a']);
});

test('a split waits for the epochs between', () => {
  const can = (min: bigint, epochHeight: number, lastResharding: number | null) =>
    canReshard({ minEpochsBetweenResharding: min }, { epochHeight, lastResharding });
  assert.ok(can(5n, 1, null));
  assert.ok(!can(1n, 7, 7));
  assert.ok(can(1n, 8, 7));
  assert.ok(!can(2n, 8, 7));
  assert.ok(can(2n, 9, 7));
});
