// Who works at a height: vectors computed from the protocol specification for four equal
// validators, the block producers of a recorded chain, and a sample from the reference's own tests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainDraw } from '../../../src/chain/epoch/earlyKickout.ts';
import {
  sampleBlockProducer,
  sampleChunkProducer,
  sampleChunkValidators,
} from '../../../src/chain/epoch/sampling.ts';
import { CONFIG, createLayout, createStakes, select } from './epochFixtures.ts';

const STAKE = 50_000_000n * 10n ** 24n;

const equals = select({
  proposals: createStakes(['node0', STAKE], ['node1', STAKE], ['node2', STAKE], ['node3', STAKE]),
  shardLayout: createLayout(2, 1, 0),
});

function heights(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

test('block producers', () => {
  assert.deepEqual(
    heights(30).map((height) => sampleBlockProducer(equals, height)),
    [1, 1, 0, 1, 2, 2, 1, 1, 1, 1, 2, 1, 3, 3, 2, 2, 3, 3, 1, 3, 0, 1, 3, 0, 2, 2, 0, 2, 1, 3],
  );
});

test('chunk producers', () => {
  assert.deepEqual(equals.chunkProducersSettlement, [[0, 3], [1], [2]]);
  assert.deepEqual(
    heights(12).map((height) => sampleChunkProducer(equals, 0, createPlainDraw(height - 1))),
    [0, 0, 3, 0, 3, 0, 0, 3, 0, 0, 0, 0],
  );
  assert.ok(
    heights(12).every(
      (height) => sampleChunkProducer(equals, 1, createPlainDraw(height - 1)) === 1,
    ),
  );
  assert.throws(() => sampleChunkProducer(equals, 3, createPlainDraw(0)), /no such shard/);
});

test('chunk validators', () => {
  const expected = [
    [
      [0, 2, 1, 3],
      [3, 1, 0, 2],
      [2, 1, 3, 0],
    ],
    [
      [0, 2, 1, 3],
      [0, 3, 2, 1],
      [0, 3, 2, 1],
    ],
    [
      [2, 1, 0, 3],
      [1, 2, 0, 3],
      [0, 2, 1, 3],
    ],
  ];
  for (const [index, shards] of expected.entries()) {
    const sampled = sampleChunkValidators(equals, index + 1);
    assert.deepEqual(
      sampled.map((shard) => shard.map((validator) => validator.index)),
      shards,
    );
  }
});

test('the weights of chunk validators', () => {
  const epoch = select({
    config: {
      ...CONFIG,
      numBlockProducerSeats: 8,
      numChunkProducerSeats: 8,
      numChunkValidatorSeats: 8,
      minimumStakeRatio: [1, 10],
    },
    proposals: createStakes(
      ['test1', 1500],
      ['test2', 1000],
      ['test3', 1000],
      ['test4', 260],
      ['test5', 140],
      ['test6', 50],
    ),
    shardLayout: createLayout(3, 1, 0, 2),
  });
  const sampled = sampleChunkValidators(epoch, 42);
  assert.deepEqual(
    sampled.map((shard) => shard.map(({ index, weight }) => [index, Number(weight)])),
    [
      [
        [2, 192],
        [0, 396],
        [1, 280],
      ],
      [
        [1, 216],
        [2, 264],
        [0, 396],
      ],
      [
        [0, 396],
        [2, 288],
        [1, 192],
      ],
      [
        [2, 256],
        [1, 312],
        [0, 312],
      ],
    ],
  );
});
