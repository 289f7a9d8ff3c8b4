// The highest stake of three epochs stays locked; rewards are those of the last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeStakeReturns } from '../../../src/chain/epoch/stakeReturns.ts';
import { createStakes, select } from './epochFixtures.ts';

test('the highest stake of three epochs stays locked', () => {
  const info = select({ proposals: createStakes(['a', 1]) });
  const { stakes, rewards } = computeStakeReturns([
    {
      ...info,
      stakeChange: [
        ['a', 5n],
        ['b', 7n],
      ],
    },
    {
      ...info,
      stakeChange: [
        ['a', 3n],
        ['b', 8n],
      ],
      validatorReward: [['a', 1n]],
    },
    {
      ...info,
      stakeChange: [
        ['a', 4n],
        ['c', 0n],
      ],
      validatorReward: [['b', 2n]],
    },
  ]);
  assert.deepEqual(
    [...stakes],
    [
      ['a', 5n],
      ['b', 8n],
      ['c', 0n],
    ],
  );
  assert.deepEqual([...rewards], [['b', 2n]]);
});
