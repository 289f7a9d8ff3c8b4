// What is exported in NEAR Lake's layout is read back unchanged, by us and by the library that
// indexers use, whatever the order in which files appear. The tests use a chain whose blocks are
// produced on demand, a folder, and a small object store on this machine.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as s3 from '@aws-sdk/client-s3';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { ExportError, exportBlocks } from '../../src/follow/exportBlocks.ts';
import { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { buildBlockMessage } from '../../src/follow/messages/buildMessage.ts';
import { BlockSourceError } from '../../src/follow/sources/blockSource.ts';
import { LakeBucket, type S3Module } from '../../src/follow/sources/lakeBucket.ts';
import { LakeFolder } from '../../src/follow/sources/lakeFolder.ts';
import { createLakeSource } from '../../src/follow/sources/lakeSource.ts';
import { formatLakeHeight, type LakeStore } from '../../src/follow/sources/lakeStore.ts';
import { ALICE, BOB, NEAR, transfer } from '../chain/localChain.ts';
import { LoggingChain } from '../rpc/support/loggingChain.ts';
import { ObjectStore } from '../support/objectStore.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { ManualClock } from './manualClock.ts';

// The library looks for credentials, but the store does not check them.
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';

const objects = await ObjectStore.start();
after(() => objects.close());

const chain = createChain();
const SKIPPED = chain.height - 7;
const final = chain.context.chain.finalHead().height;

function createChain(text = 'hello'): LoggingChain {
  const made = new LoggingChain();
  made.deploy();
  made.say(text);
  made.submit(ALICE, BOB, [transfer(NEAR)]);
  made.settle();
  leaveOut(made, 3);
  made.mine(6);
  return made;
}

/** Produces a block after heights without one. */
function leaveOut({ local }: LoggingChain, skip: number): void {
  local.producer.produceBlock({ skip });
}

let buckets = 0;

/** A new place of the same kind each time. */
const PLACES: readonly [kind: string, create: () => LakeStore][] = [
  ['a folder', () => new LakeFolder(join(createTemporaryFolder(), 'lake'))],
  ['a bucket', () => createBucket(`${buckets++}`)],
];

function createBucket(prefix: string): LakeBucket {
  const module = s3 as unknown as S3Module;
  return new LakeBucket(module, { bucket: 'blocks', prefix, endpoint: objects.url });
}

const forever = new AbortController().signal;

function exportTo(target: LakeStore, range: { from?: number; until?: number } = {}, from = chain) {
  const { chain: stored, epochs } = from.context;
  return exportBlocks({
    parts: { chain: stored, epochs },
    target,
    ...range,
    clock: new ManualClock(),
    report: (trouble) => assert.fail(trouble),
    awaitBlocks: async () => false,
    signal: forever,
    onBlock: () => {},
  });
}

function createSource(store: LakeStore) {
  const clock = new ManualClock();
  const source = createLakeSource(store, { clock, report: (text) => assert.fail(text) });
  return { source, clock };
}

async function take(store: LakeStore, from: number, count: number): Promise<BlockMessage[]> {
  const taken: BlockMessage[] = [];
  for await (const message of createSource(store).source.blocks(from, forever)) {
    taken.push(message);
    if (taken.length === count) break;
  }
  return taken;
}

function messageAt(height: number): BlockMessage | null {
  const { chain: stored, epochs } = chain.context;
  const hash = stored.hashAt(height);
  return hash === null ? null : buildBlockMessage({ chain: stored, epochs, origins: null }, hash);
}

function allMessages(): BlockMessage[] {
  const heights = Array.from({ length: final + 1 }, (_, height) => height);
  return heights.map(messageAt).filter((message) => message !== null);
}

for (const [kind, create] of PLACES) {
  test(`what is exported to ${kind} is read back`, async () => {
    const store = create();
    const expected = allMessages();
    const result = await exportTo(store);
    assert.deepEqual(result, { blocks: expected.length, lastHeight: final });
    assert.equal(await createSource(store).source.lastHeight(forever), final);
    assert.equal(messageAt(SKIPPED), null);
    const taken = await take(store, 0, expected.length);
    assert.deepEqual(taken.map(BlockMessage.json), expected.map(BlockMessage.json));
  });

  test(`an export to ${kind} continues where it ended`, async () => {
    const store = create();
    await exportTo(store, { from: 2, until: 5 });
    assert.deepEqual(await exportTo(store, { until: 5 }), { blocks: 0, lastHeight: 5 });
    assert.deepEqual(await exportTo(store, { until: 7 }), { blocks: 2, lastHeight: 7 });
    assert.deepEqual(await store.heights(0, 100, forever), [2, 3, 4, 5, 6, 7]);
  });

  test(`an export to ${kind} leaves no gap and mixes no chains`, async () => {
    const store = create();
    await exportTo(store, { until: 9 });
    await assert.rejects(exportTo(store, { from: 11 }), hasCode('export_gap'));
    const other = createChain('another chain');
    await assert.rejects(exportTo(store, {}, other), hasCode('foreign_target'));
  });
}

function hasCode(code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ExportError || error instanceof BlockSourceError, `${error}`);
    assert.equal(error.code, code);
    return true;
  };
}

