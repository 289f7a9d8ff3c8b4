// A developer's controls, over a chain in memory with a clock that does not move by itself: each
// action is run and its effect read from the state, the blocks or the rows of the store.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { publicKeyToHandle, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import type { ControlAction } from '../../../src/chain/controls/controlActions.ts';
import { stateAtHead } from '../../../src/chain/mempool/admission.ts';
import type { StateEdit } from '../../../src/chain/patch/stateEdit.ts';
import { readAccessKey } from '../../../src/state/accessKeys.ts';
import { readAccount } from '../../../src/state/accounts.ts';
import { readContractData } from '../../../src/state/contractData.ts';
import type { AccountId } from '../../../src/types/accountId.ts';
import { STORAGE_KEY, storageContract } from '../../support/storageContract.ts';
import {
  ALICE,
  BOB,
  callAction,
  createLocalChain,
  keyOf,
  type LocalChain,
  NEAR,
  ROOT,
  SKIPPED_HEIGHT_NS,
  signTransaction,
  transfer,
} from '../localChain.ts';

const heightOf = ({ chain }: LocalChain) => chain.head.block.header.lite.height;
const timeOf = ({ chain }: LocalChain) => chain.head.block.header.lite.timestamp;
const accountOf = ({ chain }: LocalChain, id: AccountId) => readAccount(stateAtHead(chain, id), id);
const handleOf = (id: AccountId) => publicKeyToHandle(secretToPublic(keyOf(id)));

async function edit({ controls }: LocalChain, ...patches: StateEdit[]): Promise<void> {
  await controls.run({ kind: 'patchState', patches });
}

async function refuses(local: LocalChain, action: ControlAction, code: string): Promise<void> {
  await assert.rejects(
    local.controls.run(action),
    (error) => error instanceof PerigeeError && error.code === code,
  );
}

test('mine produces exactly the requested number of blocks', async () => {
  const local = createLocalChain();
  assert.deepEqual(await local.controls.run({ kind: 'mine', blocks: 5 }), { height: 5 });
  assert.deepEqual(await local.controls.run({ kind: 'mine', blocks: 0 }), { height: 5 });
});

test('in manual mode a transaction waits, in auto mode it runs to its end', async () => {
  const local = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 1 });
  local.producer.submit(signTransaction(local, ALICE, BOB, [transfer(NEAR)]));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(heightOf(local), 1);
  await local.controls.run({ kind: 'setMining', mode: 'auto' });
  while (local.producer.hasWork()) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(accountOf(local, BOB)?.amount, 10_001n * NEAR);
});

test('controls take turns in the order of the requests', async () => {
  const { controls } = createLocalChain();
  const results = await Promise.all([
    controls.run({ kind: 'mine', blocks: 3 }),
    controls.run({ kind: 'mine', blocks: 1 }),
    controls.run({ kind: 'snapshot' }),
  ]);
  assert.deepEqual(results, [{ height: 3 }, { height: 4 }, { id: 1 }]);
});

test('the clock moves, and the next block has the time that was set', async () => {
  const local = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 1 });
  const before = timeOf(local);
  const day = 86_400_000_000_000n;
  await local.controls.run({ kind: 'advanceClock', nanoseconds: day });
  await local.controls.run({ kind: 'mine', blocks: 1 });
  assert.equal(timeOf(local), before + day);
  const next = before + 2n * day + 7n;
  await local.controls.run({ kind: 'setNextTimestamp', timestamp: next });
  await local.controls.run({ kind: 'mine', blocks: 2 });
  assert.equal(timeOf(local), next + 1n, 'the clock goes on from there');
  await local.controls.run({ kind: 'setClock', timestamp: before + 10n * day });
  await local.controls.run({ kind: 'mine', blocks: 1 });
  assert.equal(timeOf(local), before + 10n * day);
  await refuses(local, { kind: 'setClock', timestamp: before }, 'time_passed');
  await refuses(local, { kind: 'setNextTimestamp', timestamp: timeOf(local) }, 'time_passed');
  await refuses(local, { kind: 'setClock', timestamp: 1n << 63n }, 'too_far');
});

