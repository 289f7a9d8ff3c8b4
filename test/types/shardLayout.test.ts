// Shard layouts that change: bytes, JSON, and the relations between the shards of successive
// layouts, on a chain of two shards that is split twice. The bytes were made by an independent
// encoder.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { parseJson } from '../../src/base/json/plainJson.ts';
import { decode, encode, encodedHash, encodedLength } from '../../src/codec/codec.ts';
import { createShardLayout, ShardLayout, sameLayout } from '../../src/types/shardLayout.ts';
import {
  childShards,
  deriveShardLayout,
  parentShard,
  resolveToCurrentShard,
  splitParents,
} from '../../src/types/shardSplits.ts';
import { createSplittableLayout, splitStatically } from '../support/staticSplit.ts';

const BASE = createSplittableLayout(['mm'], [0, 1]);
const ONCE = deriveShardLayout(BASE, 'tt', [BASE]);
const TWICE = deriveShardLayout(ONCE, 'ff', []);
const STATIC = splitStatically(BASE, 'tt');

const VECTORS = [
  {
    layout: BASE,
    length: 109,
    hash: 'HfpkKy8ATb837W4Y28VeyHtTenDNfJGKNMPyB7UmRTYw',
    hex: '0201000000020000006d6d0200000000000000000000000100000000000000020000000000000000000000000000000000000001000000000000000100000000000000020000000000000000000000000000000000000001000000000000000100000000000000000003000000',
  },
  {
    layout: ONCE,
    length: 193,
    hash: 'J1avizuqqC6N7KufUWtCu1jFDWGMLLeKxnQz8jqd7JxN',
    hex: '0302000000020000006d6d0200000074740300000000000000000000000200000000000000030000000000000003000000000000000000000000000000000000000200000000000000010000000000000003000000000000000200000000000000010000000100000000000000020000000200000000000000030000000000000001000000000000000300000000000000000000000000000002000000000000000100000001000000000000000300000000000000010000000100000000000000',
  },
  { layout: TWICE, length: 279, hash: 'A6zFkiiY4aQ22g3gZwCKwL4sfksxeu6yzDw9qGG7wCFN', hex: null },
  { layout: STATIC, length: 259, hash: '9rihgMEwYRuA3t2ooJTCA7o6bmf8qkJPewjdJ4yGkHq1', hex: null },
];

test('bytes of layouts, and both forms read back', () => {
  for (const { layout, length, hash, hex } of VECTORS) {
    assert.equal(encodedLength(ShardLayout, layout), length, hash);
    assert.equal(formatHash(encodedHash(ShardLayout, layout)), hash);
    if (hex !== null) assert.equal(bytesToHex(encode(ShardLayout, layout)), hex);
    assert.deepEqual(decode(ShardLayout, encode(ShardLayout, layout)), layout, hash);
    assert.deepEqual(ShardLayout.parse(parseJson(ShardLayout.json(layout))), layout, hash);
  }
});

test('JSON leaves out the ancestors', () => {
  assert.equal(
    ShardLayout.json(ONCE),
    '{"V3":{"boundary_accounts":["mm","tt"],"id_to_index_map":{"0":0,"2":1,"3":2},' +
      '"last_split":1,"shard_ids":[0,2,3],"shards_split_map":{"1":[2,3]}}}',
  );
  assert.deepEqual(TWICE.kind === 'V3' && TWICE.value.shardsAncestorMap, [
    [2, [1]],
    [3, [1]],
    [4, [0]],
    [5, [0]],
  ]);
});

test('layouts are the same only if everything in them is', () => {
  assert.ok(sameLayout(BASE, createSplittableLayout(['mm'], [0, 1])));
  assert.ok(!sameLayout(BASE, createShardLayout(['mm'], [0, 1])), 'other version');
  assert.ok(!sameLayout(ONCE, STATIC), 'other kind');
});

const FLAT: ShardLayout = { kind: 'V0', value: { numShards: 2, version: 0 } };
const OLD: ShardLayout = {
  kind: 'V1',
  value: {
    boundaryAccounts: ['bb', 'cc'],
    shardsSplitMap: [[0, 1], [2]],
    toParentShardMap: [0, 0, 1],
    version: 1,
  },
};
const LAYOUTS = { FLAT, OLD, BASE, STATIC, ONCE, TWICE };

/** For shard ids 0, 1, …; the parent of a shard that does not exist is null. */
const RELATIONS: {
  name: keyof typeof LAYOUTS;
  children: (number[] | null)[];
  parents: (number | null)[];
  resolved: (number | null)[];
  split: number[];
}[] = [
  { name: 'FLAT', children: [null], parents: [null, null], resolved: [null], split: [] },
  {
    name: 'OLD',
    children: [[0, 1], [2], null],
    parents: [0, 0, 1, null],
    resolved: [0, 2, null],
    split: [0, 1],
  },
  { name: 'BASE', children: [null, null], parents: [null, null], resolved: [null], split: [] },
  {
    name: 'STATIC',
    children: [[0], [2, 3], null, null],
    parents: [0, null, 1, 1, null],
    resolved: [0, 2, null, null],
    split: [1],
  },
  {
    name: 'ONCE',
    children: [[0], [2, 3], null, null, null],
    parents: [0, null, 1, 1, null],
    resolved: [0, 2, 2, 3, null],
    split: [1],
  },
  {
    name: 'TWICE',
    children: [[4, 5], null, [2], [3], null, null, null],
    parents: [null, null, 2, 3, 0, 0],
    resolved: [4, 2, 2, 3, 4, 5, null],
    split: [0],
  },
];