test('an empty destination has no last block', async () => {
  for (const [kind, create] of PLACES) {
    assert.equal(await create().lastHeight(forever), null, kind);
  }
});

test('the last block is found in a bucket of any length', async () => {
  for (const count of [1, 999, 1_000, 1_001, 2_500]) {
    for (let i = 0; i < count; i++) {
      const height = formatLakeHeight(9_820_210 + 3 * i);
      objects.objects.set(`blocks/long${count}/${height}/block.json`, Buffer.alloc(0));
    }
    const last = await createBucket(`long${count}`).lastHeight(forever);
    assert.equal(last, 9_820_210 + 3 * (count - 1), `${count} blocks`);
  }
});

test('a folder contains complete blocks only, under the names that readers expect', async () => {
  const directory = createTemporaryFolder();
  await exportTo(new LakeFolder(directory), { until: 1 });
  assert.deepEqual(readdirSync(directory).sort(), ['000000000000', '000000000001']);
  assert.deepEqual(readdirSync(join(directory, '000000000001')).sort(), [
    'block.json',
    'shard_0.json',
    'shard_1.json',
    'shard_2.json',
  ]);
});

test('a block that an export did not finish is written again', async () => {
  const store = createBucket('unfinished');
  await exportTo(store, { until: 3 });
  objects.objects.delete(`blocks/unfinished/${formatLakeHeight(3)}/block.json`);
  assert.deepEqual(await exportTo(store, { until: 4 }), { blocks: 1, lastHeight: 4 });
  assert.ok(objects.objects.has(`blocks/unfinished/${formatLakeHeight(3)}/block.json`));
});

test('an export detects that its blocks were reverted', async () => {
  const controlled = createChain();
  const snapshot = await controlled.snapshot();
  controlled.mine(4);
  const { chain: stored, epochs } = controlled.context;
  const run = exportBlocks({
    parts: { chain: stored, epochs },
    target: new LakeFolder(createTemporaryFolder()),
    clock: new ManualClock(),
    report: (trouble) => assert.fail(trouble),
    signal: forever,
    onBlock: () => {},
    awaitBlocks: async () => {
      await controlled.revert(snapshot);
      controlled.say('something else');
      controlled.mine(8);
      return true;
    },
  });
  await assert.rejects(run, hasCode('blocks_taken_back'));
});

test('a shard that is missing is waited for', async () => {
  const directory = createTemporaryFolder();
  const store = new LakeFolder(directory);
  await exportTo(store, { until: 3 });
  const shard = join(directory, formatLakeHeight(2), 'shard_1.json');
  renameSync(shard, `${shard}.later`);
  const { source, clock } = createSource(store);
  const blocks = source.blocks(1, forever)[Symbol.asyncIterator]();
  assert.equal((await blocks.next()).value?.block.header.height, 1);
  const next = blocks.next();
  await clock.awaitSleep(200);
  renameSync(`${shard}.later`, shard);
  clock.advance(200);
  assert.equal((await next).value?.block.header.height, 2);
});

