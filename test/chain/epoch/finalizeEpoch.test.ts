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
import type { EpochConfig } from '../../../src/types/epochConfig.ts';
import { CONFIG, createStakes, select } from './epochFixtures.ts';

const info = select({ proposals: createStakes(['a', 500], ['b', 310], ['c', 190]) });
const epoch = new Epoch(info, 'release');
const BUSY = { produced: 10, expected: 10 };

/** All validators did their work; `versions` are the votes. */
function finalize(
  overrides: Partial<EpochStatistics>,
  shardSplit: [number, string] | null = null,
  configOf: (version: number) => EpochConfig = () => CONFIG,
) {
  return finalizeEpoch({
    configs: { at: configOf },
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
  const configOf = (version: number): EpochConfig => ({
    ...CONFIG,
    // Rewards are those of the ending epoch, and seats those of the epoch after the next.
    numChunkProducerSeats: version === 88 ? 1 : 100,
    numBlockProducerSeats: version === 88 ? 1 : 100,
    numChunkValidatorSeats: version === 88 ? 1 : 100,
    maxInflationRate: version === 87 ? [1, 40] : [0, 1],
  });
  const { nextNextEpoch } = finalize({ versions: [88, 88, 88] }, null, configOf);
  assert.deepEqual(
    nextNextEpoch.validators.map(({ accountId }) => accountId),
    ['a'],
  );
  assert.ok(nextNextEpoch.mintedAmount > 0n);
});

test('a split of shards is refused', () => {
  assert.throws(() => finalize({}, [0, 'm']), /do not split/);
});
