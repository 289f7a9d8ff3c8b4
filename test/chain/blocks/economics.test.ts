// The gas price and the total supply from block to block, with numbers computed by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  gasPriceRule,
  nextGasPrice,
  nextTotalSupply,
} from '../../../src/chain/blocks/economics.ts';
import type { ChunkHeader } from '../../../src/types/chunk.ts';
import { createNetworkGenesis } from '../../support/testNetwork.ts';

const { config } = createNetworkGenesis();
const RULE = gasPriceRule(config);
const LIMIT = 1_000_000_000_000_000n;

function chunk(prevGasUsed: bigint, prevBalanceBurnt = 0n, gasLimit = LIMIT): ChunkHeader {
  const value = { prevGasUsed, gasLimit, prevBalanceBurnt };
  return { inner: { kind: 'V5', value } } as unknown as ChunkHeader;
}

const PRICES: readonly [name: string, price: bigint, chunks: ChunkHeader[], next: bigint][] = [
  ['falls by half a percent when nothing is used', 1_000_000_000n, [chunk(0n)], 995_000_000n],
  ['rises as much when everything is used', 1_000_000_000n, [chunk(LIMIT)], 1_005_000_000n],
  ['stays when half is used', 1_000_000_000n, [chunk(LIMIT / 2n)], 1_000_000_000n],
  ['never falls below the minimum', 100_000_000n, [chunk(0n)], 100_000_000n],
  ['never rises above twenty times that', 2_000_000_000n, [chunk(LIMIT)], 2_000_000_000n],
  [
    'counts all new chunks together',
    123_456_789n,
    [chunk(700_000_000_000_000n), chunk(0n)],
    123_271_603n,
  ],
  ['stays without new chunks', 123_456_789n, [], 123_456_789n],
  ['stays without new chunks even out of its range', 1n, [], 1n],
  ['stays without any gas to use', 7n, [chunk(0n, 0n, 0n)], 7n],
];

for (const [name, price, chunks, next] of PRICES) {
  test(`the price ${name}`, () => {
    assert.equal(nextGasPrice(RULE, price, chunks), next);
  });
}

test('the bounds of the price come from genesis', () => {
  assert.deepEqual(RULE, { min: 100_000_000n, max: 2_000_000_000n, adjustment: [1n, 100n] });
  const low = gasPriceRule({ ...config, maxGasPrice: 150_000_000n });
  assert.equal(nextGasPrice(low, 150_000_000n, [chunk(LIMIT)]), 150_000_000n);
});

test('the supply grows by what is minted and shrinks by what new chunks burnt', () => {
  assert.equal(nextTotalSupply(1_000n, 0n, []), 1_000n);
  assert.equal(nextTotalSupply(1_000n, 5n, []), 1_005n);
  assert.equal(nextTotalSupply(1_000n, 5n, [chunk(0n, 7n), chunk(0n, 100n)]), 898n);
});
