// The layout of the epoch after the next: by configuration files of three versions, by a split that
// a header announces, and where both are given.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout } from '../../../src/chain/epoch/layoutChoice.ts';
import { findSuccession } from '../../../src/chain/epoch/shardSuccession.ts';
import { createEpochConfigs } from '../../../src/params/epochConfigs.ts';
import type { EpochConfig } from '../../../src/types/epochConfig.ts';
import { type ShardLayout, shardIds } from '../../../src/types/shardLayout.ts';
import { deriveShardLayout } from '../../../src/types/shardSplits.ts';
import { CONFIG, createLayout, DYNAMIC, GENESIS } from './epochFixtures.ts';

const ONE = createLayout(0);
const TWO = deriveShardLayout(ONE, 'm', []);
const THREE = deriveShardLayout(TWO, 'r', []);

function withLayout(layout: ShardLayout): EpochConfig {
  return { ...CONFIG, shardLayoutConfig: { kind: 'static', layout } };
}

/** The versions of an ending epoch and of the one after the next. */
function choose(
  files: readonly (readonly [number, EpochConfig])[] | null,
  [version, nextNextVersion]: readonly [number, number],
  nextLayout: ShardLayout,
  shardSplit: readonly [number, string] | null = null,
): readonly number[] {
  const configs = createEpochConfigs({ ...GENESIS, protocolVersion: 85 }, files);
  const choice = { configs, version, nextNextVersion, nextLayout, shardSplit };
  return shardIds(chooseLayout(choice));
}

test('static layouts follow the version of the epoch', () => {
  const files = [
    [85, withLayout(ONE)],
    [86, withLayout(TWO)],
    [88, withLayout(THREE)],
  ] as const;
  assert.deepEqual(choose(files, [85, 85], ONE), [0]);
  assert.deepEqual(choose(files, [85, 86], ONE), [1, 2]);
  assert.deepEqual(choose(files, [86, 87], TWO), [1, 2]);
  assert.deepEqual(choose(files, [86, 88], TWO), [1, 3, 4]);
  assert.deepEqual(choose(files, [85, 88], ONE), [1, 3, 4], 'over a version in between');
  assert.deepEqual(choose(files, [88, 85], THREE), [0], 'and back');
  assert.deepEqual(choose(files, [85, 85], ONE, [0, 'm']), [0], 'whatever a header says');
});

test('a dynamic layout changes by the split of the last block', () => {
  const files = [
    [85, withLayout(ONE)],
    [86, DYNAMIC],
  ] as const;
  // Epochs before the dynamic configuration do not decide.
  assert.deepEqual(choose(files, [85, 86], ONE, [0, 'm']), [0]);
  assert.deepEqual(choose(files, [86, 86], ONE), [0]);
  assert.deepEqual(choose(files, [86, 86], ONE, [0, 'm']), [1, 2]);
  assert.deepEqual(choose(files, [86, 87], TWO, [2, 'r']), [1, 3, 4]);
  // The shard is gone.
  assert.deepEqual(choose(files, [86, 86], TWO, [0, 'r']), [1, 2]);
  assert.throws(() => choose(files, [86, 86], TWO, [1, 'm']), { code: 'shard_layout' });
});

test('without files, headers alone decide', () => {
  assert.deepEqual(choose(null, [85, 85], TWO), [1, 2]);
  assert.deepEqual(choose(null, [85, 85], ONE, [0, 'm']), [1, 2]);
});

test('shards that split have successors; unrelated layouts have none', () => {
  assert.equal(findSuccession(ONE, createLayout(0), true), 'same');
  assert.deepEqual(findSuccession(ONE, TWO, true), [[0, 1]]);
  assert.deepEqual(findSuccession(TWO, THREE, true), [[0], [1, 2]]);
  assert.equal(findSuccession(TWO, THREE, false), 'none');
  assert.equal(findSuccession(ONE, THREE, true), 'none');
  assert.equal(findSuccession(THREE, TWO, true), 'none');
  assert.equal(findSuccession(createLayout(0, 1), createLayout(0, 1, 2), true), 'none');
});