test('children, parents and successors of shards', () => {
  for (const { name, children, parents, resolved, split } of RELATIONS) {
    const layout = LAYOUTS[name];
    for (const [id, expected] of children.entries()) {
      assert.deepEqual(childShards(layout, id), expected, `${name}: children of ${id}`);
    }
    for (const [id, expected] of parents.entries()) {
      assert.equal(parentShard(layout, id), expected, `${name}: parent of ${id}`);
    }
    for (const [id, expected] of resolved.entries()) {
      assert.equal(resolveToCurrentShard(layout, id), expected, `${name}: successor of ${id}`);
    }
    assert.deepEqual(splitParents(layout), split, name);
  }
});

test('a successor is found through several splits', () => {
  const again = deriveShardLayout(TWICE, 'ee', []);
  assert.deepEqual(again.kind === 'V3' && again.value.shardIds, [6, 7, 5, 2, 3]);
  assert.equal(resolveToCurrentShard(again, 0), 6);
  assert.deepEqual(again.kind === 'V3' && again.value.shardsAncestorMap[3], [6, [4, 0]]);
});

test('the shard at the boundary is split, and ids count on from the largest', () => {
  const ids = [10, 11, 1, 8, 9];
  const layout = createSplittableLayout(['b.near', 'd.near', 'f.near', 'h.near'], ids);
  const derived = deriveShardLayout(layout, 'g.near', [layout]);
  assert.deepEqual(derived.kind === 'V3' && derived.value.shardIds, [10, 11, 1, 12, 13, 9]);
  assert.deepEqual(derived.kind === 'V3' && derived.value.lastSplit, 8);
});

test('the first dynamic split knows the static ones before it', () => {
  const derived = deriveShardLayout(STATIC, 'ff', [STATIC, BASE]);
  assert.deepEqual(derived.kind === 'V3' && derived.value, TWICE.kind === 'V3' && TWICE.value);
  const old = createShardLayout(['mm'], [0, 1]);
  const short = deriveShardLayout(STATIC, 'ff', [STATIC, old]);
  assert.deepEqual(short.kind === 'V3' && short.value.shardsSplitMap, [[0, [4, 5]]], 'version 0');
});

test('a split that is not possible', () => {
  const far = createSplittableLayout([], [65534]);
  const contradiction = createSplittableLayout(['mm', 'tt'], [1, 2, 3]);
  const refused: [ShardLayout, string, ShardLayout[], RegExp][] = [
    [FLAT, 'aa', [], /by their hash/],
    [ONCE, 'tt', [], /tt is a boundary account/],
    [far, 'aa', [far], /no shard id left above 65534/],
    [contradiction, 'nn', [STATIC, BASE], /the earlier layouts contradict the split: shard 1/],
  ];
  for (const [layout, boundary, history, message] of refused) {
    const derive = () => deriveShardLayout(layout, boundary, history);
    assert.throws(derive, { code: 'shard_layout', message }, `${message}`);
  }
});

const v2 = (maps: object) => ({
  V2: {
    boundary_accounts: ['mm', 'tt'],
    shard_ids: [0, 2, 3],
    id_to_index_map: { 0: 0, 2: 1, 3: 2 },
    index_to_id_map: { 0: 0, 1: 2, 2: 3 },
    version: 3,
    ...maps,
  },
});
const v3 = (fields: object) => ({
  V3: {
    boundary_accounts: ['mm', 'tt'],
    shard_ids: [0, 2, 3],
    id_to_index_map: { 0: 0, 2: 1, 3: 2 },
    shards_split_map: { 1: [2, 3] },
    last_split: 1,
    ...fields,
  },
});
const parents = { shards_parent_map: { 0: 0, 2: 1, 3: 1 } };

test('layouts whose maps contradict each other are refused', () => {
  assert.doesNotThrow(() =>
    ShardLayout.parse(v2({ ...parents, shards_split_map: { 0: [0], 1: [2, 3] } })),
  );
  assert.doesNotThrow(() => ShardLayout.parse(v3({})));
  const refused: [object, RegExp][] = [
    [v2(parents), /both present or both absent/],
    [v2({ ...parents, shards_split_map: { 5: [0], 1: [2, 3] } }), /shard 5 has one child/],
    [v2({ ...parents, shards_split_map: { 0: [0, 2, 3] } }), /shard 0 is split, but still/],
    [v2({ ...parents, shards_split_map: { 1: [2, 3] } }), /not the shard_ids/],
    [v2({ ...parents, shards_split_map: { 0: [0], 1: [2, 2] } }), /shard 2 has two parents/],
    [v2({ ...parents, shards_split_map: { 0: [0], 4: [2, 3] } }), /shards_parent_map does not/],
    [v2({ ...parents, shards_split_map: { x: [0] } }), /string "x", expected u64/],
    [v2({ id_to_index_map: { '-1': 0 } }), /string "-1", expected u64/],
    [v3({ last_split: 7 }), /last_split, shard 7, is not in shards_split_map/],
    [v3({ shards_split_map: {} }), /last_split, shard 1, is not in/],
    [v3({ shards_split_map: { 1: [2] } }), /shard 1 has fewer than two children/],
    [v3({ shards_split_map: { 1: [2, 3], 0: [4, 5] } }), /shard 0 is split, but still/],
    [v3({ shards_split_map: { 1: [2, 3], 4: [2, 5] } }), /shard 2 has two parents/],
    [v3({ shards_split_map: { 1: [2, 4], 4: [1, 3] } }), /is its own ancestor/],
    [v3({ shards_split_map: { 1: [2, 3], 4: [5, 6], 5: [4, 7] } }), /is its own ancestor/],
  ];
  for (const [json, message] of refused) {
    assert.throws(() => ShardLayout.parse(json), { code: 'json', message }, `${message}`);
  }
});
