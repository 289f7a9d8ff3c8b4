// Blocks of a recorded chain that moves from protocol 84 to 85: their headers and chunk headers are
// rebuilt from the views, so their hashes show that the formats of both versions are right.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parseJson } from '../../../src/base/json/plainJson.ts';
import { blockRoots } from '../../../src/chain/blocks/blockRoots.ts';
import { decode, encode } from '../../../src/codec/codec.ts';
import { chunkHeaderFromView } from '../../../src/follow/messages/chunkHeaderFromView.ts';
import { headerFromView } from '../../../src/follow/messages/headerFromView.ts';
import { verifyFormats } from '../../../src/follow/verify/verifyFormats.ts';
import { protocolAt } from '../../../src/params/protocol.ts';
import { BlockHeader } from '../../../src/types/block.ts';
import { ChunkHeader, chunkHash, createChunkInner } from '../../../src/types/chunk.ts';
import { BlockView, blockHeaderToView } from '../../../src/types/views/blockView.ts';
import { ChunkHeaderView, chunkHeaderToView } from '../../../src/types/views/chunkView.ts';
import { repositoryPath } from '../../support/repository.ts';

/** The first block of the first epoch at 85. */
const UPGRADE_HEIGHT = 1622;

function readBlocks(): { readonly text: string; readonly view: BlockView }[] {
  const file = repositoryPath('test/recordings/data/steps/upgradeBlocks.jsonl.gz');
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.map((text) => ({ text, view: BlockView.parse(parseJson(text)) }));
}

test('headers before, at and after an upgrade have the hashes of their formats', () => {
  const seen = new Set<string>();
  for (const { text, view } of readBlocks()) {
    const { height } = view.header;
    const isUpgraded = height >= UPGRADE_HEIGHT;
    const header = headerFromView(view.header);
    assert.equal(header.version, isUpgraded ? 6 : 5, `header ${height}`);
    assert.deepEqual(decode(BlockHeader, encode(BlockHeader, header)), header, `header ${height}`);
    const chunks = view.chunks.map((chunk) => chunkHeaderFromView(chunk, height));
    for (const chunk of chunks) {
      assert.equal(chunk.inner.kind, isUpgraded ? 'V5' : 'V4', `chunk of ${height}`);
      assert.deepEqual(decode(ChunkHeader, encode(ChunkHeader, chunk)), chunk, `of ${height}`);
    }
    assert.deepEqual(blockRoots(chunks).chunkHeadersRoot, header.rest.chunkHeadersRoot);
    const shown = {
      author: view.author,
      header: blockHeaderToView(header),
      chunks: chunks.map(chunkHeaderToView),
    };
    assert.equal(BlockView.json(shown), text, `the view of ${height}`);
    seen.add(`${header.version} ${chunks[0]?.inner.kind}`);
  }
  assert.deepEqual([...seen], ['5 V4', '6 V5']);
});

test('a chunk that is carried over an upgrade keeps its format, its hash and its view', () => {
  const before = readBlocks().find(({ view }) => view.header.height < UPGRADE_HEIGHT);
  const shown = before?.view.chunks[0];
  assert.ok(shown !== undefined);
  const carried = chunkHeaderFromView(shown, UPGRADE_HEIGHT);
  assert.equal(carried.inner.kind, 'V4');
  assert.ok(!ChunkHeaderView.json(chunkHeaderToView(carried)).includes('proposed_split'));
});

test('the format of a chunk decides over its hash and over its place for a split', () => {
  const [{ view } = assert.fail()] = readBlocks();
  const { inner, ...header } = chunkHeaderFromView(view.chunks[0]!, view.header.height);
  assert.ok(inner.kind === 'V4');
  const older = { ...header, inner: createChunkInner('V4', inner.value, null) };
  const newer = { ...header, inner: createChunkInner('V5', inner.value, null) };
  assert.deepEqual(older.inner, inner);
  assert.notDeepEqual(chunkHash(newer), chunkHash(older));
  assert.match(ChunkHeaderView.json(chunkHeaderToView(newer)), /"proposed_split":null/);
});

test('a block must have the formats of its epoch, but may bring older chunks', () => {
  const blocks = readBlocks().map(({ view }) => ({
    header: headerFromView(view.header),
    chunks: view.chunks.map((chunk) => chunkHeaderFromView(chunk, view.header.height)),
  }));
  const older = blocks.find(({ header }) => header.lite.height === UPGRADE_HEIGHT - 1)!;
  const newer = blocks.find(({ header }) => header.lite.height === UPGRADE_HEIGHT)!;
  const refused = { code: 'block_refused', message: /\(epoch\)/ };
  const moved = older.chunks.map((chunk) => ({ ...chunk, heightIncluded: UPGRADE_HEIGHT }));
  verifyFormats(older.header, older.chunks, protocolAt(84, 'release').formats);
  verifyFormats(newer.header, newer.chunks, protocolAt(85, 'release').formats);
  verifyFormats(newer.header, older.chunks, protocolAt(87, 'release').formats);
  verifyFormats(newer.header, moved, protocolAt(85, 'release').formats);
  assert.throws(
    () => verifyFormats(newer.header, newer.chunks, protocolAt(84, 'release').formats),
    refused,
  );
  assert.throws(
    () => verifyFormats(older.header, older.chunks, protocolAt(85, 'release').formats),
    refused,
  );
  const early = newer.chunks.map((chunk) => ({ ...chunk, heightIncluded: UPGRADE_HEIGHT - 1 }));
  assert.throws(
    () => verifyFormats(older.header, early, protocolAt(84, 'release').formats),
    refused,
  );
});

test('a header of the seventh version is refused', () => {
  const [{ view } = assert.fail()] = readBlocks();
  const encoded = encode(BlockHeader, headerFromView(view.header));
  encoded[0] = 6;
  assert.throws(() => decode(BlockHeader, encoded), { code: 'borsh' });
});
