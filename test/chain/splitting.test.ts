// Shards that split while everything goes on: random work, missing chunks and heights, restarts.
// After each block every token is counted, and each new state must be the canonical trie of its
// rows.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { equalBytes } from '../../src/base/bytes/bytes.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { RELEASE_RULES } from '../../src/params/protocolRules.ts';
import { bufferedReceiptCount, delayedReceiptCount } from '../../src/state/receiptQueues.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { blockShardKey } from '../../src/store/storeKeys.ts';
import type { EpochConfig } from '../../src/types/epochConfig.ts';
import type { GenesisConfig } from '../../src/types/genesis.ts';
import type { ShardLayout } from '../../src/types/shardLayout.ts';
import { checkReferences } from '../../src/verify/checkReferences.ts';
import { StoreFaults } from '../../src/verify/storeFaults.ts';
import { assertRowsListed } from '../support/listedRows.ts';
import { createSplittableLayout, splitStatically } from '../support/staticSplit.ts';
import {
  ACCOUNTS,
  createNetworkGenesis,
  FORGIVING,
  NEAR,
  TestNetwork,
  transfer,
} from '../support/testNetwork.ts';
import { verifyStateRoots } from './ledger.ts';
import { EPOCH_LENGTH, SplittableNetwork } from './splittableNetwork.ts';
import { Workload } from './workload.ts';

/** Of a transfer: the transaction, its receipt and a refund. */
const EXECUTIONS = 3;

describe('shards that split from one to five', () => {
  const store = new MemoryStore();
  const network = new SplittableNetwork(createSplittableLayout([], [0]), {}, store);
  const work = new Workload(network, 7);
  const seen: string[] = [];
  let changes = 0;

  it('every transaction completes, and no token appears or vanishes', () => {
    network.extend();
    network.extend({ transactions: work.prepare() });
    while (network.shards.length < 5) {
      const { shards } = network;
      const transactions = Array.from({ length: work.below(4) }, () => work.next());
      network.extend({
        transactions,
        skip: work.below(15) === 0 ? 1 : 0,
        missing: shards.filter(() => work.below(6) === 0),
        splitWish: { shardId: shards[work.below(shards.length)]!, boundaryAccount: null },
      });
      if (network.shards.join() === shards.join()) continue;
      changes += 1;
      seen.push(network.shards.join());
      verifyStateRoots(network.chain);
      const { head } = network.chain;
      network.reopen();
      assert.deepEqual(network.chain.head.shards, head.shards, 'a restart finds the new shards');
    }
    network.settle();
    verifyStateRoots(network.chain);
    assert.equal(changes, 4, seen.join(' '));
    assert.ok(network.ledger.executed > 300, `${network.ledger.executed}`);
  });

  it('every row belongs to a block, and none is missing', () => {
    assertRowsListed(store, 'trie');
    const faults = new StoreFaults();
    checkReferences(store, faults, { kind: 'trie', deep: true, onStep: () => {} });
    assert.deepEqual(faults.shown, []);
  });

  it('a lost result of a child is missed', () => {
    const { hash } = network.chain.head;
    for (const shardId of network.shards) {
      const key = blockShardKey(hash, shardId);
      const lacking = { get: store.get.bind(store), range: store.range.bind(store) };
      const get = (column: Column, asked: Uint8Array) =>
        column === Column.chunkExtra && equalBytes(asked, key)
          ? undefined
          : store.get(column, asked);
      const faults = new StoreFaults();
      const options = { kind: 'trie', deep: false, onStep: () => {} } as const;
      checkReferences({ ...lacking, get }, faults, options);
      assert.equal(faults.total, 1, `shard ${shardId}`);
    }
  });
});