test('fast forward jumps inside an epoch and finishes each epoch on the way', async () => {
  const local = createLocalChain({ epochLength: 100, transactionValidityPeriod: 200 });
  await local.controls.run({ kind: 'mine', blocks: 2 });
  const start = timeOf(local);
  const { chain } = local;
  const { height } = await local.controls.run({ kind: 'fastForward', deltaHeight: 350 });
  assert.equal(height, 353, 'the block after the jump comes one height later');
  const { info } = chain.epochs.epoch(chain.head.block.header.lite.epochId);
  assert.equal(info.epochHeight, 3, 'three epochs ended; the first two have the same number');
  const blocks = chain.head.ancestors.size;
  assert.ok(blocks < 40, `${blocks} blocks are few`);
  const skipped = BigInt(height - blocks);
  const elapsed = timeOf(local) - start;
  assert.ok(elapsed > skipped * SKIPPED_HEIGHT_NS - 100n, 'time passes with the heights');
  await local.controls.run({ kind: 'fastForward', deltaHeight: 0 });
  assert.equal(heightOf(local), 353);
  await refuses(local, { kind: 'fastForward', deltaHeight: 1e15 }, 'too_far');
});

test('receipts on their way go on during a fast forward', async () => {
  const local = createLocalChain({ epochLength: 100 });
  await local.controls.run({ kind: 'mine', blocks: 2 });
  local.producer.submit(signTransaction(local, ALICE, BOB, [transfer(NEAR)]));
  await local.controls.run({ kind: 'fastForward', deltaHeight: 10 });
  await local.controls.run({ kind: 'fastForward', deltaHeight: 10 });
  assert.equal(accountOf(local, BOB)?.amount, 10_001n * NEAR);
});

test('a balance is set, and creates an account if there is none', async () => {
  const local = createLocalChain();
  await edit(local, { kind: 'SetBalance', value: { accountId: ALICE, amount: 5n } });
  await edit(local, { kind: 'SetBalance', value: { accountId: 'new.near', amount: 7n } });
  assert.equal(accountOf(local, ALICE)?.amount, 5n);
  assert.equal(accountOf(local, ALICE)?.storageUsage, 182);
  const made = accountOf(local, 'new.near');
  assert.deepEqual([made?.amount, made?.locked, made?.storageUsage], [7n, 0n, 100]);
});

test('code, data and keys are set and removed, and the storage usage follows', async () => {
  const local = createLocalChain();
  const usage = () => accountOf(local, ALICE)?.storageUsage;
  await edit(local, { kind: 'SetCode', value: { accountId: ALICE, code: storageContract } });
  assert.equal(usage(), 182 + storageContract.length);
  const value = utf8ToBytes('hello');
  await edit(local, { kind: 'SetData', value: { accountId: ALICE, dataKey: STORAGE_KEY, value } });
  assert.equal(usage(), 182 + storageContract.length + 40 + 1 + 5);
  local.producer.submit(signTransaction(local, BOB, ALICE, [callAction('put', 'longer text')]));
  await local.controls.run({ kind: 'mine', blocks: 3 });
  const stored = readContractData(stateAtHead(local.chain, ALICE), ALICE, STORAGE_KEY);
  assert.equal(bytesToUtf8(stored ?? new Uint8Array()), 'longer text');
  assert.equal(usage(), 182 + storageContract.length + 40 + 1 + 11);
  await edit(
    local,
    { kind: 'SetData', value: { accountId: ALICE, dataKey: STORAGE_KEY, value: null } },
    { kind: 'SetCode', value: { accountId: ALICE, code: null } },
  );
  assert.equal(usage(), 182);
  assert.deepEqual(accountOf(local, ALICE)?.contract, { kind: 'None' });

  const accessKey = { nonce: 3n, permission: { kind: 'FullAccess' } } as const;
  const publicKey = handleOf(BOB);
  await edit(local, { kind: 'SetAccessKey', value: { accountId: ALICE, publicKey, accessKey } });
  assert.deepEqual(readAccessKey(stateAtHead(local.chain, ALICE), ALICE, publicKey), accessKey);
  assert.equal(usage(), 182 + 82);
  await edit(local, {
    kind: 'SetAccessKey',
    value: { accountId: ALICE, publicKey, accessKey: null },
  });
  assert.equal(usage(), 182);
});

