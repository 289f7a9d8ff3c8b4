// Validator selection: the cases of the reference's own tests, and the rules for stakes that change
// between epochs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KickoutReason } from '../../../src/types/epoch.ts';
import type { ValidatorStake } from '../../../src/types/validatorStake.ts';
import { CONFIG, createLayout, createStakes, select, trySelect } from './epochFixtures.ts';

const TWO_SHARDS = createLayout(1, 0);
const UNSTAKED: KickoutReason = { kind: 'Unstaked' };

function names(validators: readonly ValidatorStake[]): string[] {
  return validators.map(({ accountId }) => accountId);
}

test('the order is by stake, and by account among equals', () => {
  const epoch = select({
    proposals: createStakes(['test1', 1000], ['test2', 2000], ['test3', 300], ['a', 1000]),
    shardLayout: TWO_SHARDS,
  });
  assert.deepEqual(names(epoch.validators), ['test2', 'a', 'test1', 'test3']);
  assert.deepEqual(epoch.blockProducersSettlement, [0, 1, 2, 3]);
  assert.deepEqual(epoch.chunkProducersSettlement, [
    [0, 2],
    [1, 3],
  ]);
  assert.deepEqual(epoch.validatorToIndex, [
    ['a', 1],
    ['test1', 2],
    ['test2', 0],
    ['test3', 3],
  ]);
  assert.equal(epoch.epochHeight, 1);
});

/** Stakes of 2002 to 2049; the first forty get seats. */
const MANY = Array.from({ length: 48 }, (_, i) => [`test${i + 2}`, 2002 + i] as const);
const SEATS = {
  ...CONFIG,
  numBlockProducerSeats: 10,
  numChunkProducerSeats: 40,
  numChunkValidatorSeats: 40,
};

test('a validator that loses its seat is kicked out for its stake', () => {
  const previous = select({ proposals: createStakes(['test1', 1000], ['test2', 1234]) });
  const epoch = select({
    config: SEATS,
    previous: { ...previous, epochHeight: 3 },
    proposals: createStakes(...MANY),
    shardLayout: TWO_SHARDS,
  });
  assert.equal(epoch.epochHeight, 4);
  assert.equal(epoch.seatPrice, 2011n);
  assert.equal(epoch.validators.length, 40);
  assert.equal(epoch.blockProducersSettlement.length, 10);
  assert.deepEqual(epoch.validatorKickout, [
    ['test1', { kind: 'NotEnoughStake', value: { stakeU128: 1000n, thresholdU128: 2011n } }],
    ['test2', { kind: 'NotEnoughStake', value: { stakeU128: 2002n, thresholdU128: 2011n } }],
  ]);
  const changes = new Map(epoch.stakeChange);
  assert.equal(changes.get('test9'), 0n);
  assert.equal(changes.get('test10'), 2010n);
});

test('shards are shuffled only if the configuration says so', () => {
  const settle = (seedByte: number, shuffle: boolean) =>
    select({
      config: { ...SEATS, shuffleShardAssignmentForChunkProducers: shuffle },
      rngSeed: new Uint8Array(32).fill(seedByte),
      proposals: createStakes(...MANY),
      shardLayout: createLayout(0, 4, 5, 2, 1, 3),
    }).chunkProducersSettlement.map((members) => members[0]);
  assert.deepEqual(settle(1, false), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(settle(1, true), [4, 2, 1, 0, 5, 3]);
  assert.deepEqual(settle(2, true), [3, 1, 0, 2, 5, 4]);
});

test('a stake must be at least a share of all higher ones', () => {
  const config = { ...CONFIG, minimumStakeRatio: [1, 10] } as const;
  const large = [
    ['test1', 1000],
    ['test2', 1000],
    ['test3', 1000],
  ] as const;
  const epoch = select({ config, proposals: createStakes(...large, ['test4', 200]) });
  assert.deepEqual(names(epoch.validators), ['test1', 'test2', 'test3']);
  assert.equal(epoch.seatPrice, 334n);
  for (const [stake, count] of [
    [334, 4],
    [333, 3],
  ] as const) {
    const next = select({ config, proposals: createStakes(...large, ['test7', stake]) });
    assert.equal(next.validators.length, count);
  }
});

test('stakes carry over with rewards, proposals replace them, kick-outs end them', () => {
  const previous = select({
    proposals: createStakes(['test1', 3000], ['test2', 2000], ['test3', 1000], ['test4', 4000]),
  });
  const epoch = select({
    previous,
    proposals: createStakes(['test2', 2500], ['new', 1500], ['gone', 900]),
    kickouts: new Map([
      ['test4', UNSTAKED],
      ['gone', UNSTAKED],
    ]),
    rewards: new Map([
      ['test1', 7n],
      ['test2', 8n],
      ['test4', 9n],
      ['new', 10n],
      ['near', 11n],
    ]),
  });
  assert.deepEqual(epoch.stakeChange, [
    ['gone', 0n],
    ['new', 1500n],
    ['test1', 3007n],
    ['test2', 2508n],
    ['test3', 1000n],
    ['test4', 0n],
  ]);
  assert.deepEqual(names(epoch.validators), ['test1', 'test2', 'new', 'test3']);
});

test('a validator with an old version cannot return in the next epoch', () => {
  const tooOld: KickoutReason = {
    kind: 'ProtocolVersionTooOld',
    value: { version: 86, networkVersion: 87 },
  };
  const previous = {
    ...select({ proposals: createStakes(['test1', 1000]) }),
    validatorKickout: [['old', tooOld]] as const,
  };
  const epoch = select({ previous, proposals: createStakes(['old', 5000]) });
  assert.deepEqual(epoch.stakeChange, [['test1', 1000n]]);
});

test('an epoch needs validators', () => {
  assert.equal(trySelect({}), null);
  assert.equal(trySelect({ proposals: createStakes(['test1', 0]) }), null);
  const previous = select({ proposals: createStakes(['test1', 1000]) });
  assert.equal(trySelect({ previous, kickouts: new Map([['test1', UNSTAKED]]) }), null);
});
