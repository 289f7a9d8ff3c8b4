// The assignment of chunk producers to shards against the cases of the reference's own tests.
// Producer `n` is the n-th in the list, and all have the same stake.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import {
  type AssignmentInput,
  assignChunkProducers,
} from '../../../src/chain/epoch/chunkProducers.ts';
import type { ShardSuccession } from '../../../src/chain/epoch/shardSuccession.ts';
import { createStake } from './epochFixtures.ts';

const nameOf = (index: number) => `test${String(index).padStart(2, '0')}`;

interface Case {
  readonly what: string;
  readonly count: number;
  readonly shards: number;
  readonly min?: number;
  readonly limit: number;
  readonly previous?: readonly (readonly number[])[];
  /** The shards did not change unless specified. */
  readonly succession?: ShardSuccession;
  /** In the order of the producers; 100 unless specified. */
  readonly stakes?: readonly number[];
  readonly expected: number[][] | null;
}

function assign(example: Omit<Case, 'what' | 'expected'>) {
  const { count, shards, min = 1, limit, previous = [], succession = 'same', stakes } = example;
  const input: AssignmentInput = {
    producers: Array.from({ length: count }, (_, index) =>
      createStake(nameOf(index), stakes?.[index] ?? 100),
    ),
    shardCount: shards,
    minPerShard: min,
    changesLimit: limit,
    rngSeed: HASH_ZERO,
    previous: previous.map((members) => members.map(nameOf)),
    succession,
  };
  return assignChunkProducers(input);
}

const CASES: readonly Case[] = [
  { what: 'one for one', count: 1, shards: 1, limit: 1, expected: [[0]] },
  {
    what: 'a new one is assigned whatever the limit',
    count: 1,
    shards: 1,
    limit: 0,
    previous: [[1]],
    expected: [[0]],
  },
  {
    what: 'too few are repeated',
    count: 3,
    shards: 3,
    min: 2,
    limit: 0,
    previous: [
      [0, 1, 2],
      [0, 1, 2],
      [3, 4, 5],
    ],
    expected: [
      [0, 1],
      [1, 0],
      [2, 0],
    ],
  },
  {
    what: 'empty shards are filled whatever the limit',
    count: 4,
    shards: 4,
    limit: 0,
    previous: [[0, 1, 2], [3], [], []],
    expected: [[0], [3], [1], [2]],
  },
  {
    what: 'no producer moves when all is balanced',
    count: 4,
    shards: 2,
    limit: 0,
    previous: [
      [2, 3],
      [0, 1],
    ],
    expected: [
      [2, 3],
      [0, 1],
    ],
  },
  {
    what: 'the limit ends balancing',
    count: 6,
    shards: 3,
    limit: 1,
    previous: [[0, 1, 2, 3], [4], [5]],
    expected: [[0, 1, 3], [2, 4], [5]],
  },
  {
    what: 'at genesis producers are assigned round-robin',
    count: 10,
    shards: 3,
    limit: 1,
    expected: [
      [0, 3, 6, 9],
      [1, 4, 7],
      [2, 5, 8],
    ],
  },
  {
    what: 'a difference of one is balanced',
    count: 7,
    shards: 3,
    limit: 5,
    previous: [[0, 1, 2, 3, 4], [5], [6]],
    expected: [
      [0, 1, 4],
      [3, 5],
      [2, 6],
    ],
  },
  {
    what: 'the producers of a split shard are shared out by stake',
    count: 6,
    shards: 2,
    limit: 5,
    stakes: [50, 40, 30, 20, 10, 5],
    previous: [[5, 4, 3, 2, 1, 0]],
    succession: [[0, 1]],
    expected: [
      [0, 3, 4],
      [1, 2, 5],
    ],
  },
  {
    what: 'the producers of other shards move along with their shard',
    count: 6,
    shards: 3,
    limit: 0,
    previous: [
      [0, 1],
      [2, 3, 4, 5],
    ],
    succession: [[0], [1, 2]],
    expected: [
      [0, 1],
      [2, 4],
      [3, 5],
    ],
  },
  {
    what: 'a new layout fills its shards at once, whatever the limit',
    count: 6,
    shards: 3,
    limit: 0,
    stakes: [100, 1, 1, 1, 1, 1],
    previous: [[], [0, 1, 2, 3, 4, 5]],
    succession: [[0], [1, 2]],
    expected: [[3, 4], [0], [1, 2, 5]],
  },
  {
    what: 'unrelated layouts start afresh',
    count: 4,
    shards: 2,
    limit: 0,
    previous: [[0, 1], [2], [3]],
    succession: 'none',
    expected: [
      [0, 2],
      [1, 3],
    ],
  },
  { what: 'one on all shards', count: 1, shards: 4, limit: 5, expected: [[0], [0], [0], [0]] },
  { what: 'not enough for one shard', count: 1, shards: 2, min: 2, limit: 5, expected: null },
];

for (const { what, expected, ...input } of CASES) {
  test(what, () => assert.deepEqual(assign(input), expected));
}

test('several epochs lead to balance, two changes at a time', () => {
  let shards = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13, 14], [] as number[]];
  for (let epoch = 0; epoch < 5 && shards.some(({ length }) => length !== 5); epoch++) {
    const next = assign({ count: 15, shards: 3, limit: 2, previous: shards });
    assert.ok(next !== null);
    const moved = next.flatMap((members, index) =>
      members.filter((member) => !shards[index]!.includes(member)),
    );
    assert.ok(moved.length <= 2);
    shards = next;
  }
  assert.deepEqual(
    shards.map(({ length }) => length),
    [5, 5, 5],
  );
});
