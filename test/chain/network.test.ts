// A chain unlike any recording: shards with the ids 7, 3 and 11; one validator is silent, one joins
// and one leaves; random transactions, missing chunks and heights. After each block every token is
// counted, and from time to time the complete state is read again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAccount } from '../../src/state/accounts.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import { FORGIVING, NEAR, RICH, ROOT, transfer } from '../support/testNetwork.ts';
import { CheckedNetwork } from './checkedNetwork.ts';
import { verifyStateRoots } from './ledger.ts';
import { Workload } from './workload.ts';

const EPOCH_LENGTH = 20;
const MILLION = 1_000_000n * NEAR;

describe('a network with shard ids 7, 3 and 11', () => {
  const network = new CheckedNetwork({
    stakes: { ingrid: 30n * MILLION, victor: 20n * MILLION },
    silent: ['victor'],
    config: { epochLength: EPOCH_LENGTH, ...FORGIVING },
  });
  const { chain, ledger } = network;
  const work = new Workload(network, 1);
  let missing = 0;
  let skipped = 0;

  function runUntil(height: number): void {
    while (network.height < height) {
      const prevHeight = network.height;
      const transactions = Array.from({ length: work.below(4) }, () => work.next());
      const { built } = network.extend({
        transactions,
        skip: work.below(12) === 0 ? 1 + work.below(3) : 0,
        missing: [7, 3, 11].filter(() => work.below(10) === 0),
      });
      missing += built.block.header.rest.chunkMask.filter((isNew) => !isNew).length;
      skipped += built.block.header.lite.height - prevHeight - 1;
    }
  }

  it('continues although one validator produces neither blocks nor chunks', () => {
    network.extend({ transactions: work.prepare() });
    runUntil(2 * EPOCH_LENGTH);
    assert.deepEqual(network.validators(), ['ingrid', ROOT, 'victor'].sort());
    assert.ok(missing > 20 && skipped > 5, `${missing} chunks, ${skipped} heights`);
    verifyStateRoots(chain);
  });

  it('accepts a new validator and drops the silent one', () => {
    network.extend({ transactions: [network.stake(RICH, 40n * MILLION)] });
    runUntil(6 * EPOCH_LENGTH);
    assert.deepEqual(network.validators(), ['ingrid', RICH, ROOT].sort());
    assert.equal(network.locked('victor'), 0n);
    assert.ok(network.locked(RICH) >= 40n * MILLION);
    verifyStateRoots(chain);
  });

  it('reports why the silent one was dropped', () => {
    const kickouts = new Map<AccountId, string>();
    for (let height = 1; height < network.height; height++) {
      const block = chain.stored.block(network.hashAt(height));
      if (block === null) continue;
      const { info } = chain.epochs.epoch(block.header.lite.epochId);
      for (const [account, reason] of info.validatorKickout) kickouts.set(account, reason.kind);
    }
    assert.deepEqual([...kickouts], [['victor', 'NotEnoughBlocks']]);
  });

  it('lets a validator leave and returns the stake', () => {
    network.extend({ transactions: [network.stake('ingrid', 0n)] });
    runUntil(network.height + 5 * EPOCH_LENGTH);
    assert.deepEqual(network.validators(), [RICH, ROOT].sort());
    assert.equal(network.locked('ingrid'), 0n);
    const account = readAccount(network.stateOf('ingrid'), 'ingrid');
    assert.ok((account?.amount ?? 0n) > 30n * MILLION, 'the stake and its rewards');
  });

  it('has minted more than it burnt', () => {
    const { totalSupply } = chain.head.block.header.rest;
    assert.ok(totalSupply > network.genesis.config.totalSupply);
  });

  it('executes everything once', () => {
    network.settle();
    assert.ok(ledger.executed > 600, `${ledger.executed} outcomes`);
    verifyStateRoots(chain);
  });
});

describe('receipts in transit', () => {
  it('wait for a shard whose chunks are missing, and all arrive with its next one', () => {
    const network = new CheckedNetwork({});
    network.extendTo(3);
    const toKate = [1n, 2n].map((amount) => network.sign('alice', 'kate', [transfer(amount)]));
    network.extend({ transactions: toKate.slice(0, 1) });
    // A block reflects the first missing chunk only after it has been applied.
    network.extend({ missing: [3], transactions: toKate.slice(1) });
    network.extend({ missing: [3] });
    network.extend({ missing: [3] });
    const before = readAccount(network.stateOf('kate'), 'kate')?.amount ?? 0n;
    const { shards } = network.extend();
    const kateShard = shards.find(({ shardId }) => shardId === 3);
    assert.ok((kateShard?.result.outcomes.length ?? 0) >= 1);
    network.settle();
    const after = readAccount(network.stateOf('kate'), 'kate')?.amount ?? 0n;
    assert.equal(after - before, 3n);
  });

  it('wait for the next chunk of the shard that sends them', () => {
    const network = new CheckedNetwork({});
    network.extendTo(3);
    network.extend({ transactions: [network.sign('alice', 'zoe', [transfer(5n)])] });
    const amount = () => readAccount(network.stateOf('zoe'), 'zoe')?.amount ?? 0n;
    const before = amount();
    network.extend({ missing: [7] });
    network.extend({ missing: [7] });
    assert.equal(amount(), before);
    network.extend();
    assert.equal(amount(), before + 5n);
  });

  it('belong to the shard on the right when the receiver is a boundary account', () => {
    const network = new CheckedNetwork({});
    network.extendTo(3);
    network.extend({ transactions: [network.sign('alice', 'heidi', [transfer(5n)])] });
    const { shards } = network.extend();
    const executing = shards.filter(({ result }) => result.outcomes.length > 0);
    assert.deepEqual(
      executing.map(({ shardId }) => shardId),
      [3],
    );
  });
});

describe('unusual beginnings', () => {
  for (const epochLength of [1, 2, 3, 4]) {
    it(`epochs of ${epochLength} blocks`, () => {
      const network = new CheckedNetwork({ config: { epochLength } });
      network.extendTo(3);
      network.extend({ transactions: [network.sign('alice', 'zoe', [transfer(NEAR)])] });
      network.extendTo(20);
      network.settle();
      const { epochs, head } = network.chain;
      const { info } = epochs.epoch(head.block.header.lite.epochId);
      assert.equal(info.epochHeight, Math.ceil(network.height / epochLength) - 1);
    });
  }

  it('a genesis at another height', () => {
    const network = new CheckedNetwork({ config: { genesisHeight: 1_000, epochLength: 5 } });
    network.extend();
    assert.equal(network.height, 1_001);
    network.extend({ transactions: [network.sign('alice', 'zoe', [transfer(NEAR)])] });
    network.extendTo(1_020);
    network.settle();
    assert.equal(network.chain.stored.finalHead().height, network.height - 2);
    assert.equal(network.chain.stored.genesis().height, 1_000);
  });
});
