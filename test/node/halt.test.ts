// A real node whose chain cannot produce its next block: it starts, serves reads, reports the fault
// everywhere, refuses transactions, and resumes when blocks are reverted.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { StoreNodeReader } from '../../src/chain/stored/storeNodeReader.ts';
import { startNode } from '../../src/node/startNode.ts';
import { accountTrieKey } from '../../src/state/trieKey.ts';
import { TrieState } from '../../src/state/trieState.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { Batch } from '../../src/store/store.ts';
import { blockShardKey } from '../../src/store/storeKeys.ts';
import { NodeTrie } from '../../src/trie/trie.ts';
import { metricOf, readMetrics } from '../hostileClients/support/nodeMetrics.ts';
import { eventually } from '../support/eventually.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { RpcClient } from '../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createStartOptions,
  startTestNode,
  type TestNode,
} from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';

/** A chain with some blocks, and its folder after it was stopped. */
async function createStoppedChain(): Promise<{ home: string; height: number }> {
  const { home, rpc, stop } = await startTestNode({ mining: 'manual' });
  await rpc.call('perigee_mine', { blocks: 5 });
  // Equal rows are stored once, so the damaged account is unlike all others.
  const amount = '7000000000000000000000000';
  const { height } = await rpc.call<{ height: number }>('perigee_set_balance', {
    account_id: ALICE,
    amount,
  });
  await stop();
  return { home, height };
}

async function editStore(home: string, edit: (store: LmdbStore, batch: Batch) => void) {
  const store = await LmdbStore.open({ path: join(home, 'data') });
  const batch = new Batch();
  edit(store, batch);
  store.commit(batch);
  await store.close();
}

/** Deletes the row of an account in the newest state: whatever touches it fails. */
async function damageAccount(home: string, accountId: string): Promise<void> {
  await editStore(home, (store, batch) => {
    const stored = new StoredChain(store);
    const extra = stored.chunkExtra(stored.head().hash, 0);
    assert.ok(extra !== null);
    const state = new TrieState(new NodeTrie(new StoreNodeReader(store)), extra.stateRoot);
    const value = state.get(accountTrieKey(accountId));
    assert.ok(value !== null);
    batch.deleteBytes(Column.stateNode, sha256(value));
  });
}

async function assertHalted({ rpc }: Pick<TestNode, 'rpc'>, height: number): Promise<void> {
  const health = await fetch(`${rpc.url}/health`);
  assert.equal(health.status, 503);
  assert.match(await health.text(), /^the chain has halted at height \d+: .*perigee_revert_to/);
  const { cause } = await rpc.fail('health', null);
  assert.equal(cause.name, 'CHAIN_HALTED');
  assert.equal(cause.info?.['height'], height);
  assert.equal(metricOf(await readMetrics(rpc), 'perigee_chain_halted'), 1);
  const { halted } = await rpc.call<{ halted: { height: number } }>('perigee_controls');
  assert.equal(halted.height, height);
  // Reads still work.
  await rpc.call('status');
  await rpc.call('block', { block_id: 3 });
  const query = { request_type: 'view_account', block_id: 3, account_id: CAROL };
  await rpc.call('query', query);
  // What needs a block is refused with the reason.
  const refused = await rpc.fail('perigee_mine', { blocks: 1 });
  assert.equal(refused.cause.info?.['code'], 'chain_halted');
}

async function assertGoesOn({ rpc }: Pick<TestNode, 'rpc'>): Promise<void> {
  assert.equal((await fetch(`${rpc.url}/health`)).status, 200);
  assert.equal(metricOf(await readMetrics(rpc), 'perigee_chain_halted'), 0);
  const sent = await new Sender(rpc, CAROL).send(CAROL, [transfer(1n)], 'FINAL');
  assert.equal(sent.final_execution_status, 'FINAL');
}

test('a receipt that cannot be executed halts the chain until it is reverted', async () => {
  const { home, height } = await createStoppedChain();
  await damageAccount(home, ALICE);
  const node = await startTestNode({ home });
  const bob = new Sender(node.rpc, BOB);
  const poison = await bob.sign(ALICE, [transfer(1n)]);
  // Waiting callers get an error and do not wait for the timeout.
  await assert.rejects(bob.submit(poison, 'FINAL'), /the chain has halted at height/);
  const { halted } = await node.rpc.call<{ halted: { height: number } }>('perigee_controls');
  await assertHalted(node, halted.height);
  const late = await new Sender(node.rpc, CAROL).sign(BOB, [transfer(1n)]);
  await assert.rejects(bob.submit(late, 'EXECUTED'), /the chain has halted at height/);
  await node.stop();

  const again = await startTestNode({ home });
  await eventually('the chain halts again', async () => {
    const state = await again.rpc.call<{ halted: unknown }>('perigee_controls');
    return state.halted !== null;
  });
  await assertHalted(again, halted.height);
  assert.deepEqual(await again.rpc.call('perigee_revert_to', { height }), { height });
  await assertGoesOn(again);
  const asked = { tx_hash: formatHash(poison.hash), sender_account_id: BOB, wait_until: 'NONE' };
  assert.equal((await again.rpc.fail('tx', asked)).cause.name, 'UNKNOWN_TRANSACTION');
});

test('a node whose newest block cannot be used starts, and can revert it', async () => {
  const { home, height } = await createStoppedChain();
  await editStore(home, (store, batch) => {
    const { hash } = new StoredChain(store).head();
    batch.deleteBytes(Column.chunkExtra, blockShardKey(hash, 0));
  });
  const node = await startTestNode({ home });
  await assertHalted(node, height);
  const wrong = await node.rpc.fail('perigee_revert_to', { height: height + 1 });
  assert.equal(wrong.cause.info?.['code'], 'cannot_take_back');
  assert.deepEqual(await node.rpc.call('perigee_revert_to', { height: height - 1 }), {
    height: height - 1,
  });
  await assertGoesOn(node);
});

test('an internal error in a control halts the chain, and the node keeps running', async () => {
  const running = await startNode(createStartOptions());
  releaseAfterTests(() => running.stop());
  const rpc = new RpcClient(running.url);
  await new Sender(rpc, CAROL).send(BOB, [transfer(1n)], 'FINAL');
  // No caller can send this; it simulates any bug inside the chain.
  const control = running.controls.run({ kind: 'fastForward', deltaHeight: null as never });
  await assert.rejects(control, { code: 'internal' });
  const { halted } = await rpc.call<{ halted: { height: number } }>('perigee_controls');
  await assertHalted({ rpc }, halted.height);
  await rpc.call('perigee_revert_to', { height: 3 });
  await assertGoesOn({ rpc });
});
