// The end of an epoch in cases that recorded chains do not have: votes for a new version,
// validators with an old one, and an epoch without candidates for the next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import { BLOCK_BEFORE_GENESIS } from '../../../src/chain/epoch/blockInfo.ts';
import { Epoch } from '../../../src/chain/epoch/epoch.ts';
import {
  createStatistics,
  type EpochStatistics,
} from '../../../src/chain/epoch/epochStatistics.ts';
import { finalizeEpoch } from '../../../src/chain/epoch/finalizeEpoch.ts';
import { createEpochConfigs } from '../../../src/params/epochConfigs.ts';
import { shardIds } from '../../../src/types/shardLayout.ts';
import { CONFIG, createStakes, GENESIS, select } from './epochFixtures.ts';

const info = select({ proposals: createStakes(['a', 500], ['b', 310], ['c', 190]) });
const epoch = new Epoch(info, 'release');
const BUSY = { produced: 10, expected: 10 };

/** All validators did their work; `versions` are the votes. */
function finalize(
  overrides: Partial<EpochStatistics>,
  shardSplit: [number, string] | null = null,
  configs = createEpochConfigs(GENESIS),
) {
  return finalizeEpoch({
    configs,
    dialect: 'release',
    treasury: { account: 'near', rewardRate: [1, 10] },
    epoch,
    nextEpoch: info,
    statistics: {
      ...createStatistics(info),
      blocks: info.validators.map(() => BUSY),
      versions: [87, 87, 87],
      ...overrides,
    },
    lastBlock: {
      ...BLOCK_BEFORE_GENESIS,
      timestamp: 10n ** 15n,
      totalSupply: 10n ** 9n,
      shardSplit,
    },
    prevEpochLastBlock: BLOCK_BEFORE_GENESIS,
    rngSeed: HASH_ZERO.slice().fill(1),
  });
}

test('more than four fifths of the stake change the version', () => {
  const cases: readonly (readonly [(number | null)[], number])[] = [
    [[88, 88, 88], 88],
    // 810 of 1000 is more than 800; the validator with the old version has to leave.
    [[88, 88, 87], 88],
    [[88, 88, null], 88],
    // 500 is not.
    [[88, 87, 87], 87],
    [[null, null, null], 87],
  ];
  for (const [versions, expected] of cases) {
    const { nextNextEpoch, summary } = finalize({ versions });
    assert.equal(nextNextEpoch.protocolVersion, expected);
    assert.equal(summary.nextNextVersion, expected);
  }
});

test('a validator that votes for an older version is kicked out, but paid', () => {
  const { nextNextEpoch } = finalize({ versions: [88, 88, 87] });
  assert.deepEqual(nextNextEpoch.validatorKickout, [
    ['c', { kind: 'ProtocolVersionTooOld', value: { version: 87, networkVersion: 88 } }],
  ]);
  const rewards = new Map(nextNextEpoch.validatorReward);
  assert.ok(rewards.get('c')! > 0n);
  assert.equal(new Map(nextNextEpoch.stakeChange).get('c'), 0n);
});

test('a validator that unstakes leaves; an unstake by another account changes nothing', () => {
  const { nextNextEpoch } = finalize({ proposals: createStakes(['b', 0], ['nobody', 0]) });
  assert.deepEqual(nextNextEpoch.validatorKickout, [['b', { kind: 'Unstaked' }]]);
  assert.equal(new Map(nextNextEpoch.stakeChange).get('nobody'), 0n);
});

test('if all leave, the next epoch is repeated', () => {
  const { nextNextEpoch, summary } = finalize({
    proposals: createStakes(['a', 0], ['b', 0], ['c', 0]),
  });
  assert.deepEqual(nextNextEpoch, { ...info, epochHeight: info.epochHeight + 1 });
  assert.equal(summary.kickouts.length, 3);
});

test('each step uses the configuration of its version', () => {
  const before = { ...CONFIG, maxInflationRate: [1, 40] } as const;
  // Rewards are those of the ending epoch, and seats those of the epoch after the next.
  const after = {
    ...CONFIG,
    numChunkProducerSeats: 1,
    numBlockProducerSeats: 1,
    numChunkValidatorSeats: 1,
    maxInflationRate: [0, 1],
  } as const;
  const files = createEpochConfigs(GENESIS, [
    [87, before],
    [88, after],
  ]);
  const { nextNextEpoch } = finalize({ versions: [88, 88, 88] }, null, files);
  assert.deepEqual(
    nextNextEpoch.validators.map(({ accountId }) => accountId),
    ['a'],
  );
  assert.ok(nextNextEpoch.mintedAmount > 0n);
});

test('the version with most stake wins, also over versions in between', () => {
  const cases: readonly (readonly [(number | null)[], number])[] = [
    [[155, 155, 155], 155],
    [[155, 88, 87], 87],
    [[155, 155, 87], 155],
  ];
  for (const [versions, expected] of cases) {
    assert.equal(finalize({ versions }).nextNextEpoch.protocolVersion, expected);
  }
});

test('the threshold is that of the next epoch, and must be exceeded', () => {
  const thresholdOf = (threshold: readonly [number, number]) =>
    createEpochConfigs(GENESIS, [[87, { ...CONFIG, protocolUpgradeStakeThreshold: threshold }]]);
  const decide = (threshold: readonly [number, number], versions: number[]) =>
    finalize({ versions }, null, thresholdOf(threshold)).nextNextEpoch.protocolVersion;
  // 310 + 190 of 1000 vote for 88.
  assert.equal(decide([1, 2], [87, 88, 88]), 87);
  assert.equal(decide([499, 1000], [87, 88, 88]), 88, 'among equals the newer version');
  assert.equal(decide([81, 100], [88, 88, 87]), 87);
  assert.equal(decide([80, 100], [88, 88, 87]), 88);
});

test('being offline replaces an old version as the reason of a kick-out', () => {
  const { nextNextEpoch } = finalize({
    versions: [88, 88, 87],
    blocks: [BUSY, BUSY, { produced: 1, expected: 10 }],
  });
  assert.deepEqual(nextNextEpoch.validatorKickout, [
    ['c', { kind: 'NotEnoughBlocks', value: { produced: 1, expected: 10 } }],
  ]);
  assert.equal(new Map(nextNextEpoch.validatorReward).has('c'), false);
});

test('a chain without configuration files splits the shard that a header names', () => {
  const { nextNextEpoch } = finalize({}, [0, 'm']);
  assert.deepEqual(shardIds(nextNextEpoch.shardLayout), [1, 2]);
  assert.equal(nextNextEpoch.lastResharding, nextNextEpoch.epochHeight);
  assert.equal(nextNextEpoch.chunkProducersSettlement.length, 2);
  assert.equal(nextNextEpoch.validatorMandates.config.numShards, 2);
});

test('a split is lost with an epoch that is repeated', () => {
  const { nextNextEpoch } = finalize({ proposals: createStakes(['a', 0], ['b', 0], ['c', 0]) }, [
    0,
    'm',
  ]);
  assert.deepEqual(nextNextEpoch, { ...info, epochHeight: info.epochHeight + 1 });
});
