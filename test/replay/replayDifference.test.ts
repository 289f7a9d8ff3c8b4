// How a replay tells what differs: the first place in JSON, where it is, what was expected and
// found, and what a folder that is no recording is told.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonValue } from '../../src/base/json/exactJson.ts';
import { findDifference } from '../../src/compare/firstDifference.ts';
import { Recording, RecordingError } from '../../src/replay/recording.ts';
import { describeDifference } from '../../src/replay/replayRecording.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

type Case = readonly [
  name: string,
  expected: JsonValue,
  found: JsonValue,
  field: string,
  texts: readonly [expected: string, found: string],
];

const CASES: readonly Case[] = [
  ['a value', 1, 2, 'it', ['1', '2']],
  ['a type', '1', 1, 'it', ['"1"', '1']],
  ['null', null, 0, 'it', ['null', '0']],
  [
    'a large number',
    2n ** 64n - 1n,
    2n ** 64n - 2n,
    'it',
    [`${2n ** 64n - 1n}`, `${2n ** 64n - 2n}`],
  ],
  ['a member', { a: { b: 1 } }, { a: { b: 2 } }, 'it.a.b', ['1', '2']],
  ['an item', { a: [1, 2, 3] }, { a: [1, 5, 6] }, 'it.a[1]', ['2', '5']],
  ['a missing member', { a: 1, b: 2 }, { a: 1 }, 'it.b', ['2', 'nothing']],
  ['a member too many', { a: 1 }, { a: 1, b: null }, 'it.b', ['nothing', 'null']],
  ['a member that all objects inherit', {}, { constructor: 1 }, 'it.constructor', ['nothing', '1']],
  ['a missing item', [1, 2], [1], 'it[1]', ['2', 'nothing']],
  ['an item too many', [], [[]], 'it[0]', ['nothing', '[]']],
  ['an object for a list', {}, [], 'it', ['{}', '[]']],
  ['the first of several', { b: 1, a: 1 }, { a: 2, b: 2 }, 'it.a', ['1', '2']],
];

describe('a difference', () => {
  for (const [name, expected, found, field, [expectedText, foundText]] of CASES) {
    it(name, () => {
      const difference = findDifference(expected, found, 'it');
      assert.deepEqual(difference, { field, expected: expectedText, found: foundText });
    });
  }

  it('the order of members is none', () => {
    assert.equal(
      findDifference({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }),
      null,
    );
  });

  it('has a path without a name in front', () => {
    assert.equal(findDifference({ a: [0] }, { a: [1] })?.field, 'a[0]');
  });

  it('does not show endless texts', () => {
    const difference = findDifference('x'.repeat(1_000_000), 'y');
    assert.ok(difference !== null);
    assert.equal(difference.expected.length, 2_001);
    assert.equal(difference.found, '"y"');
  });
});

describe('the last line of a replay', () => {
  const difference = { height: 7, field: 'block.x', expected: '1', found: '2' };

  it('names the height, and the shard if there is one', () => {
    assert.equal(
      describeDifference({ ...difference, shardId: null }),
      'height 7: block.x: expected 1, found 2',
    );
    assert.equal(
      describeDifference({ ...difference, shardId: 3 }),
      'height 7, shard 3: block.x: expected 1, found 2',
    );
  });
});

describe('a folder that is no recording', () => {
  it('is told so', () => {
    const folder = createTemporaryFolder();
    const text = `${folder} holds no recording: genesis.json is missing`;
    assert.throws(() => new Recording(folder), new RecordingError(text));
  });

  it('with a broken file is told which', () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'genesis.json'), '{');
    assert.throws(
      () => new Recording(folder),
      (error) =>
        error instanceof RecordingError && error.message.includes('genesis.json cannot be read'),
    );
  });
});