test('a gas key is set with its nonces and removed with them', async () => {
  const local = createLocalChain();
  const permission = { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces: 3 } } as const;
  const key = { accountId: ALICE, publicKey: handleOf(BOB) };
  await edit(local, {
    kind: 'SetAccessKey',
    value: { ...key, accessKey: { nonce: 0n, permission } },
  });
  const withKey = accountOf(local, ALICE)?.storageUsage ?? 0;
  await edit(local, { kind: 'SetAccessKey', value: { ...key, accessKey: null } });
  assert.equal(accountOf(local, ALICE)?.storageUsage, 182);
  assert.ok(withKey > 182 + 3 * 83);
});

test('an account is deleted with everything it has', async () => {
  const local = createLocalChain();
  await edit(local, { kind: 'DeleteAccount', value: { accountId: ALICE } });
  assert.equal(accountOf(local, ALICE), null);
  assert.equal(readAccessKey(stateAtHead(local.chain, ALICE), ALICE, handleOf(ALICE)), null);
});

test('a patch that does not fit the state says so and changes nothing', async () => {
  const local = createLocalChain();
  const patches: StateEdit[][] = [
    [{ kind: 'SetCode', value: { accountId: 'nobody.near', code: storageContract } }],
    [{ kind: 'DeleteAccount', value: { accountId: 'nobody.near' } }],
    [{ kind: 'SetBalance', value: { accountId: ALICE, amount: 1n << 121n } }],
    [
      { kind: 'SetBalance', value: { accountId: ALICE, amount: 1n } },
      {
        kind: 'SetData',
        value: { accountId: ALICE, dataKey: new Uint8Array(3000), value: new Uint8Array() },
      },
    ],
  ];
  await local.controls.run({ kind: 'mine', blocks: 1 });
  const timestamp = local.clock.now() + 5n;
  await local.controls.run({ kind: 'setNextTimestamp', timestamp });
  for (const patch of patches) {
    await refuses(local, { kind: 'patchState', patches: patch }, 'patch_fault');
  }
  assert.equal(accountOf(local, ALICE)?.amount, 10_000n * NEAR);
  const { height } = await local.controls.run({ kind: 'mine', blocks: 1 });
  assert.equal(height, 2, 'a refused patch creates no block');
  assert.equal(local.chain.head.block.header.lite.timestamp, timestamp);
});

test('on several shards an edit reaches the shard of its account', async () => {
  const local = createLocalChain({}, { shards: 3 });
  for (const accountId of [ALICE, BOB, ROOT, 'zzz.near', 'aaa.near']) {
    await edit(local, { kind: 'SetBalance', value: { accountId, amount: 42n } });
    assert.equal(accountOf(local, accountId)?.amount, 42n, accountId);
  }
});

test('an epoch ends although a patch removed the stake of a validator', async () => {
  const local = createLocalChain({ epochLength: 10, transactionValidityPeriod: 20 });
  const account = accountOf(local, ROOT);
  assert.ok(account !== null);
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'Account', value: { accountId: ROOT, account: { ...account, locked: 0n } } }],
  });
  await local.controls.run({ kind: 'mine', blocks: 40 });
  assert.ok((accountOf(local, ROOT)?.locked ?? 0n) > 0n, 'the stake is locked again');
  await edit(local, { kind: 'DeleteAccount', value: { accountId: ROOT } });
  await local.controls.run({ kind: 'mine', blocks: 40 });
});

