// The alias tables: the reference's own vectors, and a property that must hold for any stakes: the
// chances of each position add up to exactly its share of the stake.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { u64Le } from '../../../src/base/bytes/bytes.ts';
import {
  createStakeWeightedIndex,
  sampleStakeWeightedIndex,
} from '../../../src/chain/epoch/stakeWeightedIndex.ts';

const NEAR = 10n ** 24n;

test('the tables are those of the reference', () => {
  assert.deepEqual(createStakeWeightedIndex([5n, 8n, 4n, 10n, 4n, 4n, 5n]), {
    stakeSum: 40n,
    aliases: [1, 0, 3, 1, 3, 3, 3],
    noAliasOdds: [35n, 40n, 28n, 29n, 28n, 28n, 35n],
  });
  const nearlyEqual = [50_000_003n, 50_000_002n, 50_000_001n, 50_000_000n].map((n) => n * NEAR);
  const { aliases, noAliasOdds } = createStakeWeightedIndex(nearlyEqual);
  assert.deepEqual(aliases, [0, 0, 0, 1]);
  const odds = [200_000_006n, 200_000_002n, 200_000_004n, 200_000_000n];
  assert.deepEqual(
    noAliasOdds,
    odds.map((n) => n * NEAR),
  );
});

test('the chance of every position is exactly its share of the stake', () => {
  for (const stakes of [[7n], [1n, 1n], [1n, 1000n], [3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n]]) {
    const { stakeSum, aliases, noAliasOdds } = createStakeWeightedIndex(stakes);
    const chances = [...noAliasOdds];
    for (const [position, alias] of aliases.entries()) {
      chances[alias]! += stakeSum - noAliasOdds[position]!;
    }
    assert.deepEqual(
      chances,
      stakes.map((stake) => stake * BigInt(stakes.length)),
    );
  }
});

test('the first eight bytes of a seed select a position, the next sixteen a weight', () => {
  const index = createStakeWeightedIndex([5n, 8n, 4n, 10n, 4n, 4n, 5n]);
  const sample = (position: bigint, weight: bigint) => {
    const seed = new Uint8Array(32).fill(0xff);
    seed.set(u64Le(position), 0);
    seed.set(u64Le(weight), 8);
    seed.fill(0, 16, 24);
    return sampleStakeWeightedIndex(index, seed);
  };
  assert.equal(sample(2n, 27n), 2);
  assert.equal(sample(2n, 28n), 3);
  assert.equal(sample(9n, 40n + 28n), 3);
  assert.equal(sample(9n, 40n + 27n), 2);
});
