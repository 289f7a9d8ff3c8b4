// The bandwidth scheduler: its state row, byte for byte as in the reference node, on idle chains of
// one to four shards; and the effect of requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import {
  bandwidthParams,
  createBandwidthRequest,
  requestedIncrements,
} from '../../src/runtime/congestion/bandwidthRequests.ts';
import { scheduleBandwidth } from '../../src/runtime/congestion/scheduleBandwidth.ts';
import { bandwidthSchedulerStateTrieKey } from '../../src/state/trieKey.ts';
import { createShardLayout, shardIds } from '../../src/types/shardLayout.ts';
import { config, ONE_SHARD, TestChain } from './testChain.ts';

const LAYOUTS = {
  1: ONE_SHARD,
  2: createShardLayout(['test1'], [1, 0]),
  3: createShardLayout(['test1', 'test2'], [2, 1, 0]),
  4: createShardLayout(['test1', 'test2', 'test3'], [3, 1, 0, 2]),
};

function stateBytes(chain: TestChain, shardId: number): Uint8Array {
  return chain.state(shardId).get(bandwidthSchedulerStateTrieKey()) as Uint8Array;
}

/** The row after each of `blocks`; true means that the block has no chunk. */
function idleStates(shards: keyof typeof LAYOUTS, blocks: readonly boolean[]): Uint8Array[] {
  const layout = LAYOUTS[shards];
  const ids = shardIds(layout);
  const chain = new TestChain({ accounts: {}, layout });
  return blocks.map((isMissing) => {
    chain.apply({ missing: isMissing ? ids : [] });
    const [first, ...others] = ids.map((id) => stateBytes(chain, id));
    for (const other of others) assert.deepEqual(other, first, 'all shards compute the same');
    return first as Uint8Array;
  });
}

const ALLOWANCE_FULL = '20aa440000000000';
const ALLOWANCE_STEADY = '8023430000000000';
const ONE_LINK = '000100000000000000000000000000000000000000';
const SANITY = [
  '90366329a306885e44e53c49426e0eeba415df29c8e68e1093dda0a66030331a',
  '038b1ba35fb77fb356f167faa881c808a8570c8040e6c3bfe948f8dffc380b31',
  '4db19909b094a8668c87493885bd1aceba8e7ec4ea878564e95d6e0223629efc',
  '3dbd762f917d4b4ce0ab5073e49244f79a8b233a5bc87f66a9d4cca16856d9e1',
];

test('one shard, idle', () => {
  const withChunks = idleStates(1, [false, false, false]).map(bytesToHex);
  assert.deepEqual(
    withChunks,
    SANITY.slice(0, 3).map((hash) => `${ONE_LINK}${ALLOWANCE_STEADY}${hash}`),
  );
  const asRecorded = idleStates(1, [true, false, false, false]).map(bytesToHex);
  assert.deepEqual(
    asRecorded,
    SANITY.map((hash, i) => `${ONE_LINK}${i === 0 ? ALLOWANCE_FULL : ALLOWANCE_STEADY}${hash}`),
  );
});

test('several shards, idle', () => {
  const cases: [shards: keyof typeof LAYOUTS, blocks: boolean[], hashes: string[]][] = [
    [
      3,
      [false, false, false],
      [
        'E7ygVsa76wDB8A8oT8sqEA6HzgYHtLMfbFPRUaXNsTMp',
        '894qtYBnNVAwKMzz5oaAwV9ef9dApS62xnMBoVhoHCi8',
        'CKa5atdDTMpjkoP8yPcaBaQdw9FeeZH3toQKj9zgyKA',
      ],
    ],
    [
      4,
      [false, false, false],
      [
        '6FZTkPdTD3fkEHTig42ZyNzrQppVdEsDFUvemoigyiJg',
        'AYr251RoD48XmuDJY1bHycd11A9gJmhBSHt3KoY9KzWH',
        '8Mm9BhNN75MPGfJmyQKym2wZ3jjjZWU8tpoWoA5SCJ17',
      ],
    ],
    [
      2,
      [true, false, false],
      [
        'CwAg6B7emzGit8M38YaZuF2bwE1Qk54t1LTe1kHT37zg',
        'DMMmfpaL6SYxMvwWR6KHiXRR3A3Savs4n8dQE32cEHhi',
        'F3mD1LoNUKQVLKmgQk3jWaCdd361vttZQq2VdCsfVkjh',
      ],
    ],
    [
      4,
      [true, false, false, false],
      [
        'ESJNuwhCdZVF7qZJEex3Yjac8B4VMGPyDFJjSHgUSBAJ',
        'E5UJW6kE7o3rip9HwrD5cqRR4vXSiaDwHzU6Bnonkd9s',
        'FeU9w2t7NF3nR515N29j61vSmNQgMrzaoNyHFU5MiEBS',
        'Dj95wEUTdfrZAo1JPun4FxLNu2XECpa1wBa9cMQJKUmC',
      ],
    ],
  ];
  for (const [shards, blocks, hashes] of cases) {
    const found = idleStates(shards, blocks).map((bytes) => formatHash(sha256(bytes)));
    assert.deepEqual(found, hashes, `${shards} shards, missing ${blocks}`);
  }
});

