// Statistics block by block: skipped heights, missing chunks, missing endorsements, votes,
// proposals. The epoch determines who is expected at which height; the counts are checked against
// it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_BEFORE_GENESIS } from '../../../src/chain/epoch/blockInfo.ts';
import { createPlainDraw } from '../../../src/chain/epoch/earlyKickout.ts';
import { Epoch } from '../../../src/chain/epoch/epoch.ts';
import {
  createStatistics,
  EpochStatistics,
  extendStatistics,
  sumWork,
} from '../../../src/chain/epoch/epochStatistics.ts';
import { decode, encode } from '../../../src/codec/codec.ts';
import type { BlockInfo } from '../../../src/types/epoch.ts';
import { createLayout, createStakes, select } from './epochFixtures.ts';

const epoch = new Epoch(
  select({
    proposals: createStakes(['node0', 400], ['node1', 300], ['node2', 200], ['node3', 100]),
    shardLayout: createLayout(1, 0),
  }),
  'release',
);
const EMPTY = createStatistics(epoch.info);

function createBlock(overrides: Partial<BlockInfo>): BlockInfo {
  return {
    ...BLOCK_BEFORE_GENESIS,
    latestProtocolVersion: 87,
    chunkMask: [false, false],
    chunkEndorsements: [new Uint8Array(), new Uint8Array()],
    ...overrides,
  };
}

test('a skipped height counts against its producer', () => {
  const { blocks, versions } = extendStatistics(
    EMPTY,
    epoch,
    createBlock({ height: 6 }),
    createPlainDraw(2),
  );
  const producers = [3, 4, 5, 6].map((height) => epoch.blockProducerIndex(height));
  const author = producers.at(-1);
  for (const [index, { produced, expected }] of blocks.entries()) {
    assert.equal(expected, producers.filter((producer) => producer === index).length);
    assert.equal(produced, index === author ? 1 : 0);
    assert.equal(versions[index], index === author ? 87 : null);
  }
});

test('chunks and endorsements are expected for the height after the parent', () => {
  const asked = epoch.chunkValidators(3)[0]!;
  const block = createBlock({
    height: 6,
    chunkMask: [true, false],
    chunkEndorsements: [Uint8Array.of(0b101), new Uint8Array()],
  });
  const [first, second] = extendStatistics(EMPTY, epoch, block, createPlainDraw(2)).shards;
  const producer = epoch.chunkProducerIndex(0, createPlainDraw(2));
  assert.deepEqual(first!.chunks[producer], { produced: 1, expected: 1 });
  assert.deepEqual(second!.chunks[epoch.chunkProducerIndex(1, createPlainDraw(2))], {
    produced: 0,
    expected: 1,
  });
  for (const [place, { index }] of asked.entries()) {
    const produced = place === 0 || place === 2 ? 1 : 0;
    assert.deepEqual(first!.endorsements[index], { produced, expected: 1 });
  }
  for (const { index } of epoch.chunkValidators(3)[1]!) {
    assert.deepEqual(second!.endorsements[index], { produced: 0, expected: 1 });
  }
});

test('the latest proposal counts, and the first one within a block', () => {
  const blocks = [
    createStakes(['b', 1], ['a', 1]),
    createStakes(['b', 3], ['c', 9], ['b', 2]),
    [],
  ].map((proposals, index) => createBlock({ height: index + 1, proposals }));
  const statistics = blocks.reduce(
    (known, block) => extendStatistics(known, epoch, block, createPlainDraw(block.height - 1)),
    EMPTY,
  );
  assert.deepEqual(statistics.proposals, createStakes(['a', 1], ['b', 3], ['c', 9]));
});

test('stored values read back unchanged, and the previous value is untouched', () => {
  const before = encode(EpochStatistics, EMPTY);
  const block = createBlock({ height: 1, proposals: createStakes(['node9', 1]) });
  const statistics = extendStatistics(EMPTY, epoch, block, createPlainDraw(0));
  assert.deepEqual(decode(EpochStatistics, encode(EpochStatistics, statistics)), statistics);
  assert.deepEqual(encode(EpochStatistics, EMPTY), before);
  const work = sumWork(statistics);
  assert.equal(
    work.reduce((sum, { chunks }) => sum + chunks.expected, 0),
    2,
  );
  assert.throws(() => decode(EpochStatistics, before.subarray(1)));
});