test('a block that appears after its successor is not skipped', async () => {
  const directory = createTemporaryFolder();
  const store = new LakeFolder(directory);
  await exportTo(store, { until: 4 });
  const place = join(directory, formatLakeHeight(2));
  renameSync(place, `${place}.later`);
  const { source, clock } = createSource(store);
  const blocks = source.blocks(1, forever)[Symbol.asyncIterator]();
  assert.equal((await blocks.next()).value?.block.header.height, 1);
  const next = blocks.next();
  await clock.awaitSleep(200);
  renameSync(`${place}.later`, place);
  clock.advance(200);
  assert.equal((await next).value?.block.header.height, 2);
});

test('new blocks are waited for', async () => {
  const directory = createTemporaryFolder();
  const store = new LakeFolder(directory);
  await exportTo(store, { until: 4 });
  const { source, clock } = createSource(store);
  const blocks = source.blocks(4, forever)[Symbol.asyncIterator]();
  await blocks.next();
  const next = blocks.next();
  await clock.awaitSleep(700);
  await exportTo(store, { until: 5 });
  clock.advance(700);
  assert.equal((await next).value?.block.header.height, 5);
});

test('a permanent gap ends it', async () => {
  const directory = createTemporaryFolder();
  const store = new LakeFolder(directory);
  await exportTo(store, { until: 4 });
  rmSync(join(directory, formatLakeHeight(2)), { recursive: true });
  const { source, clock } = createSource(store);
  const blocks = source.blocks(1, forever)[Symbol.asyncIterator]();
  await blocks.next();
  const next = assert.rejects(blocks.next(), /block 3 does not follow block 1/);
  for (let i = 0; i < 300; i++) await clock.passSleep(200);
  await next;
});

test('a file that is not a block ends it with a clear error', async () => {
  const directory = createTemporaryFolder();
  const store = new LakeFolder(directory);
  await exportTo(store, { until: 2 });
  writeFileSync(join(directory, formatLakeHeight(2), 'shard_0.json'), '{"shard_id":');
  const { source } = createSource(store);
  const blocks = source.blocks(2, forever)[Symbol.asyncIterator]();
  await assert.rejects(blocks.next(), hasCode('source_content'));
});

test('a bucket that denies access ends it, one that fails is retried', async () => {
  const store = createBucket('moody');
  await exportTo(store, { until: 2 });
  const answers = [503, 503, 503, 403];
  objects.interrupt = (_, response) => {
    const status = answers.shift();
    if (status === undefined) return false;
    response.writeHead(status).end();
    return true;
  };
  const troubles: string[] = [];
  const clock = new ManualClock();
  const source = createLakeSource(store, { clock, report: (text) => void troubles.push(text) });
  const blocks = source.blocks(1, forever)[Symbol.asyncIterator]();
  const next = assert.rejects(blocks.next(), hasCode('source_unreachable'));
  await clock.passSleep(500);
  await next;
  assert.equal(troubles.length, 1);
});

test('the library of indexers reads what was exported', async () => {
  const bucket = 'near-lake-data';
  const place = { bucket, prefix: '', endpoint: objects.url };
  await exportTo(new LakeBucket(s3 as unknown as S3Module, place));
  const expected = allMessages();
  const reader = fileURLToPath(new URL('./lakeReader.js', import.meta.url));
  const args = [reader, `${objects.port}`, bucket, `${expected.length}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  assert.deepEqual(
    JSON.parse(stdout),
    expected.map(({ block, shards }) => ({
      hash: formatHash(block.header.hash),
      executed: shards
        .flatMap((shard) => shard.receiptExecutionOutcomes)
        .map(({ executionOutcome }) => formatHash(executionOutcome.id)),
      transactions: shards
        .flatMap(({ chunk }) => chunk?.transactions ?? [])
        .map(({ transaction }) => formatHash(transaction.hash)),
    })),
  );
});
