// Chains that change while they are followed: one is upgraded from 84 to the newest version, the
// shards of the other are split. Every block passes, whether its epochs are computed or supplied,
// and executing it gives the same results. What a follower exports can be followed again.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { createFlatStates } from '../../src/chain/stored/flatState.ts';
import type { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import type { StateKind } from '../../src/cluster/rowsOfBlock.ts';
import { askCheckpoint } from '../../src/follow/checkpoint.ts';
import { Follower } from '../../src/follow/follower.ts';
import { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { openFromCheckpoint } from '../../src/follow/openFromCheckpoint.ts';
import { LakeFolder } from '../../src/follow/sources/lakeFolder.ts';
import { createLakeSource } from '../../src/follow/sources/lakeSource.ts';
import { messageToFiles } from '../../src/follow/sources/lakeStore.ts';
import { createRpcProducers } from '../../src/follow/sources/producerSource.ts';
import { openExecuted } from '../../src/node/follow/execute/openExecuted.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { shardIds } from '../../src/types/shardLayout.ts';
import { checkReferences } from '../../src/verify/checkReferences.ts';
import { StoreFaults } from '../../src/verify/storeFaults.ts';
import { CheckedNetwork } from '../chain/checkedNetwork.ts';
import { runWorkload } from '../chain/runWorkload.ts';
import { ask, request } from '../rpc/support/ask.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';
import { assertRowsListed } from '../support/listedRows.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { createSplittingNetwork, SPLITTING_EPOCH } from '../support/splittingNetwork.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { ACCOUNTS, FORGIVING, voteStepByStep } from '../support/testNetwork.ts';
import { createChainAsk, createFollower, listMessages } from './followedChain.ts';
import { ManualClock } from './manualClock.ts';

const UPGRADED_EPOCH = 6;

function createUpgraded(): CheckedNetwork {
  const config = { epochLength: UPGRADED_EPOCH, protocolVersion: 84, ...FORGIVING };
  const network = new CheckedNetwork({ config, vote: voteStepByStep });
  runWorkload(network, { seed: 5, until: 9 * UPGRADED_EPOCH });
  assert.equal(network.chain.protocolAfterHead().version, PROTOCOL.version);
  return network;
}

function createSplit(): CheckedNetwork {
  const network = createSplittingNetwork();
  runWorkload(network, { seed: 6, until: 11 * SPLITTING_EPOCH });
  assert.equal(shardIds(network.chain.layoutAfterHead()).length, 5);
  return network;
}

/** Split as its producers wish, once. */
function createWished(): CheckedNetwork {
  const network = new CheckedNetwork({ config: { epochLength: UPGRADED_EPOCH, ...FORGIVING } });
  runWorkload(network, { seed: 7, until: 2 * UPGRADED_EPOCH });
  const splitWish = { shardId: 3, boundaryAccount: 'kate' };
  for (let i = 0; i < 2 * UPGRADED_EPOCH; i++) {
    if (network.extend({ splitWish }).built.block.header.rest.shardSplit !== null) break;
  }
  runWorkload(network, { seed: 8, until: network.height + 3 * UPGRADED_EPOCH });
  assert.deepEqual(shardIds(network.chain.layoutAfterHead()), [7, 12, 13, 11]);
  return network;
}

/** Sources deliver shards in any order. */
function describeMessage({ block, shards }: BlockMessage): string {
  const sorted = shards.toSorted((a, b) => a.shardId - b.shardId);
  return BlockMessage.json({ block, shards: sorted });
}

interface FollowedStore {
  readonly store: MemoryStore;
  readonly chain: StoredChain;
  readonly epochs: Epochs;
}

/** A cluster would get every row, and `perigee verify` misses none. */
function assertWhole(store: MemoryStore, kind: StateKind): void {
  assertRowsListed(store, kind);
  const faults = new StoreFaults();
  checkReferences(store, faults, { kind, deep: true, onStep: () => {} });
  assert.deepEqual(faults.rows, []);
}

/** Requests about one block and its shards. */
function listQuestions(block_id: number, shards: readonly number[]): [string, unknown][] {
  return [
    ['block', { block_id }],
    ['EXPERIMENTAL_changes_in_block', { block_id }],
    ...shards.map((shard_id): [string, unknown] => ['chunk', { block_id, shard_id }]),
    ...ACCOUNTS.map((account_id): [string, unknown] => [
      'query',
      { block_id, request_type: 'view_account', account_id },
    ]),
  ];
}

async function compareResponses(network: CheckedNetwork, followed: FollowedStore): Promise<void> {
  const { genesis, stored, epochs, trie } = network.chain;
  const states = createTrieStates(stored, trie);
  const original = createFakeContext({ chain: stored, epochs, states, genesis });
  const flat = createFlatStates(followed.store);
  const ours = createFakeContext({ ...followed, states: flat, genesis });
  const { height: last } = followed.chain.head();
  for (let height = 1; height <= last; height++) {
    const block = stored.block(network.hashAt(height));
    if (block === null) continue;
    const { shardLayout } = epochs.epoch(block.header.lite.epochId);
    for (const [method, params] of listQuestions(height, shardIds(shardLayout))) {
      const body = request(method, params);
      const expected = await ask(original, '/', body);
      assert.equal((await ask(ours, '/', body)).body, expected.body, body);
    }
  }
}

const CHAINS = [
  ['a chain that is upgraded from 84 to 88', createUpgraded, UPGRADED_EPOCH],
  ['a chain whose shards are split from one to five', createSplit, SPLITTING_EPOCH],
  ['a chain with a shard that is split on request', createWished, UPGRADED_EPOCH],
] as const;

for (const [name, create, epochLength] of CHAINS) {
  describe(name, () => {
    let network: CheckedNetwork;
    let messages: readonly BlockMessage[];

    before(() => {
      network = create();
      // All chunks are there, so that the last blocks are confirmed.
      for (let i = 0; i < 2; i++) network.extend();
      messages = [...listMessages(network.chain)];
    });

    async function takeAll(follower: Follower): Promise<void> {
      for (const message of messages) await follower.take(message);
      const { hash } = follower.chain.head();
      assert.equal(formatHash(hash), formatHash(network.chain.head.block.header.prevHash));
    }

    const follow = (store: MemoryStore) =>
      createFollower(network.genesis, store, { rules: network.chain.epochs.rules });

    it('is followed from genesis', async () => {
      const store = new MemoryStore();
      const follower = follow(store);
      await takeAll(follower);
      assertWhole(store, 'flat');
      const epochs = new Epochs(createEpochStore(store), network.genesis.config);
      await compareResponses(network, { store, chain: follower.chain, epochs });
    });

    it('is followed and executed', async () => {
      const { genesis, chain } = network;
      const { rules } = chain.epochs;
      const store = new MemoryStore();
      await takeAll(openExecuted({ store, genesis, rules, mayLackApprovals: false }));
      assertWhole(store, 'trie');
    });

    it('is read from files', async () => {
      const lake = new LakeFolder(createTemporaryFolder());
      for (const message of messages) {
        await lake.write(message.block.header.height, messageToFiles(message));
      }
      const report = (text: string) => assert.fail(text);
      const source = createLakeSource(lake, { clock: new ManualClock(), report });
      const { signal } = new AbortController();
      let read = 0;
      for await (const message of source.blocks(1, signal)) {
        assert.equal(describeMessage(message), describeMessage(messages[read]!));
        if (++read === messages.length) break;
      }
    });

    it('is followed through a follower', async () => {
      const store = new MemoryStore();
      const first = follow(store);
      await takeAll(first);
      const epochs = new Epochs(createEpochStore(store), network.genesis.config);
      const second = follow(new MemoryStore());
      for (const again of listMessages({ stored: first.chain, epochs })) await second.take(again);
      assert.equal(second.heldCount, 1);
      assert.ok(second.chain.head().height > messages.length - UPGRADED_EPOCH);
    });

    it('is followed from a checkpoint', async () => {
      const { stored, epochs, genesis } = network.chain;
      const rpc = createChainAsk(createFakeContext({ chain: stored, epochs, genesis }));
      const checkpoint = await askCheckpoint(rpc, messages[epochLength]!.block.header.height);
      const source = createRpcProducers(rpc);
      const store = new MemoryStore();
      const { rules } = epochs;
      const guide = openFromCheckpoint(store, { checkpoint, source, dump: null, rules });
      const validityPeriod = genesis.transactionValidityPeriod;
      const follower = new Follower({ store, guide, validityPeriod, mayLackApprovals: false });
      for (const message of messages.slice(epochLength + 1)) await follower.take(message);
      assert.equal(follower.heldCount, 1);
    });
  });
}
