// How a replay reports a difference: the first one in the JSON, its path, what was expected and
// found, and the error for a folder that is not a recording.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { JsonValue } from '../../src/base/json/exactJson.ts';
import { findDifference } from '../../src/compare/firstDifference.ts';
import { Recording } from '../../src/replay/recording.ts';
import { RecordingError } from '../../src/replay/recordingError.ts';
import { describeDifference } from '../../src/replay/replayRecording.ts';
import { writeGenesis } from '../support/runningNode.ts';
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
  ['an extra member', { a: 1 }, { a: 1, b: null }, 'it.b', ['nothing', 'null']],
  ['a member that all objects inherit', {}, { constructor: 1 }, 'it.constructor', ['nothing', '1']],
  ['a missing item', [1, 2], [1], 'it[1]', ['2', 'nothing']],
  ['an extra item', [], [[]], 'it[0]', ['nothing', '[]']],
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

  it('the order of members does not matter', () => {
    assert.equal(
      findDifference({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }),
      null,
    );
  });

  it('has a path without a leading name', () => {
    assert.equal(findDifference({ a: [0] }, { a: [1] })?.field, 'a[0]');
  });

  it('shortens long texts', () => {
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

function cut(): Buffer {
  return gzipSync(Buffer.from('{"height":1}\n'.repeat(1_000))).subarray(0, 40);
}

describe('a folder that is not a recording', () => {
  it('is refused', () => {
    const folder = createTemporaryFolder();
    const text = `${folder} holds no recording: genesis.json is missing`;
    assert.throws(() => new Recording(folder), new RecordingError(text));
  });

  it('with a genesis of an unknown protocol version is refused with the known ones', () => {
    const folder = createTemporaryFolder();
    writeGenesis(folder, { protocolVersion: 89 });
    assert.throws(() => new Recording(folder), {
      code: 'recording',
      message: /genesis has protocol version 89, which is not known; .* versions 84 to 88, /,
    });
  });

  const broken: readonly [name: string, file: string, content: string | Buffer, says: RegExp][] = [
    ['a line that is not JSON', 'blocks.jsonl', '{"height":1', /line 1 of .*blocks.jsonl cannot/],
    ['a line that is not an object', 'blocks.jsonl', '\n[1]', /line 2 of .* is not an object/],
    ['no height', 'blocks.jsonl', '{}', /line 1 of .*: "height" is not a height/],
    ['no block', 'blocks.jsonl', '{"height":1,"block":{}}', /"block" is not a response with a res/],
    ['no list', 'blocks.jsonl', '{"height":1,"block":{"result":{}},"chunks":1}', /"chunks" is not/],
    ['a file that is not packed', 'blocks.jsonl.gz', 'plain', /blocks.jsonl.gz cannot be read/],
    ['a packed file that was cut', 'blocks.jsonl.gz', cut(), /blocks.jsonl.gz cannot be read/],
  ];
  for (const [name, file, content, says] of broken) {
    it(`with ${name} is refused with the position`, async () => {
      const folder = createTemporaryFolder();
      writeGenesis(folder, {});
      writeFileSync(join(folder, file), content);
      const reading = new Recording(folder).blocks().next();
      await assert.rejects(reading, { code: 'recording', message: says });
    });
  }

  it('with keys that are not keys is refused', () => {
    for (const keys of ['{}', '[1]', '[{"account_id":"a.near","secret_key":"x"}]']) {
      const folder = createTemporaryFolder();
      writeGenesis(folder, {});
      writeFileSync(join(folder, 'validator_keys.json'), keys);
      assert.throws(() => new Recording(folder), { code: 'recording' }, keys);
    }
  });

  it('with a broken file is refused by its name', () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'genesis.json'), '{');
    assert.throws(
      () => new Recording(folder),
      (error) =>
        error instanceof RecordingError && error.message.includes('genesis.json cannot be read'),
    );
  });
});
