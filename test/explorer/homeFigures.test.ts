// The figures of the home page, and failures in groups.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  computeFigures,
  countTrails,
  findGasBurners,
  generalizeReason,
  groupFailures,
} from '../../explorer/chain/homeFigures.ts';
import { standingOf, type Trail, type TrailFailure } from '../../explorer/chain/trail.ts';
import { blockEvent, MS_PER_BLOCK } from './blockEvent.ts';

test('figures of a chain', () => {
  const blocks = [2, 0, 6, 0, 0, 0].map((transactions, at) =>
    blockEvent({ height: at + 1, transactions }),
  );
  const figures = computeFigures([...blocks].reverse(), MS_PER_BLOCK * 41);
  assert.equal(figures.transactionsPerSecond, 2, '8 in the 4 seconds that are known');
  assert.deepEqual(figures.mostTransactions, { value: 6, height: 3 });
  assert.equal(figures.gasPerBlock, 4e12, 'of blocks that did something');
  assert.deepEqual(figures.fullest, { value: 6e12 / 1e15, height: 3 });
  assert.equal(figures.finalityMs, 2 * MS_PER_BLOCK);
  assert.equal(figures.slowestFinalityMs, 2 * MS_PER_BLOCK);
  assert.deepEqual(figures.transactionSeries, [2, 6]);
});

test('figures of nothing', () => {
  const figures = computeFigures([], 0);
  assert.equal(figures.transactionsPerSecond, 0);
  assert.equal(figures.mostTransactions, null);
  assert.equal(figures.finalityMs, null);
  assert.equal(figures.gasPerBlock, 0);
});

function trailOf(hash: string, failures: readonly TrailFailure[], ending = 'done'): Trail {
  const outcomes = new Map([['r', { executor_id: 'swap.near', gas_burnt: 5e12 }]]);
  const methods = new Map([['r', 'swap']]);
  const transaction = { hash };
  return { transaction, failures, outcomes, methods, ending: { kind: ending } } as unknown as Trail;
}

const failure = (reason: string): TrailFailure => {
  return { reason, account: 'swap.near', method: 'swap' };
};

test('failures are grouped by what they have in common', () => {
  const trails = [
    trailOf('c', [failure('Smart contract panicked: got 19, wanted at least 20')]),
    trailOf('b', [failure('The account is frozen')]),
    trailOf('a', [failure('Smart contract panicked: got 1,912.5, wanted at least 2000')]),
  ];
  const groups = groupFailures(trails);
  assert.deepEqual(
    groups.map(({ reason, count, newest }) => [reason, count, newest]),
    [
      ['got …, wanted at least …', 2, 'c'],
      ['The account is frozen', 1, 'b'],
    ],
  );
  assert.deepEqual(findGasBurners(trails, 5), [{ account: 'swap.near', gas: 15e12 }]);
});

test('what varies in a reason is left out', () => {
  const cases: [reason: string, general: string][] = [
    ['dave.test.near is not registered', '… is not registered'],
    ['no token "a" or `b` here', 'no token … or … here'],
    ['Receipt 8vKq2mUeHxGSVAUNNAcBiLqXmZNVFLiDgdFpV5taXw1c is gone', 'Receipt … is gone'],
    ['Exceeded the prepaid gas.', 'Exceeded the prepaid gas.'],
  ];
  for (const [reason, general] of cases) assert.equal(generalizeReason(reason), general);
  assert.ok(generalizeReason('x '.repeat(10_000)).length < 300);
});

test('a transaction whose receipt failed is not simply a success', () => {
  const cases: [trail: Trail, standing: string][] = [
    [trailOf('a', []), 'succeeded'],
    [trailOf('b', [failure('no')]), 'partly'],
    [trailOf('c', [failure('no')], 'failed'), 'failed'],
    [trailOf('d', [], 'pending'), 'waiting'],
  ];
  for (const [trail, standing] of cases) assert.equal(standingOf(trail), standing);
  const { failed, waiting } = countTrails(cases.map(([trail]) => trail));
  assert.equal(failed, 2);
  assert.equal(waiting.length, 1);
});
