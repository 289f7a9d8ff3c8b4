// A chain that is closed and reopened after any block continues exactly like one that never was:
// the same work produces the same block hashes. Among the blocks are missing chunks, skipped
// heights and ends of epochs, so the head depends on earlier blocks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { ForeignStore, openChain } from '../../src/chain/openChain.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import {
  createNetworkGenesis,
  FORGIVING,
  NEAR,
  type NetworkOptions,
  TestNetwork,
} from '../support/testNetwork.ts';
import { Workload } from './workload.ts';

const BLOCKS = 60;
const OPTIONS: NetworkOptions = {
  stakes: { ingrid: 30_000_000n * NEAR, victor: 20_000_000n * NEAR },
  silent: ['victor'],
  config: { ...FORGIVING, epochLength: 10 },
};

/** The hashes of blocks full of work; `between` runs after each of them. */
async function runBlocks(network: TestNetwork, between: () => void | Promise<void>) {
  const work = new Workload(network, 3);
  const hashes: string[] = [];
  for (let i = 0; i < BLOCKS; i++) {
    const { built } = network.extend({
      transactions: [work.next(), work.next()],
      skip: work.below(10) === 0 ? 2 : 0,
      missing: [7, 3, 11].filter(() => work.below(6) === 0),
    });
    hashes.push(formatHash(built.hash));
    await between();
  }
  return hashes;
}

const expected = await runBlocks(new TestNetwork(OPTIONS), () => {});

test('the same work produces the same blocks', async () => {
  assert.equal(new Set(expected).size, BLOCKS);
  assert.deepEqual(await runBlocks(new TestNetwork(OPTIONS), () => {}), expected);
});

test('reopened after each block, in memory', async () => {
  const network = new TestNetwork(OPTIONS);
  assert.deepEqual(await runBlocks(network, () => network.reopen()), expected);
});

test('reopened after each block, on disk', async () => {
  const path = createTemporaryFolder();
  const open = () => LmdbStore.open({ path });
  let store = await open();
  const network = new TestNetwork(OPTIONS, store);
  const hashes = await runBlocks(network, async () => {
    await store.close();
    store = await open();
    network.reopen(store);
  });
  await store.close();
  assert.deepEqual(hashes, expected);
});

test('a store of another genesis is refused', () => {
  const store = new MemoryStore();
  const network = new TestNetwork(OPTIONS, store);
  network.extendTo(5);
  const contracts = { run: () => assert.fail('no contract is called') };
  const other = createNetworkGenesis({ ...OPTIONS, config: { ...FORGIVING, epochLength: 11 } });
  assert.throws(() => openChain(store, other, contracts), ForeignStore);
  const chain = openChain(store, network.genesis, contracts);
  assert.deepEqual(chain.head.hash, network.chain.head.hash);
});
