// A chain whose old blocks are pruned continues exactly like one that keeps everything: the same
// work produces the same blocks, with missing chunks and skipped heights. What is kept can be read
// completely, the rest is gone, and the number of rows does not grow with the chain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { formatHash, parseHash } from '../../src/base/crypto/hash.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { GarbageCollector } from '../../src/chain/garbage/garbageCollector.ts';
import { StateSweep } from '../../src/chain/garbage/stateSweep.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { StoreNodeReader } from '../../src/chain/stored/storeNodeReader.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { Store } from '../../src/store/store.ts';
import { iterateTrie } from '../../src/trie/trieIterate.ts';
import { createSplittingNetwork, SPLITTING_EPOCH } from '../support/splittingNetwork.ts';
import { FORGIVING, NEAR, type NetworkOptions, TestNetwork } from '../support/testNetwork.ts';
import { verifyStateRoots } from './ledger.ts';
import { ALICE, BOB, createLocalChain, signTransaction, transfer } from './localChain.ts';
import { Workload } from './workload.ts';

const BLOCKS = 75;
const EPOCHS_KEPT = 3;
const OPTIONS: NetworkOptions = {
  stakes: { ingrid: 30_000_000n * NEAR, victor: 20_000_000n * NEAR },
  silent: ['victor'],
  config: { ...FORGIVING, epochLength: 10 },
};
const COLLECTION = { epochsToKeep: EPOCHS_KEPT, blocksPerStep: 2 };

type Extended = ReturnType<TestNetwork['extend']>;

function runBlocks(
  network: TestNetwork,
  between: (block: Extended) => void,
  count = BLOCKS,
): string[] {
  const work = new Workload(network, 3);
  const hashes: string[] = [];
  for (let i = 0; i < count; i++) {
    const extended = network.extend({
      transactions: [work.next(), work.next()],
      skip: work.below(10) === 0 ? 2 : 0,
      missing: [7, 3, 11].filter(() => work.below(6) === 0),
    });
    hashes.push(formatHash(extended.built.hash));
    between(extended);
  }
  return hashes;
}

/** Columns that keep a few bytes of each block forever, and those of epochs. */
const GROWING: ReadonlySet<Column> = new Set<Column>([
  Column.meta,
  Column.blockAt,
  Column.blockMerkle,
  Column.epochInfo,
  Column.epochSummary,
  Column.epochStart,
  Column.lightClientBlock,
]);

function countRows(store: Store): number {
  const columns = Object.values(Column).filter((column) => !GROWING.has(column));
  return columns.reduce<number>((sum, column) => sum + [...store.range(column)].length, 0);
}

/** Reads the states of all kept blocks; returns the keys of their nodes and values. */
function readKeptStates({ stored, head }: Chain, store: Store): Set<string> {
  const nodes = new StoreNodeReader(store);
  const needed = new Set<string>();
  for (let at = stored.tail().height; at <= head.block.header.lite.height; at++) {
    const hash = stored.hashAt(at);
    if (hash === null) continue;
    const block = stored.block(hash);
    assert.ok(block !== null, `block ${at}`);
    for (const { inner } of block.body.chunks) {
      const extra = stored.chunkExtra(hash, inner.value.shardId);
      assert.ok(extra !== null);
      const visit = (node: Uint8Array) => void needed.add(bytesKey(node));
      const prefix = new Uint8Array(0);
      for (const { valueHash } of iterateTrie(nodes, extra.stateRoot, { prefix, visit })) {
        nodes.read(valueHash);
        needed.add(bytesKey(valueHash));
      }
    }
  }
  return needed;
}

test('a chain with a collector produces the same blocks, and keeps the last epochs', () => {
  const archive = new MemoryStore();
  const expected = runBlocks(new TestNetwork(OPTIONS, archive), () => {});
  const store = new MemoryStore();
  const network = new TestNetwork(OPTIONS, store);
  let collector = new GarbageCollector(network.chain, store, COLLECTION);
  let rowsHalfway = 0;
  let blocks = 0;
  const hashes = runBlocks(network, (block) => {
    collector.onBlock(block);
    for (let i = 0; i < 3; i++) collector.step();
    blocks++;
    // A node that is restarted collects the rest.
    if (blocks % 17 === 0) {
      network.reopen();
      collector = new GarbageCollector(network.chain, store, COLLECTION);
    }
    if (blocks === Math.floor((2 * BLOCKS) / 3)) rowsHalfway = countRows(store);
  });
  assert.deepEqual(hashes, expected);
  while (collector.step());
  network.reopen();
  const { chain } = network;
  const { stored } = chain;
  const tail = stored.tail();
  assert.ok(tail.height > chain.genesis.genesisHeight + 20, `tail ${tail.height}`);
  const firstKept = chain.epochs.epochStartHeight(tail.hash);
  assert.ok(tail.height <= firstKept, 'an epoch is kept completely, or more for a late shard');
  readKeptStates(chain, store);
  const rows = countRows(store);
  assert.ok(rows < 2 * rowsHalfway, `${rowsHalfway} rows, then ${rows}`);
  assert.ok(rows < countRows(archive) / 2, `${rows} rows of ${countRows(archive)}`);
  for (let at = chain.genesis.genesisHeight + 1; at < tail.height; at++) {
    const hash = stored.hashAt(at);
    if (hash === null) continue;
    assert.equal(stored.block(hash), null, `block ${at}`);
    assert.equal(stored.nextHash(hash), null);
    assert.deepEqual(stored.outcomeIds(hash, 7), []);
    assert.deepEqual(stored.stateChanges(hash, new Uint8Array(0)), []);
  }
  assert.ok(stored.block(stored.genesis().hash) !== null, 'the first block is kept');
});

