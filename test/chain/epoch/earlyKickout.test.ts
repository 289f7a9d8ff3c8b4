// Chunk producers that miss their chunks: who is excluded by which counts, and an epoch of more
// than a thousand blocks, drawn and counted block by block.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainDraw, findExcluded } from '../../../src/chain/epoch/earlyKickout.ts';
import { RELEASE_RULES } from '../../../src/params/protocolRules.ts';
import { createStakes } from './epochFixtures.ts';
import { HeaderChain } from './headerChain.ts';

/** The excluded validators of a shard, if these are the counts of validators 0, 1, …. */
function exclude(settlement: number[], ...counts: (readonly [number, number])[]): number[] {
  const chunks = counts.map(([produced, expected]) => ({ produced, expected }));
  const draw = { ...createPlainDraw(9), basis: { shards: [{ chunks: [] }, { chunks }] } };
  return [...findExcluded(draw, 1, settlement)];
}

test('a hundred missed chunks and less than 80 percent exclude', () => {
  assert.deepEqual(exclude([0, 1], [300, 300], [0, 99]), []);
  assert.deepEqual(exclude([0, 1], [300, 300], [0, 100]), [1]);
  assert.deepEqual(exclude([0, 1], [300, 300], [400, 500]), []);
  assert.deepEqual(exclude([0, 1], [300, 300], [399, 500]), [1]);
});

test('only producers of the shard are excluded', () => {
  assert.deepEqual(exclude([0, 2], [300, 300], [0, 500], [0, 500]), [2]);
});

test('if all are bad, the best one stays', () => {
  assert.deepEqual(exclude([0, 1, 2], [10, 200], [30, 200], [20, 200]), [0, 2]);
  assert.deepEqual(exclude([0, 1], [20, 400], [10, 200]), [0], 'fewer expected chunks');
  assert.deepEqual(exclude([1, 0], [10, 200], [10, 200]), [1], 'then the lower index');
  assert.deepEqual(exclude([0, 0], [0, 500]), [], 'the only one');
});

test('nobody is excluded without a basis', () => {
  assert.equal(findExcluded(createPlainDraw(9), 0, [0, 1]).size, 0);
});

/** The producers of the chunks of blocks 1, 2, … if those who are `bad` produce nothing. */
function produce(version: number, bad: readonly string[], blocks: number) {
  const chain = new HeaderChain({
    rules: RELEASE_RULES,
    protocolVersion: version,
    epochLength: 1_200,
    validators: createStakes(['good', 10n ** 27n], ['lazy', 10n ** 27n], ['poor', 5n * 10n ** 26n]),
  });
  const producers = Array.from({ length: blocks }, () => {
    const producer = chain.epochs.chunkProducerAfter(chain.head, 0);
    chain.extend({ chunkMask: [!bad.includes(producer)] });
    return producer;
  });
  const { currentValidators } = chain.epochs.validatorsAt(chain.head);
  const expected = new Map(
    currentValidators.map(({ validator, work }) => [validator.accountId, work.chunks.expected]),
  );
  return { producers, expected };
}

/** The first parent whose anchor's final block is 1,000 blocks after the first of the epoch. */
const FIRST_EXCLUSION = 1_004;

test('who misses its chunks is not drawn after a thousand blocks', () => {
  const { producers, expected } = produce(88, ['lazy'], 1_100);
  assert.equal(producers.lastIndexOf('lazy') < FIRST_EXCLUSION, true);
  assert.equal(producers.lastIndexOf('lazy') > FIRST_EXCLUSION - 20, true);
  for (const [account, count] of expected) {
    assert.equal(producers.filter((producer) => producer === account).length, count);
  }
});

test('the best stays if nobody produces', () => {
  const { producers } = produce(88, ['good', 'lazy', 'poor'], 1_100);
  const late = new Set(producers.slice(FIRST_EXCLUSION));
  // All have produced nothing, and this one of the fewest.
  assert.deepEqual([...late], ['poor']);
});

test('before version 87 nobody is excluded', () => {
  const { producers } = produce(86, ['lazy'], 1_100);
  assert.equal(producers.slice(FIRST_EXCLUSION).includes('lazy'), true);
});
