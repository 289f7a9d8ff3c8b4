// Mandates: the reference's vectors for prices, lists and samples, and the price against a search
// that tries every price.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChaChaRng } from '../../../src/base/crypto/chacha.ts';
import { createMandates, sampleMandates } from '../../../src/chain/epoch/mandates.ts';

const NEAR = 10n ** 24n;
const STAKES = [30n, 27n, 9n, 12n, 35n, 4n, 6n];

function create(stakes: readonly bigint[], targetMandatesPerShard: number, numShards: number) {
  return createMandates({ targetMandatesPerShard, numShards }, stakes);
}

test('stakes are split into mandates and a remainder', () => {
  const { stakePerMandate, mandates, partials } = create(STAKES, 3, 3);
  assert.equal(stakePerMandate, 10n);
  assert.deepEqual(mandates, [0, 0, 0, 1, 1, 3, 4, 4, 4]);
  assert.deepEqual(partials, [
    [1, 7n],
    [2, 9n],
    [3, 2n],
    [4, 5n],
    [5, 4n],
    [6, 6n],
  ]);
  assert.equal(create(STAKES, 3, 4).stakePerMandate, 8n);
});

test('four equal stakes on three shards leave 26 each', () => {
  const { stakePerMandate, mandates, partials } = create(
    new Array(4).fill(50_000_000n * NEAR),
    68,
    3,
  );
  assert.equal(stakePerMandate, 980392156862745098039215686274n);
  assert.equal(mandates.length, 204);
  assert.deepEqual(
    partials,
    [0, 1, 2, 3].map((index) => [index, 26n]),
  );
});

test('the price is the highest that yields the wanted count, or the last that yields more', () => {
  const lists = [STAKES, [1n], [2n, 2n], [1n, 1n, 1n], [100n, 1n], [7n, 7n, 7n, 1n], [5n, 50n]];
  for (const stakes of lists) {
    const total = stakes.reduce((a, b) => a + b, 0n);
    for (let target = 1; target < 20; target++) {
      const wanted = BigInt(target) < total ? BigInt(target) : total;
      const countAt = (price: bigint) => stakes.reduce((sum, stake) => sum + stake / price, 0n);
      const prices = Array.from({ length: Number(total) }, (_, i) => BigInt(i + 1));
      const exact = prices.findLast((price) => countAt(price) === wanted);
      const above = prices.findLast((price) => countAt(price) > wanted);
      const { stakePerMandate } = create(stakes, target, 1);
      assert.equal(stakePerMandate, exact ?? above, `${stakes} for ${target}`);
    }
  }
});

/** Validators and weights by shard. */
type Sample = (readonly [index: number, weight: number])[][];

const SAMPLES: readonly (readonly [shards: number, Sample])[] = [
  [
    3,
    [
      [
        [1, 17],
        [4, 10],
        [6, 6],
        [0, 10],
      ],
      [
        [4, 5],
        [5, 4],
        [0, 10],
        [1, 10],
        [3, 10],
      ],
      [
        [0, 10],
        [2, 9],
        [4, 20],
        [3, 2],
      ],
    ],
  ],
  [
    4,
    [
      [
        [3, 8],
        [6, 6],
        [0, 22],
      ],
      [
        [4, 8],
        [2, 9],
        [1, 8],
      ],
      [
        [0, 8],
        [3, 4],
        [4, 19],
      ],
      [
        [4, 8],
        [5, 4],
        [1, 19],
      ],
    ],
  ],
];

for (const [shards, expected] of SAMPLES) {
  test(`a sample over ${shards} shards is that of the reference`, () => {
    const sample = sampleMandates(create(STAKES, 3, shards), ChaChaRng.fromU64(42n, 8));
    assert.deepEqual(
      sample.map((shard) => shard.map(({ index, weight }) => [index, Number(weight)])),
      expected,
    );
  });
}

test('all mandates are assigned, also those of a single validator', () => {
  for (const stakes of [STAKES, [1000n], [17n]]) {
    const sample = sampleMandates(create(stakes, 5, 3), ChaChaRng.fromU64(7n, 20));
    const dealt = stakes.map(() => 0n);
    for (const { index, weight } of sample.flat()) dealt[index]! += weight;
    assert.deepEqual(dealt, stakes);
  }
});
