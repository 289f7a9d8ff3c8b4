// Reverting blocks without a snapshot: afterwards every row has its earlier value, apart from state
// nodes and accounts of keys, which stay, and the same work produces the same blocks. Blocks that
// cannot be read are reverted too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { Batch } from '../../../src/store/store.ts';
import { createLocalChain, describeHead, digestRows, type LocalChain } from '../localChain.ts';
import { doRandomWork } from '../randomWork.ts';

const SHORT_EPOCHS = { epochLength: 60, transactionValidityPeriod: 120 };

/** All rows except those that stay. */
function digestBlocks(local: LocalChain): Record<string, string> {
  const { stateNode: _, keyAccount: __, ...rest } = digestRows(local);
  return rest;
}

const heightOf = ({ chain }: LocalChain) => chain.head.block.header.lite.height;

for (const shards of [1, 3]) {
  test(`blocks over several epochs leave no trace, with ${shards} shards`, async () => {
    const local = createLocalChain(SHORT_EPOCHS, { shards });
    await doRandomWork(local, 1, 60);
    await local.controls.run({ kind: 'mine', blocks: 3 });
    const [rows, head, height] = [digestBlocks(local), describeHead(local), heightOf(local)];
    const { setting } = local.clock;
    const blocks = await doRandomWork(local, 2, 400);
    await local.controls.run({ kind: 'fastForward', deltaHeight: 130 });
    assert.ok(heightOf(local) > height + 150);
    assert.deepEqual(await local.controls.run({ kind: 'revertTo', height }), { height });
    assert.deepEqual(digestBlocks(local), rows);
    assert.equal(describeHead(local), head);
    assert.equal(local.reverts(), 1);
    local.clock.restore(setting);
    assert.deepEqual(await doRandomWork(local, 2, 400), blocks);
  });
}

test('every height can be reverted to, down to genesis', async () => {
  const local = createLocalChain(SHORT_EPOCHS);
  const known: [number, Record<string, string>][] = [[0, digestBlocks(local)]];
  for (let i = 0; i < 12; i++) {
    await doRandomWork(local, i, 20);
    await local.controls.run({ kind: 'fastForward', deltaHeight: 7 });
    known.push([heightOf(local), digestBlocks(local)]);
  }
  for (const [height, rows] of known.toReversed()) {
    // A height without a block means the one below it.
    await local.controls.run({ kind: 'revertTo', height });
    assert.equal(heightOf(local), height);
    assert.deepEqual(digestBlocks(local), rows, `height ${height}`);
  }
});

test('heights that do not exist are refused', async () => {
  const local = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 3 });
  const refused = local.controls.run({ kind: 'revertTo', height: 4 });
  await assert.rejects(refused, { code: 'cannot_take_back' });
  assert.equal(heightOf(local), 3);
});

test('a block whose rows are gone is reverted too', async () => {
  const local = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 5 });
  const rows = digestBlocks(local);
  await local.controls.run({ kind: 'mine', blocks: 3 });
  const batch = new Batch();
  const { hash } = local.chain.head;
  batch.deleteBytes(Column.block, hash);
  local.store.commit(batch);
  await local.controls.run({ kind: 'revertTo', height: 5 });
  assert.equal(local.chain.stored.nextHash(local.chain.head.hash), null);
  const { emptyChunk: _, ...left } = digestBlocks(local);
  const { emptyChunk: __, ...before } = rows;
  assert.deepEqual({ ...left, blockMerkle: before['blockMerkle'] }, before);
});

test('a snapshot below stays, one above is dropped', async () => {
  const local = createLocalChain();
  const { controls } = local;
  await controls.run({ kind: 'mine', blocks: 2 });
  const rows = digestRows(local);
  const { id } = await controls.run({ kind: 'snapshot' });
  await doRandomWork(local, 3, 60);
  await controls.run({ kind: 'mine', blocks: 5 });
  const later = await controls.run({ kind: 'snapshot' });
  await controls.run({ kind: 'revertTo', height: 4 });
  await assert.rejects(controls.run({ kind: 'revert', id: later.id }), {
    code: 'unknown_snapshot',
  });
  await controls.run({ kind: 'revert', id });
  const { stateNode: _, keyAccount: __, ...left } = digestRows(local);
  const { stateNode: ___, keyAccount: ____, ...before } = rows;
  assert.deepEqual(left, before);
});
