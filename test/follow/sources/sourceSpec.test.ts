// How block sources are named, and which names are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockSourceError } from '../../../src/follow/sources/blockSource.ts';
import {
  createBlockSource,
  openLakeStore,
  parseSourceSpec,
} from '../../../src/follow/sources/sourceSpec.ts';
import { ManualClock } from '../manualClock.ts';

test('names of sources', () => {
  const table = [
    ['neardata:https://mainnet.neardata.xyz', 'neardata', 'https://mainnet.neardata.xyz/'],
    ['lake:blocks', 'folder', 'blocks'],
    ['lake:/var/lake', 'folder', '/var/lake'],
    ['lake:s3://bucket', 'bucket', 'bucket'],
    ['s3://bucket', 'bucket', 'bucket'],
  ] as const;
  for (const [text, kind, place] of table) {
    const spec = parseSourceSpec(text);
    assert.equal(spec.kind, kind, text);
    const found = [spec].map((one) => {
      if (one.kind === 'neardata') return one.url.href;
      return one.kind === 'folder' ? one.directory : one.bucket;
    });
    assert.deepEqual(found, [place], text);
  }
});

test('the prefix of the blocks in a bucket', () => {
  const table = [
    ['lake:s3://bucket', ''],
    ['lake:s3://bucket/', ''],
    ['lake:s3://bucket/some/where', 'some/where'],
    ['lake:s3://bucket/some/where/', 'some/where'],
  ] as const;
  for (const [text, prefix] of table) {
    assert.deepEqual(parseSourceSpec(text), { kind: 'bucket', bucket: 'bucket', prefix }, text);
  }
});

test('an invalid name is refused with the valid forms', () => {
  const texts = [
    '',
    'x',
    'lake:',
    'lake:s3:',
    'lake:s3://',
    'neardata:',
    'neardata:ftp://x',
    'http://x',
  ];
  for (const text of texts) {
    assert.throws(
      () => parseSourceSpec(text),
      (error) => error instanceof BlockSourceError && error.code === 'source_spec',
      text,
    );
  }
});

test('a source is created from its name, which shows no key', async () => {
  const surroundings = { clock: new ManualClock(), report: () => {} };
  const settings = { apiKey: 'secret' };
  const table = [
    ['neardata:http://127.0.0.1:9/x/?apiKey=secret', 'neardata:http://127.0.0.1:9'],
    ['lake:blocks', 'lake:blocks'],
  ] as const;
  for (const [text, name] of table) {
    const source = await createBlockSource(text, settings, surroundings);
    assert.equal(source.name, name);
    source.close();
  }
});

test('blocks are written to files only, and nothing else is offered', async () => {
  for (const text of ['neardata:http://x', 'neardata:', 'x', '', 'lake:', 'lake:s3://']) {
    await assert.rejects(
      openLakeStore(text, {}),
      (error) =>
        error instanceof BlockSourceError &&
        error.code === 'source_spec' &&
        error.message.endsWith('; use lake:DIRECTORY or lake:s3://BUCKET.'),
      text,
    );
  }
});