test('base bandwidth and the forty values of a request', () => {
  const bases = [1, 2, 4, 5, 10].map((count) => bandwidthParams(config, count).baseBandwidth);
  assert.deepEqual(bases, [100_000, 100_000, 100_000, 76_424, 33_966]);
  const { requestValues } = bandwidthParams(config, 4);
  assert.equal(requestValues.length, 40);
  assert.equal(requestValues[0], 100_000 + Math.floor(4_094_304 / 40));
  assert.equal(requestValues[39], 4_194_304);
});

test('a request has one bit for each size at which more receipts can leave', () => {
  const params = bandwidthParams(config, 4);
  const [first, second, third] = params.requestValues as [number, number, number];
  const bitsOf = (sizes: number[]) => {
    const request = createBandwidthRequest(params, 9, sizes);
    return request === null ? null : bytesToHex(request.requestedValuesBitmap.data);
  };
  assert.equal(bitsOf([]), null);
  assert.equal(bitsOf([60_000, 40_000]), null, 'what base bandwidth covers is not requested');
  assert.equal(bitsOf([first]), '0100000000');
  assert.equal(bitsOf([first + 1]), '0200000000');
  assert.equal(bitsOf([90_000, 90_000, 90_000]), '0300000000');
  assert.equal(bitsOf([third, 1]), '0c00000000');
  assert.equal(
    bitsOf([10_000_000]),
    '0000000080',
    'a receipt beyond the limit counts as one at it',
  );
  assert.equal(bitsOf([4_194_304, 1]), '0000000080', 'what no value covers ends the request');
  const request = createBandwidthRequest(params, 9, [first, second - first]);
  assert.ok(request !== null);
  assert.deepEqual(requestedIncrements(params, request), [first - 100_000, second - first]);
});

test('requests are granted by allowance and within the budgets', () => {
  const params = bandwidthParams(config, 2);
  const run = (allowances: number[], requests: { link: number; increments: number[] }[]) =>
    scheduleBandwidth({
      params,
      shardCount: 2,
      allowances,
      isAllowed: [true, true, true, true],
      requests,
      seed: HASH_ZERO,
    });
  const large = 4_194_304 - 100_000;
  // Both request to fill the first receiver; the link that was granted less before comes first.
  const { allowances, granted } = run(
    [0, 0, 1_000_000, 0],
    [
      { link: 0, increments: [large] },
      { link: 2, increments: [large] },
    ],
  );
  const [own = 0, , other = 0] = granted;
  assert.ok(other >= 4_194_304);
  assert.equal(own + other, 4_500_000, 'the receiver is filled to its budget');
  assert.deepEqual(allowances, [2_150_000, 2_150_000, 0, 2_150_000]);
});

test('nothing is granted on a closed link, and what is left goes to open ones', () => {
  const { granted } = scheduleBandwidth({
    params: bandwidthParams(config, 2),
    shardCount: 2,
    allowances: [0, 0, 0, 0],
    isAllowed: [false, false, true, false],
    requests: [{ link: 0, increments: [500_000] }],
    seed: HASH_ZERO,
  });
  assert.deepEqual(granted, [0, 0, 4_500_000, 0]);
});