describe('a split with receipts in all queues', () => {
  const LAYOUT = createSplittableLayout(['kate'], [0, 1]);

  it('delayed receipts are executed once, each by the shard of its receiver', () => {
    const config: Partial<GenesisConfig> = { gasLimit: 4_000_000_000_000n };
    const network = new SplittableNetwork(LAYOUT, { config });
    network.extendToSplit(1, 'peggy');
    const receivers = ['kate', 'peggy', 'zoe'] as const;
    const transactions = Array.from({ length: 60 }, (_, i) =>
      network.sign(ACCOUNTS[i % 2]!, receivers[i % 3]!, [transfer(NEAR)]),
    );
    network.extend({ transactions: transactions.slice(0, 30) });
    network.reopen();
    assert.deepEqual(network.shards, [0, 2, 3]);
    network.extend({ transactions: transactions.slice(30) });
    const delayed = [2, 3].map((id) => delayedReceiptCount(network.stateOfShard(id)));
    assert.ok(
      delayed.some((count) => count > 0),
      `${delayed}`,
    );
    network.settle();
    assert.equal(network.ledger.executed, EXECUTIONS * transactions.length);
  });

  it('receipts that were buffered for the split shard reach its children', () => {
    const network = new SplittableNetwork(LAYOUT);
    network.extendToSplit(1, 'peggy');
    const pay = (receiver: string) => network.sign('alice', receiver, [transfer(NEAR)]);
    const transactions = ['kate', 'peggy', 'zoe'].map(pay);
    // Nothing is sent to a shard without a chunk.
    network.extend({ transactions, missing: [1] });
    assert.equal(bufferedReceiptCount(network.stateOfShard(0), 1), transactions.length);
    assert.deepEqual(network.shards, [0, 2, 3]);
    network.extend();
    assert.equal(bufferedReceiptCount(network.stateOfShard(0), 1), 0);
    network.settle();
    assert.equal(network.ledger.executed, EXECUTIONS * transactions.length);
  });

  it('what the split shard has buffered and sent leaves through its left child', () => {
    const network = new SplittableNetwork(LAYOUT);
    network.extendToSplit(1, 'peggy');
    const pay = (signer: string) => network.sign(signer, 'alice', [transfer(NEAR)]);
    network.extend({ transactions: ['kate', 'zoe'].map(pay), missing: [0] });
    const buffered = [2, 3].map((id) => bufferedReceiptCount(network.stateOfShard(id), 0));
    assert.deepEqual(buffered, [2, 0]);
    const congestion = network.chain.head.shards.map(({ extra }) => extra.congestionInfo);
    assert.ok(congestion[1]!.bufferedReceiptsGas > 0n);
    assert.deepEqual(congestion[2], {
      ...congestion[2]!,
      bufferedReceiptsGas: 0n,
      receiptBytes: 0,
    });
    assert.deepEqual(
      congestion.slice(1).map(({ allowedShard }) => allowedShard),
      [2, 3],
    );
    network.settle();
    assert.equal(network.ledger.executed, EXECUTIONS * 2);
  });

  it('chunks may be missing before and after the split', () => {
    const network = new SplittableNetwork(LAYOUT);
    network.extendToSplit(1, 'peggy');
    const pay = (signer: string, to: string) => network.sign(signer, to, [transfer(NEAR)]);
    network.extend({ transactions: [pay('zoe', 'kate'), pay('alice', 'zoe')], missing: [1] });
    const last = network.chain.head.block;
    network.extend({ transactions: [pay('bob', 'kate')], missing: [2, 3] });
    const { chunks } = network.chain.head.block.body;
    assert.deepEqual(chunks.slice(1), [last.body.chunks[1], last.body.chunks[1]]);
    assert.deepEqual(network.chain.head.block.header.rest.chunkMask, [true, false, false]);
    const { head } = network.chain;
    network.reopen();
    assert.deepEqual(network.chain.head.shards, head.shards);
    network.extend({ missing: [3] });
    network.extend({ missing: [2] });
    network.settle();
    assert.equal(network.ledger.executed, EXECUTIONS * 3);
    verifyStateRoots(network.chain);
  });
});

describe('a split that is taken back', () => {
  it('the blocks around it can be reverted and produced again', () => {
    const network = new SplittableNetwork(createSplittableLayout([], [0]));
    network.extendToSplit(0, 'kate');
    const { head } = network.chain;
    network.chain.setUndoable(true);
    const run = () => {
      for (let i = 0; i < 4; i++) TestNetwork.prototype.extend.call(network);
      return network.chain.head;
    };
    const first = run();
    assert.equal(first.shards.length, 2);
    network.chain.revertTo(head.hash);
    assert.deepEqual(network.chain.head.shards, head.shards);
    assert.deepEqual(run().hash, first.hash);
    network.chain.takeBackTo(head.block.header.lite.height + 1);
    assert.equal(network.chain.head.shards.length, 2, 'the children after the last block');
    network.chain.takeBackTo(head.block.header.lite.height);
    assert.deepEqual(network.chain.head.shards, head.shards);
    assert.deepEqual(run().hash, first.hash);
  });
});

describe('a split by a protocol version', () => {
  it('the layout of the new version is in force with its first epoch', () => {
    const before = createSplittableLayout(['kate'], [0, 1]);
    const after = splitStatically(before, 'peggy');
    const configs = [
      [86, staticConfig(before)],
      [87, staticConfig(after)],
    ] as const;
    const rules = { ...RELEASE_RULES, epochConfigs: configs };
    const network = new SplittableNetwork(before, { rules, config: { protocolVersion: 86 } });
    const work = new Workload(network, 3);
    network.extend();
    network.extend({ transactions: work.prepare() });
    while (network.shards.length === 2)
      network.extend({ transactions: [work.next(), work.next()] });
    const { chain } = network;
    assert.deepEqual(chain.layoutAfterHead(), after);
    assert.equal(chain.epochs.epoch(chain.head.block.header.lite.epochId).info.protocolVersion, 86);
    assert.ok(chain.protocolAfterHead().version >= 87);
    for (let i = 0; i < EPOCH_LENGTH; i++) network.extend({ transactions: [work.next()] });
    network.settle();
    verifyStateRoots(network.chain);
  });
});

function staticConfig(layout: ShardLayout): EpochConfig {
  const { config } = createNetworkGenesis({ config: FORGIVING });
  return {
    ...config,
    epochLength: EPOCH_LENGTH,
    validatorMaxKickoutStakePerc: config.maxKickoutStakePerc,
    shardLayoutConfig: { kind: 'static', layout },
  };
}