test('a reader no longer finds what was collected', () => {
  const store = new MemoryStore();
  const network = new TestNetwork(OPTIONS, store);
  const collector = new GarbageCollector(network.chain, store, COLLECTION);
  const reader = new StoredChain(store);
  const [early] = runBlocks(network, (block) => collector.onBlock(block), 60);
  const hash = parseHash(early ?? '');
  reader.forgetCollected();
  assert.ok(reader.block(hash) !== null, 'nothing is collected yet');
  while (collector.step());
  reader.forgetCollected();
  assert.equal(reader.block(hash), null);
});

test('a sweep leaves exactly what the kept states need', () => {
  const store = new MemoryStore();
  const network = new TestNetwork(OPTIONS, store);
  runBlocks(network, () => {}, 30);
  const { chain } = network;
  const roots = chain.head.shards.map((shard) => shard.extra.stateRoot);
  const sweep = new StateSweep(store, new StoreNodeReader(store), roots);
  // What is written during the sweep is kept.
  const written = new Uint8Array(32).fill(9);
  sweep.keep(new Map([[bytesKey(written), written]]));
  while (sweep.step(50));
  const nodes = new StoreNodeReader(store);
  const needed = new Set<string>();
  for (const root of roots) {
    const visit = (node: Uint8Array) => void needed.add(bytesKey(node));
    for (const { valueHash } of iterateTrie(nodes, root, { prefix: new Uint8Array(0), visit })) {
      needed.add(bytesKey(valueHash));
    }
  }
  const left = [...store.range(Column.stateNode)].map(([key]) => bytesKey(key));
  assert.deepEqual(new Set(left), needed);
});

test('a sweep keeps the states of shards that are split meanwhile', () => {
  for (const phase of [0, 2, 4, 6]) {
    const store = new MemoryStore();
    const network = createSplittingNetwork(store);
    const collector = new GarbageCollector(network.chain, store, COLLECTION);
    for (let blocks = 0; blocks < 9 * SPLITTING_EPOCH; blocks++) {
      collector.onBlock(network.extend());
      // At a few blocks of each epoch, so that some sweep goes on while a shard is split.
      if ((blocks + phase) % SPLITTING_EPOCH < 3) collector.step();
      verifyStateRoots(network.chain);
    }
    assert.ok(network.chain.head.shards.length > 3, `phase ${phase}`);
    assert.ok(network.chain.stored.tail().height > SPLITTING_EPOCH);
    while (collector.step());
    verifyStateRoots(network.chain);
  }
});

test('nothing is collected while blocks can be reverted', async () => {
  const local = createLocalChain({ epochLength: 5, transactionValidityPeriod: 10 });
  const { chain, producer, controls, store } = local;
  const collector = new GarbageCollector(chain, store, COLLECTION);
  const makeBlocks = (count: number) => {
    for (let i = 0; i < count; i++) {
      if (i % 5 === 0) producer.submit(signTransaction(local, ALICE, BOB, [transfer(1n)]));
      collector.onBlock(producer.produceBlock());
      collector.step();
    }
  };
  makeBlocks(40);
  const { id } = (await controls.run({ kind: 'snapshot' })) as { id: number };
  const { height } = chain.stored.tail();
  assert.ok(height > 0);
  makeBlocks(40);
  assert.equal(chain.stored.tail().height, height);
  await controls.run({ kind: 'revert', id });
  collector.abandon();
  readKeptStates(chain, store);
  await controls.run({ kind: 'dropSnapshot', id });
  makeBlocks(40);
  while (collector.step());
  assert.ok(chain.stored.tail().height > height);
  readKeptStates(chain, store);
  await controls.run({ kind: 'reset' });
  assert.equal(chain.stored.tail().height, chain.genesis.genesisHeight);
});
