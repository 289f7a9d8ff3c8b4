// Offline validators: the cases of the reference's own tests. Validator `n` is called `test<n>`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findOfflineValidators,
  type KickoutThresholds,
} from '../../../src/chain/epoch/kickouts.ts';
import type { ValidatorWork } from '../../../src/chain/epoch/uptime.ts';
import { createStake, createWork as work } from './epochFixtures.ts';

interface Case {
  readonly what: string;
  /** For blocks, chunks, endorsements; then the maximum share that may be kicked out. */
  readonly percents: readonly [number, number, number, number];
  readonly stakes?: readonly number[];
  readonly work: readonly ValidatorWork[];
  readonly leaving?: readonly string[];
  readonly expected: readonly string[];
}

const MIXED = [
  work([100, 100], [170, 200]),
  work([90, 100], [161, 200], [1, 200]),
  work([100, 100], [70, 100]),
  work([89, 100], [100, 100]),
  work([0, 0], [0, 0], [89, 100]),
  work([0, 0], [0, 0], [91, 100]),
];
const ALL_BAD = [
  work([50, 100], [0, 100]),
  work([70, 100], [0, 100]),
  work([70, 100], [100, 100]),
  work(),
  work([0, 0], [50, 100]),
];
const PRODUCERS = [work([100, 100], [200, 200]), work([100, 100], [200, 200])];

const CASES: readonly Case[] = [
  {
    what: 'each kind of work has its threshold; producers need no endorsements',
    percents: [90, 80, 90, 100],
    work: MIXED,
    expected: [
      'test2 NotEnoughChunks 70/100',
      'test3 NotEnoughBlocks 89/100',
      'test4 NotEnoughChunkEndorsements 89/100',
    ],
  },
  {
    what: 'if all would leave, the first with most blocks stays',
    percents: [90, 80, 0, 100],
    work: ALL_BAD,
    leaving: ['test3'],
    expected: [
      'test0 NotEnoughBlocks 50/100',
      'test2 NotEnoughBlocks 70/100',
      'test4 NotEnoughChunks 50/100',
    ],
  },
  {
    what: 'the best are exempt up to the share that has to stay',
    percents: [90, 80, 0, 40],
    work: ALL_BAD,
    leaving: ['test3'],
    expected: ['test0 NotEnoughBlocks 50/100'],
  },
  {
    what: 'a validator that only endorses is kicked out for endorsements',
    percents: [80, 80, 80, 40],
    work: [
      work([90, 100], [180, 200]),
      work([90, 100], [90, 100]),
      work([90, 100], [90, 100]),
      work(),
      work([0, 0], [0, 0], [20, 200]),
      work([0, 0], [0, 0], [180, 200]),
    ],
    leaving: ['test3'],
    expected: ['test4 NotEnoughChunkEndorsements 20/200'],
  },
  {
    what: 'producers are not kicked out for endorsements',
    percents: [80, 80, 80, 40],
    work: [0, 1, 2].map(() => work([90, 100], [180, 200], [20, 200])),
    expected: [],
  },
  {
    what: 'of two, the one with less uptime is kicked out',
    percents: [90, 90, 70, 30],
    stakes: [1000, 1000, 500, 500],
    work: [...PRODUCERS, work([0, 0], [0, 0], [65, 100]), work([0, 0], [0, 0], [60, 100])],
    expected: ['test3 NotEnoughChunkEndorsements 60/100'],
  },
  {
    what: 'at equal uptime, the one with less stake is kicked out',
    percents: [90, 90, 70, 30],
    stakes: [1000, 1000, 499, 500],
    work: [...PRODUCERS, work([0, 0], [0, 0], [65, 100]), work([0, 0], [0, 0], [130, 200])],
    expected: ['test2 NotEnoughChunkEndorsements 65/100'],
  },
  {
    what: 'at equal uptime and stake, the one with the lower name is kicked out',
    percents: [90, 90, 70, 30],
    stakes: [1000, 1000, 500, 500],
    work: [...PRODUCERS, work([0, 0], [0, 0], [65, 100]), work([0, 0], [0, 0], [65, 100])],
    expected: ['test2 NotEnoughChunkEndorsements 65/100'],
  },
  {
    what: 'a single validator stays, whatever it did',
    percents: [90, 90, 80, 100],
    work: [work([0, 100], [0, 100])],
    expected: [],
  },
];

for (const { what, percents, stakes, work, leaving, expected } of CASES) {
  test(what, () => {
    const [blocks, chunks, endorsements, share] = percents;
    const config: KickoutThresholds = {
      blockProducerKickoutThreshold: blocks,
      chunkProducerKickoutThreshold: chunks,
      chunkValidatorOnlyKickoutThreshold: endorsements,
      validatorMaxKickoutStakePerc: share,
    };
    const kickouts = findOfflineValidators({
      config,
      validators: work.map((_, index) => createStake(`test${index}`, stakes?.[index] ?? 1000)),
      work,
      leaving: new Set(leaving),
    });
    const found = [...kickouts].map(([accountId, reason]) => {
      assert.ok('value' in reason && 'produced' in reason.value);
      return `${accountId} ${reason.kind} ${reason.value.produced}/${reason.value.expected}`;
    });
    assert.deepEqual(found, expected);
  });
}
