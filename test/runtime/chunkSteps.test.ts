// The steps of a chunk around its receipts: the validator update in an epoch's first block, missing
// chunks, proposals, and causes of changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { ValidatorAccountsUpdate } from '../../src/runtime/validatorUpdate.ts';
import { accountTrieKey } from '../../src/state/trieKey.ts';
import type { Account } from '../../src/types/account.ts';
import type { Action } from '../../src/types/action.ts';
import { createShardLayout } from '../../src/types/shardLayout.ts';
import {
  addKey,
  createActionReceipt,
  NEAR,
  publicKeyOf,
  TestChain,
  transfer,
} from './testChain.ts';

function update(fields: Partial<Record<keyof ValidatorAccountsUpdate, object>>) {
  const maps = { stakes: {}, rewards: {}, lastProposals: {}, ...fields };
  const toMap = (entries: object) => new Map(Object.entries(entries) as [string, bigint][]);
  return {
    stakes: toMap(maps.stakes),
    rewards: toMap(maps.rewards),
    lastProposals: toMap(maps.lastProposals),
    treasuryAccount: 'treasury',
  };
}

const balances = ({ amount, locked }: Account) => ({ amount, locked });

test('rewards are locked, and stake that is no longer needed is returned', () => {
  const accounts = {
    keeps: { amount: 1n, locked: 100n },
    lowers: { amount: 1n, locked: 100n },
    raises: { amount: 1n, locked: 150n },
    left: { amount: 1n, locked: 100n },
    treasury: { amount: 1n },
  };
  const chain = new TestChain({ accounts });
  const validatorUpdate = update({
    stakes: { keeps: 110n, lowers: 60n, raises: 100n, left: 0n, absent: 0n },
    rewards: { keeps: 10n, lowers: 10n, raises: 10n, treasury: 7n },
    lastProposals: { raises: 155n },
  });
  chain.apply({ validatorUpdate });
  const expected = {
    keeps: { amount: 1n, locked: 110n },
    lowers: { amount: 51n, locked: 60n },
    raises: { amount: 6n, locked: 155n },
    left: { amount: 101n, locked: 0n },
    treasury: { amount: 8n, locked: 0n },
  };
  for (const [id, amounts] of Object.entries(expected)) {
    assert.deepEqual(balances(chain.account(id) as Account), amounts, id);
  }
});

test('a treasury that validates is not paid twice', () => {
  const chain = new TestChain({ accounts: { treasury: { amount: 1n, locked: 100n } } });
  const validatorUpdate = update({ stakes: { treasury: 100n }, rewards: { treasury: 7n } });
  chain.apply({ validatorUpdate });
  assert.deepEqual(balances(chain.account('treasury') as Account), { amount: 8n, locked: 100n });
});

test('each shard pays its own validators, also without a chunk', () => {
  const layout = createShardLayout(['m'], [1, 0]);
  const accounts = { alice: { locked: 5n }, zoe: { locked: 5n }, treasury: {} };
  const chain = new TestChain({ accounts, layout });
  const validatorUpdate = update({
    stakes: { alice: 5n, zoe: 5n },
    rewards: { alice: 1n, zoe: 2n, treasury: 3n },
  });
  const results = chain.apply({ validatorUpdate, missing: [0] });
  assert.equal(chain.account('alice')?.locked, 5n);
  assert.equal(chain.account('alice')?.amount, 1_000n * NEAR + 1n);
  assert.equal(chain.account('zoe')?.amount, 1_000n * NEAR + 2n);
  assert.equal(chain.account('treasury')?.amount, 1_000n * NEAR + 3n);
  const causes = results.get(0)?.changes.map(({ changes }) => changes[0]?.cause.kind);
  assert.deepEqual(causes, [
    'ValidatorAccountsUpdate',
    'ValidatorAccountsUpdate',
    'BandwidthSchedulerStateUpdate',
  ]);
});

test('a missing chunk repeats the values of its header', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  chain.apply();
  const { congestionInfo } = chain.shard(0);
  const result = chain.apply({ missing: [0] }).get(0);
  assert.deepEqual(result?.congestionInfo, congestionInfo);
  assert.deepEqual(result?.outcomes, []);
  assert.equal(result?.gasUsed, 0n);
});

test('the last proposal of each account counts, the latest first', () => {
  const chain = new TestChain({ accounts: { alice: {}, bob: {}, carol: {} } });
  const stake = (id: string, amount: bigint): Action => ({
    kind: 'Stake',
    value: { stake: amount, publicKey: publicKeyOf(id) },
  });
  const transactions = [
    chain.sign('alice', 'alice', [stake('alice', 2n * NEAR)]),
    chain.sign('bob', 'bob', [stake('bob', 3n * NEAR), stake('bob', 4n * NEAR)]),
    chain.sign('alice', 'alice', [stake('alice', 5n * NEAR)]),
    chain.sign('carol', 'carol', [stake('carol', 6n * NEAR), stake('carol', 0n), transfer(1n)]),
    chain.sign('carol', 'carol', [stake('carol', 7n * NEAR), stake('carol', 1n)]),
  ];
  const proposals = chain.apply({ transactions }).get(0)?.proposals;
  assert.deepEqual(
    proposals?.map(({ accountId, stake: amount }) => [accountId, amount / NEAR]),
    [
      ['carol', 0n],
      ['alice', 5n],
      ['bob', 4n],
    ],
    'a failed receipt proposes nothing',
  );
  assert.equal(chain.account('bob')?.locked, 4n * NEAR);
  assert.equal(chain.account('carol')?.locked, 6n * NEAR, 'a lower stake stays locked for now');
});

test('every commit of a key is a change with its cause', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  const transaction = chain.sign('alice', 'alice', [transfer(1n)]);
  const result = chain.apply({ transactions: [transaction] }).get(0);
  const key = bytesToHex(accountTrieKey('alice'));
  const alice = result?.changes.find((change) => bytesToHex(change.key) === key);
  assert.deepEqual(
    alice?.changes.map(({ cause }) => cause.kind),
    ['TransactionProcessing', 'ReceiptProcessing'],
  );
});

test('deleting an account removes its code even if it has none', () => {
  const chain = new TestChain({ accounts: { alice: {}, bob: {} } });
  const remove: Action = { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } };
  const result = chain.apply({ receipts: [createActionReceipt('alice', 'alice', [remove])] });
  const removed = result
    .get(0)
    ?.changes.filter(({ changes }) => changes.at(-1)?.value === null)
    .map(({ key }) => [key[0], bytesToUtf8(key.subarray(1, 6))]);
  assert.deepEqual(removed, [
    [0, 'alice'],
    [1, 'alice'],
    [2, 'alice'],
  ]);
});

test('a gas refund restores the allowance of the key', () => {
  const secret = keyFromSeed('ed25519', 'call key');
  const publicKey = secretToPublic(secret);
  const chain = new TestChain({ accounts: { alice: {}, bob: {} } });
  const value = { allowance: NEAR, receiverId: 'bob', methodNames: [] };
  chain.run('alice', 'alice', [addKey(publicKey, { kind: 'FunctionCall', value })]);
  const refund = createActionReceipt('system', 'alice', [transfer(9n)], {
    signerId: 'alice',
    signerPublicKey: publicKey,
    gasPrice: 0n,
  });
  const before = chain.account('alice')?.amount ?? 0n;
  chain.deliver(refund);
  const key = chain.accessKey('alice', publicKey);
  assert.deepEqual(key?.permission, {
    kind: 'FunctionCall',
    value: { ...value, allowance: NEAR + 9n },
  });
  assert.equal((chain.account('alice')?.amount ?? 0n) - before, 9n);
});
