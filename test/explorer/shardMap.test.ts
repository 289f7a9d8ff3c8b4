// The drawing of shard layouts of every version, with the shards that were split.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapShards, readRanges } from '../../explorer/chain/shardMap.ts';
import { findShard, layoutOf, type ProtocolConfig } from '../../explorer/chain/shards.ts';

type Layout = ProtocolConfig['shard_layout'];

const V2_MAPS = { id_to_index_map: {}, index_to_id_map: {}, version: 3 };

const OLD: Layout = { V0: { num_shards: 2, version: 0 } };
const FIRST: Layout = {
  V1: {
    boundary_accounts: ['bob', 'kate'],
    shards_split_map: [[0, 1, 2]],
    to_parent_shard_map: [0, 0, 0],
    version: 1,
  },
};
const STATIC: Layout = {
  V2: {
    ...V2_MAPS,
    boundary_accounts: ['bob', 'kate'],
    shard_ids: [2, 3, 1],
    shards_split_map: { 0: [2, 3], 1: [1] },
    shards_parent_map: { 1: 1, 2: 0, 3: 0 },
  },
};
const DYNAMIC: Layout = {
  V3: {
    boundary_accounts: ['bob', 'dave', 'kate'],
    shard_ids: [2, 4, 5, 1],
    id_to_index_map: {},
    shards_split_map: { 0: [2, 3], 3: [4, 5] },
    last_split: 3,
  },
};

test('every layout is read as ranges of names', () => {
  const cases: [layout: Layout, ids: number[], parents: [number, number][]][] = [
    [OLD, [0, 1], []],
    [
      FIRST,
      [0, 1, 2],
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    ],
    [
      STATIC,
      [2, 3, 1],
      [
        [2, 0],
        [3, 0],
      ],
    ],
    [
      DYNAMIC,
      [2, 4, 5, 1],
      [
        [2, 0],
        [3, 0],
        [4, 3],
        [5, 3],
      ],
    ],
  ];
  for (const [layout, ids, parents] of cases) {
    const ranges = readRanges(layout);
    assert.deepEqual(ranges.ids, ids);
    assert.deepEqual([...ranges.parents], parents);
  }
});

test('bars fill the width, and a split shard is drawn over its parts', () => {
  const { bars, splits, hidden } = mapShards(DYNAMIC);
  assert.equal(hidden, 0);
  assert.deepEqual(
    bars.map(({ id, from, to, x, width }) => [id, from, to, x, width]),
    [
      [2, null, 'bob', 0, 25],
      [4, 'bob', 'dave', 25, 25],
      [5, 'dave', 'kate', 50, 25],
      [1, 'kate', null, 75, 25],
    ],
  );
  assert.deepEqual(splits, [
    { id: 0, x: 0, width: 25 },
    { id: 3, x: 25, width: 50 },
  ]);
  assert.deepEqual(mapShards(OLD).splits, []);
});

test('a layout with too many shards is cut', () => {
  const { bars, hidden } = mapShards({ V0: { num_shards: 100, version: 0 } });
  assert.equal(bars.length, 64);
  assert.equal(hidden, 36);
});

test('an account is in the shard whose range has its name', () => {
  const layout = layoutOf({ shard_layout: STATIC } as ProtocolConfig);
  const cases: [account: string, shard: number][] = [
    ['alice', 2],
    ['bob', 3],
    ['jane', 3],
    ['kate', 1],
    ['zoe', 1],
  ];
  for (const [account, shard] of cases) assert.equal(findShard(layout, account), shard, account);
});
