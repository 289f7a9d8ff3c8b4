// Reverting to a snapshot: random work is done and reverted, and every row of the store is compared
// with its earlier value. Repeating the work must produce the same blocks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { publicKeyToHandle, secretToPublic } from '../../../src/base/crypto/keys.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createLocalChain,
  describeHead,
  digestRows,
  keyOf,
  type LocalChain,
  NEAR,
  signTransaction,
  transfer,
} from '../localChain.ts';
import { doRandomWork } from '../randomWork.ts';

const SHORT_EPOCHS = { epochLength: 60, transactionValidityPeriod: 120 };

function describePool({ pool }: LocalChain): string[] {
  return [...pool.inTurn()].map(({ signed }) => formatHash(signed.hash));
}

test('1,000 random transactions are reverted without a trace', async () => {
  const local = createLocalChain(SHORT_EPOCHS);
  await doRandomWork(local, 1, 20);
  local.producer.submit(signTransaction(local, CAROL, ALICE, [transfer(1n)]));
  const rows = digestRows(local);
  const head = describeHead(local);
  const pool = describePool(local);
  const { id } = await local.controls.run({ kind: 'snapshot' });
  await doRandomWork(local, 2, 1_000);
  await local.controls.run({ kind: 'snapshot' });
  await local.controls.run({ kind: 'revert', id });
  assert.deepEqual(digestRows(local), rows);
  assert.equal(describeHead(local), head);
  assert.deepEqual(describePool(local), pool);
});

test('the same work produces the same blocks again, also on several shards', async () => {
  const local = createLocalChain(SHORT_EPOCHS, { shards: 3 });
  await doRandomWork(local, 1, 20);
  const rows = digestRows(local);
  const { id } = await local.controls.run({ kind: 'snapshot' });
  const blocks = await doRandomWork(local, 2, 200);
  await local.controls.run({ kind: 'revert', id });
  assert.deepEqual(await doRandomWork(local, 2, 200), blocks);
  await local.controls.run({ kind: 'revert', id });
  assert.deepEqual(digestRows(local), rows, 'a snapshot can be used more than once');
});

test('patches, time and impersonation are reverted too', async () => {
  const local = createLocalChain();
  const { controls } = local;
  await controls.run({ kind: 'mine', blocks: 2 });
  await controls.run({ kind: 'advanceClock', nanoseconds: 5n });
  const rows = digestRows(local);
  const { setting } = local.clock;
  const { id } = await controls.run({ kind: 'snapshot' });
  const work = async () => {
    await controls.run({ kind: 'setNextTimestamp', timestamp: local.clock.now() + 1_000n });
    const parts = { signerId: ALICE, receiverId: BOB, actions: [transfer(NEAR)] };
    await controls.run({ kind: 'impersonate', ...parts });
    const publicKey = publicKeyToHandle(secretToPublic(keyOf(ALICE)));
    await controls.run({
      kind: 'patchState',
      patches: [{ kind: 'SetAccessKey', value: { accountId: ALICE, publicKey, accessKey: null } }],
    });
    await controls.run({ kind: 'fastForward', deltaHeight: 100 });
    return formatHash(local.chain.head.hash);
  };
  const first = await work();
  await controls.run({ kind: 'revert', id });
  assert.deepEqual(digestRows(local), rows);
  assert.deepEqual(local.clock.setting, setting);
  assert.equal(await work(), first);
});

test('impersonated transactions wait and are counted as at the snapshot', async () => {
  const local = createLocalChain();
  const { controls } = local;
  await controls.run({ kind: 'mine', blocks: 1 });
  const parts = { signerId: ALICE, receiverId: BOB, actions: [transfer(NEAR)] };
  const impersonate = () => controls.run({ kind: 'impersonate', ...parts });
  const waiting = await impersonate();
  const { id } = await controls.run({ kind: 'snapshot' });
  const next = await impersonate();
  await controls.run({ kind: 'mine', blocks: 1 });
  await controls.run({ kind: 'revert', id });
  assert.deepEqual(describePool(local), [formatHash(waiting.hash)]);
  assert.deepEqual(await impersonate(), next, 'the next nonce is the same');
  await controls.run({ kind: 'mine', blocks: 1 });
  for (const { hash } of [waiting, next]) {
    const status = local.chain.stored.outcome(hash)?.outcome.status;
    assert.equal(status?.kind, 'SuccessReceiptId', formatHash(hash));
  }
});

test('after a revert to a height, impersonated transactions are counted from there', async () => {
  const { controls } = createLocalChain();
  await controls.run({ kind: 'mine', blocks: 1 });
  const parts = { signerId: ALICE, receiverId: BOB, actions: [transfer(NEAR)] };
  const first = await controls.run({ kind: 'impersonate', ...parts });
  await controls.run({ kind: 'mine', blocks: 1 });
  await controls.run({ kind: 'revertTo', height: 1 });
  assert.deepEqual(await controls.run({ kind: 'impersonate', ...parts }), first);
});

test('snapshots nest; a revert drops later ones, and a dropped one cannot be used', async () => {
  const { controls } = createLocalChain();
  await controls.run({ kind: 'mine', blocks: 1 });
  const first = await controls.run({ kind: 'snapshot' });
  await controls.run({ kind: 'mine', blocks: 1 });
  const second = await controls.run({ kind: 'snapshot' });
  await controls.run({ kind: 'mine', blocks: 1 });
  assert.deepEqual(await controls.run({ kind: 'revert', id: second.id }), { height: 2 });
  assert.deepEqual(await controls.run({ kind: 'revert', id: first.id }), { height: 1 });
  const unknown = { name: 'PerigeeError', message: `there is no snapshot ${second.id}` };
  await assert.rejects(controls.run({ kind: 'revert', id: second.id }), unknown);
  await controls.run({ kind: 'dropSnapshot', id: first.id });
  await assert.rejects(controls.run({ kind: 'revert', id: first.id }));
  await assert.rejects(controls.run({ kind: 'dropSnapshot', id: first.id }));
});

test('without a snapshot no undo data is kept', async () => {
  const local = createLocalChain();
  const { controls } = local;
  const hasUndo = () => !digestRows(local).undo?.startsWith('0 ');
  await controls.run({ kind: 'mine', blocks: 2 });
  assert.equal(hasUndo(), false);
  const { id } = await controls.run({ kind: 'snapshot' });
  await controls.run({ kind: 'mine', blocks: 2 });
  assert.equal(hasUndo(), true);
  await controls.run({ kind: 'dropSnapshot', id });
  assert.equal(hasUndo(), false);
});

test('the number of snapshots is limited', async () => {
  const { controls } = createLocalChain();
  await controls.run({ kind: 'mine', blocks: 1 });
  for (let i = 0; i < 100; i++) await controls.run({ kind: 'snapshot' });
  await assert.rejects(controls.run({ kind: 'snapshot' }), { code: 'too_many_snapshots' });
  await controls.run({ kind: 'dropSnapshot', id: 1 });
  assert.deepEqual(await controls.run({ kind: 'snapshot' }), { id: 101 });
});