test('an impersonated transaction is an ordinary one except for its key', async () => {
  const local = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 1 });
  const parts = { signerId: ALICE, receiverId: BOB, actions: [transfer(NEAR)] };
  const first = await local.controls.run({ kind: 'impersonate', ...parts });
  const second = await local.controls.run({ kind: 'impersonate', ...parts });
  assert.deepEqual(first.admission, { kind: 'admitted' });
  assert.notDeepEqual(first.hash, second.hash);
  await local.controls.run({ kind: 'mine', blocks: 4 });
  assert.equal(accountOf(local, BOB)?.amount, 10_002n * NEAR);
  const outcome = local.chain.stored.outcome(first.hash)?.outcome;
  assert.equal(outcome?.status.kind, 'SuccessReceiptId');
  const key = readAccessKey(stateAtHead(local.chain, ALICE), ALICE, handleOf(ALICE));
  assert.equal(key?.nonce, 0n, 'no key was used');
  assert.equal(accountOf(local, ALICE)?.storageUsage, 182);

  const included = local.chain.stored.transaction(first.hash)?.transaction;
  assert.ok(included !== undefined);
  const again = local.producer.submit(included);
  assert.deepEqual(again, { kind: 'invalid', error: { kind: 'InvalidSignature' } });
  const unknown = await local.controls.run({
    kind: 'impersonate',
    ...parts,
    signerId: 'nobody.near',
  });
  assert.equal(unknown.admission.kind, 'invalid');
});

test('reset starts over at genesis', async () => {
  const local = createLocalChain();
  const other = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 3 });
  await local.controls.run({ kind: 'snapshot' });
  await edit(local, { kind: 'SetBalance', value: { accountId: ALICE, amount: 1n } });
  local.producer.submit(signTransaction(local, BOB, ALICE, [transfer(1n)]));
  assert.deepEqual(await local.controls.run({ kind: 'reset' }), { height: 0 });
  assert.equal(local.pool.size, 0);
  assert.equal(local.reverts(), 1);
  await refuses(local, { kind: 'revert', id: 1 }, 'unknown_snapshot');
  await local.controls.run({ kind: 'mine', blocks: 3 });
  await other.controls.run({ kind: 'mine', blocks: 3 });
  assert.deepEqual(local.chain.head.hash, other.chain.head.hash);
});

test('stopping the node ends actions that take many blocks', async () => {
  const local = createLocalChain();
  const mining = local.controls.run({ kind: 'mine', blocks: 1_000_000 });
  local.controls.stop();
  await assert.rejects(mining, { message: 'the node is stopping' });
});

test('a contract can remove a row that a patch has added without counting it', async () => {
  const local = createLocalChain();
  await edit(local, { kind: 'SetCode', value: { accountId: ALICE, code: storageContract } });
  const value = new Uint8Array(5_000);
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'Data', value: { accountId: ALICE, dataKey: STORAGE_KEY, value } }],
  });
  assert.ok((accountOf(local, ALICE)?.storageUsage ?? 0) < value.length, 'as in the reference');
  local.producer.submit(signTransaction(local, BOB, ALICE, [callAction('remove')]));
  await local.controls.run({ kind: 'mine', blocks: 3 });
  assert.equal(readContractData(stateAtHead(local.chain, ALICE), ALICE, STORAGE_KEY), null);
  assert.equal(accountOf(local, ALICE)?.storageUsage, 0);
});

test('a patch whose numbers would overflow in a later block is refused', async () => {
  const local = createLocalChain();
  const account = accountOf(local, ALICE);
  assert.ok(account !== null);
  const wrong = [
    { ...account, storageUsage: Number.MAX_SAFE_INTEGER },
    { ...account, amount: (1n << 120n) + 1n },
    { ...account, locked: (1n << 128n) - 1n },
  ];
  for (const one of wrong) {
    const patch = { kind: 'Account', value: { accountId: ALICE, account: one } } as const;
    await refuses(local, { kind: 'patchState', patches: [patch] }, 'patch_fault');
  }
  assert.deepEqual(accountOf(local, ALICE), account);
});
