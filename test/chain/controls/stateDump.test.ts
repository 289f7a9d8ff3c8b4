// The state as a file: dumped from one chain and loaded into others, and compared row by row.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { stateAtHead } from '../../../src/chain/mempool/admission.ts';
import { readShardState, type ShardState } from '../../../src/chain/patch/shardState.ts';
import { readAccount } from '../../../src/state/accounts.ts';
import { STORAGE_KEY, storageContract } from '../../support/storageContract.ts';
import {
  ALICE,
  BOB,
  CAROL,
  createLocalChain,
  type LocalChain,
  NEAR,
  ROOT,
  signTransaction,
  transfer,
} from '../localChain.ts';

const NEW = 'new.test.near';

/** A chain with an additional account, code, data, a global contract and one account less. */
async function createChangedChain(shards: number): Promise<LocalChain> {
  const local = createLocalChain({}, { shards });
  await local.controls.run({
    kind: 'patchState',
    patches: [
      { kind: 'SetBalance', value: { accountId: NEW, amount: 5n * NEAR } },
      { kind: 'SetCode', value: { accountId: ALICE, code: storageContract } },
      {
        kind: 'SetData',
        value: { accountId: ALICE, dataKey: STORAGE_KEY, value: utf8ToBytes('kept') },
      },
      { kind: 'DeleteAccount', value: { accountId: CAROL } },
    ],
  });
  const code = storageContract;
  local.producer.submit(
    signTransaction(local, BOB, BOB, [
      { kind: 'DeployGlobalContract', value: { code, deployMode: 'AccountId' } },
    ]),
  );
  await local.controls.run({ kind: 'mine', blocks: 10 });
  return local;
}

function shardStates({ chain }: LocalChain): ShardState[] {
  return chain.head.shards.map(({ extra }, index) =>
    readShardState(chain.nodes, extra.stateRoot, index),
  );
}

for (const shards of [1, 3]) {
  test(`a dump of ${shards} shards turns another chain's state into the same state`, async () => {
    const source = await createChangedChain(shards);
    const { dump } = await source.controls.run({ kind: 'dumpState' });
    const target = createLocalChain({}, { shards });
    target.producer.submit(signTransaction(target, CAROL, BOB, [transfer(NEAR)]));
    const { height } = await target.controls.run({ kind: 'loadState', dump });
    assert.deepEqual(shardStates(target), shardStates(source));
    const sourceHeight = source.chain.head.block.header.lite.height;
    assert.ok(height > sourceHeight, 'nonces of the dumped keys are valid at this height');
    const again = await target.controls.run({ kind: 'dumpState' });
    assert.deepEqual(JSON.parse(again.dump).shards, JSON.parse(dump).shards);
  });
}

test('a dump restores the state after changes', async () => {
  const local = await createChangedChain(1);
  const { dump } = await local.controls.run({ kind: 'dumpState' });
  const before = shardStates(local);
  await local.controls.run({
    kind: 'patchState',
    patches: [
      { kind: 'DeleteAccount', value: { accountId: ALICE } },
      { kind: 'SetBalance', value: { accountId: 'other.near', amount: NEAR } },
    ],
  });
  await local.controls.run({ kind: 'loadState', dump });
  assert.deepEqual(shardStates(local), before);
});

test('receipts on their way arrive before the state is dumped', async () => {
  const local = createLocalChain();
  await local.controls.run({ kind: 'mine', blocks: 1 });
  local.producer.submit(signTransaction(local, ALICE, BOB, [transfer(NEAR)]));
  await local.controls.run({ kind: 'mine', blocks: 1 });
  const { dump } = await local.controls.run({ kind: 'dumpState' });
  const bob = JSON.parse(dump).shards[0].records.find(
    (record: { Account?: { account_id: string } }) => record.Account?.account_id === BOB,
  );
  assert.equal(bob.Account.account.amount, String(10_001n * NEAR));
});

test('what a validator of this chain has locked stays locked', async () => {
  const source = createLocalChain();
  const { dump } = await source.controls.run({ kind: 'dumpState' });
  const text = dump.replace(`"locked":"${50_000_000n * NEAR}"`, '"locked":"0"');
  assert.notEqual(text, dump);
  await source.controls.run({ kind: 'loadState', dump: text });
  const account = readAccount(stateAtHead(source.chain, ROOT), ROOT);
  assert.equal(account?.locked, 50_000_000n * NEAR);
  assert.equal(account?.amount, 950_000_000n * NEAR, 'of what was dumped');
});

test('a dump that cannot be used is refused with a reason', async () => {
  const local = createLocalChain();
  const { dump } = await local.controls.run({ kind: 'dumpState' });
  const cases: [string, RegExp][] = [
    ['', /EOF while parsing/],
    ['null', /version 1, but it is none/],
    ['{"perigee_state":2}', /but it is version 2/],
    ['{"perigee_state":1}', /missing field/],
    [dump.replace('"protocol_version":88', '"protocol_version":155'), /version 155.* only 88/],
    [dump.replace('"amount":"', '"amount":"x'), /invalid digit/],
    [dump.replace('"rows":[]', '"rows":[{"key":"Dw==","value":""}]'), /column 15 is not allowed/],
  ];
  for (const [text, message] of cases) {
    await assert.rejects(local.controls.run({ kind: 'loadState', dump: text }), { message });
  }
  const sharded = createLocalChain({}, { shards: 2 });
  await assert.rejects(sharded.controls.run({ kind: 'loadState', dump }), {
    message: 'the state comes from a chain with other shards',
  });
});
