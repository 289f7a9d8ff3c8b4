// Where an epoch of ten blocks from height 11 ends, with and without skipped heights, and when the
// next epoch's producers have to approve blocks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderApprovers } from '../../../src/chain/epoch/approvers.ts';
import { BLOCK_BEFORE_GENESIS } from '../../../src/chain/epoch/blockInfo.ts';
import {
  isLastOfEpoch,
  mayEndAfter,
  needsNextEpochApprovals,
} from '../../../src/chain/epoch/epochBoundary.ts';
import { createStakes } from './epochFixtures.ts';

const SPAN = { firstHeight: 11, length: 10 };

function createBlock(height: number, lastFinalizedHeight: number) {
  const prevHash = new Uint8Array(32).fill(1);
  return { ...BLOCK_BEFORE_GENESIS, prevHash, height, lastFinalizedHeight };
}

const CASES: readonly (readonly [
  height: number,
  final: number,
  isLast: boolean,
  needsApprovals: boolean,
])[] = [
  [17, 15, false, false],
  [18, 16, false, true],
  [19, 17, false, true],
  [20, 18, true, false],
  // Skipped heights delay finality, and with it the end of the epoch.
  [21, 17, false, true],
  [25, 17, false, true],
  [27, 25, true, false],
];

test('an epoch ends when finality is three blocks from its length', () => {
  for (const [height, final, isLast, needsApprovals] of CASES) {
    const block = createBlock(height, final);
    assert.equal(isLastOfEpoch(block, SPAN), isLast, `${height}`);
    assert.equal(needsNextEpochApprovals(block, SPAN), needsApprovals, `${height}`);
  }
});

test('very short epochs end by height', () => {
  const span = { firstHeight: 5, length: 3 };
  assert.equal(isLastOfEpoch(createBlock(6, 1), span), false);
  assert.equal(isLastOfEpoch(createBlock(7, 1), span), true);
});

test('the block after genesis starts an epoch', () => {
  assert.ok(isLastOfEpoch(BLOCK_BEFORE_GENESIS, SPAN));
  assert.ok(!needsNextEpochApprovals(BLOCK_BEFORE_GENESIS, SPAN));
});

test('approvers of both epochs are listed once', () => {
  const approvers = orderApprovers(
    createStakes(['b', 3], ['a', 2]),
    createStakes(['c', 5], ['b', 4]),
  );
  assert.deepEqual(
    approvers.map(({ accountId, stakeThisEpoch, stakeNextEpoch }) => [
      accountId,
      stakeThisEpoch,
      stakeNextEpoch,
    ]),
    [
      ['b', 3n, 4n],
      ['a', 2n, 0n],
      ['c', 0n, 5n],
    ],
  );
});

test('the block before the last is one that may be followed by the last', () => {
  const span = { firstHeight: 41, length: 40 };
  assert.deepEqual(
    [77, 78, 79, 80].map((height) => mayEndAfter(height, span)),
    [false, false, true, true],
  );
  // Short epochs end by height alone.
  const short = { firstHeight: 4, length: 3 };
  assert.deepEqual(
    [3, 4, 5, 6].map((height) => mayEndAfter(height, short)),
    [false, false, true, true],
  );
});
