// Rewards and uptime: the vectors of the reference's own tests (which shorten the year instead of
// lengthening the epoch), and the two special cases of the treasury.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRewards, type RewardInput } from '../../../src/chain/epoch/rewards.ts';
import {
  averageUptime,
  roundEndorsements,
  type ValidatorWork,
} from '../../../src/chain/epoch/uptime.ts';
import { createStake, createWork as work } from './epochFixtures.ts';

const YEAR_NS = 31_536_000n * 10n ** 9n;

function pay(works: readonly ValidatorWork[], overrides: Partial<RewardInput> = {}) {
  return computeRewards({
    treasury: { account: 'near', rewardRate: [0, 10] },
    maxInflationRate: [1, 100],
    onlineMinThreshold: [9, 10],
    onlineMaxThreshold: [99, 100],
    endorsementCutoffPercent: 50,
    totalSupply: 1_000_000_000n,
    durationNs: YEAR_NS,
    totalStake: 500_000n * BigInt(works.length),
    workers: works.map((work, index) => ({
      validator: createStake(`test${index + 1}`, 500_000),
      work,
    })),
    ...overrides,
  });
}

const CASES: readonly (readonly [string, ValidatorWork[], rewards: bigint[], minted: bigint])[] = [
  [
    'blocks and chunks',
    [
      work([945, 1000], [945, 1000]),
      work([999, 1000], [999, 1000]),
      work([850, 1000], [850, 1000]),
    ],
    [1_666_666n, 3_333_333n, 0n],
    4_999_999n,
  ],
  [
    'mixed averages',
    [work([2835, 3000]), work([0, 0], [1998, 2000]), work([1890, 2000]), work([1000, 1000])],
    [1_250_000n, 2_500_000n, 1_250_000n, 2_500_000n],
    7_500_000n,
  ],
  [
    'endorsements at the cutoff',
    [
      work([945, 1000], [944, 1000], [946, 1000]),
      work([945, 1000], [944, 1000], [446, 1000]),
      work([0, 0], [0, 0], [946, 1000]),
      work([0, 0], [0, 0], [446, 1000]),
    ],
    [1_750_000n, 0n, 2_500_000n, 0n],
    4_250_000n,
  ],
  ['nothing expected', [work(), work([1, 1])], [0n, 5_000_000n], 5_000_000n],
];

for (const [what, works, expected, minted] of CASES) {
  test(what, () => {
    const { rewards, minted: found } = pay(works);
    const names = works.map((_, index) => `test${index + 1}`);
    assert.deepEqual(
      names.map((name) => rewards.get(name)),
      expected,
    );
    assert.equal(found, minted);
    assert.equal(rewards.get('near'), 0n);
  });
}

test('the treasury takes its share first', () => {
  const treasury = { account: 'near', rewardRate: [1, 10] } as const;
  const { rewards, minted } = pay([work([1, 1])], { treasury });
  assert.deepEqual(
    [...rewards],
    [
      ['near', 1_000_000n],
      ['test1', 9_000_000n],
    ],
  );
  assert.equal(minted, 10_000_000n);
});

test('a treasury that is a validator loses its share, though it is minted', () => {
  const treasury = { account: 'test1', rewardRate: [1, 10] } as const;
  const { rewards, minted } = pay([work([1, 1])], { treasury });
  assert.deepEqual([...rewards], [['test1', 9_000_000n]]);
  assert.equal(minted, 10_000_000n);
});

test('without validators at work the treasury is paid, though nothing is minted', () => {
  const treasury = { account: 'near', rewardRate: [1, 10] } as const;
  const { rewards, minted } = pay([], { treasury });
  assert.deepEqual([...rewards], [['near', 1_000_000n]]);
  assert.equal(minted, 0n);
});

const SOME = work([98, 100], [76, 100], [42, 100]);
const UPTIMES: readonly (readonly [string, ValidatorWork, readonly [bigint, bigint]])[] = [
  ['the mean of all', SOME, [216n, 300n]],
  ['endorsements above the cutoff', roundEndorsements(SOME, 30), [274n, 300n]],
  ['endorsements below the cutoff', roundEndorsements(SOME, 50), [174n, 300n]],
  ['no endorsements', roundEndorsements(work([98, 100], [76, 100]), 50), [174n, 200n]],
  ['only chunks', work([0, 0], [3, 4]), [3n, 4n]],
  ['nothing', work(), [0n, 1n]],
];

for (const [what, done, [expectedNumerator, expectedDenominator]] of UPTIMES) {
  test(`uptime: ${what}`, () => {
    const { numerator, denominator } = averageUptime(done);
    assert.equal(numerator * expectedDenominator, denominator * expectedNumerator);
  });
}
