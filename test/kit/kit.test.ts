// The test kit against a node: accounts and contracts as objects, results with their events, errors
// with outcome, logs and stack, and the types that follow from an ABI, which the compiler checks.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readPresetContract } from '../../src/contracts/presetContracts.ts';
import { CallFailedError, createNode, type PerigeeNode } from '../../src/index.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const NEAR = 10n ** 24n;
const ROOT = 'test.near';
const ALICE = 'alice.test.near';
const OWNED = { method: 'new_default_meta', args: { owner_id: ROOT, total_supply: '100' } };

/** A part of what a fungible token would have, with one schema of each form. */
const TOKEN_ABI = {
  schema_version: '0.4.0',
  body: {
    functions: [
      {
        name: 'ft_transfer',
        kind: 'call',
        params: {
          serialization_type: 'json',
          args: [
            { name: 'receiver_id', type_schema: { $ref: '#/definitions/AccountId' } },
            { name: 'amount', type_schema: { type: 'string' } },
            { name: 'memo', type_schema: { type: ['string', 'null'] } },
          ],
        },
      },
      {
        name: 'storage_deposit',
        kind: 'call',
        params: {
          serialization_type: 'json',
          args: [
            {
              name: 'account_id',
              type_schema: { anyOf: [{ $ref: '#/definitions/AccountId' }, { type: 'null' }] },
            },
          ],
        },
        result: { type_schema: { $ref: '#/definitions/StorageBalance' } },
      },
      {
        name: 'ft_balance_of',
        kind: 'view',
        params: {
          serialization_type: 'json',
          args: [{ name: 'account_id', type_schema: { type: 'string' } }],
        },
        result: { type_schema: { type: 'string' } },
      },
      {
        name: 'ft_metadata',
        kind: 'view',
        result: {
          type_schema: {
            type: 'object',
            required: ['name', 'decimals'],
            properties: {
              name: { type: 'string' },
              decimals: { type: 'integer', format: 'uint8' },
              icon: { type: ['string', 'null'] },
            },
          },
        },
      },
    ],
    root_schema: {
      definitions: {
        AccountId: { type: 'string' },
        StorageBalance: {
          type: 'object',
          required: ['available', 'total'],
          properties: { available: { type: 'string' }, total: { type: 'string' } },
        },
      },
    },
  },
} as const;

let node: PerigeeNode;

before(async () => {
  node = await createNode();
});

after(() => node.stop());

function deployToken() {
  const code = readPresetContract('fungible-token');
  return node.deploy(code, { abi: TOKEN_ABI, init: OWNED });
}

/** Compiles only if the two types are the same. */
function expectType<Expected>() {
  return <Actual>(
    _value: Actual,
    ..._same: [Expected, Actual] extends [Actual, Expected] ? [] : [never]
  ): void => {};
}

test('accounts are created with a key, and pay', async () => {
  const dora = await node.createAccount('dora', { balance: '7.5 NEAR' });
  assert.equal(dora.accountId, 'dora.test.near');
  assert.match(dora.secretKey, /^ed25519:/);
  assert.equal(await dora.balance(), 75n * 10n ** 23n);
  const { keys } = await node.rpc('query', {
    request_type: 'view_access_key_list',
    finality: 'optimistic',
    account_id: dora.accountId,
  });
  assert.deepEqual(
    keys.map((key) => key.public_key),
    [dora.publicKey],
  );
  const alice = node.account(ALICE);
  const before = await alice.balance();
  const sent = await dora.transfer(alice, '2 NEAR');
  assert.deepEqual([sent.value, sent.logs], [null, []]);
  assert.equal((await alice.balance()) - before, 2n * NEAR);
  assert.ok((await dora.balance()) < 55n * 10n ** 23n);
  await node.transfer(alice, dora, 5n);
  await assert.rejects(node.createAccount('dora'), /dora.test.near already exists/);
});

test('a contract is called and viewed with the types of its ABI', async () => {
  const token = await deployToken();
  assert.match(token.accountId, /^contract\d*\.test\.near$/);
  const alice = node.account(ALICE);
  const deposited = await alice.call(token, 'storage_deposit', {}, { deposit: '0.00125 NEAR' });
  expectType<{ available: string; total: string }>()(deposited.value);
  assert.equal(deposited.value.available, '0');
  const moved = await node
    .account(ROOT)
    .call(token, 'ft_transfer', { receiver_id: ALICE, amount: '9' }, { deposit: 1n });
  expectType<null>()(moved.value);
  assert.deepEqual(moved.events, [
    {
      contractId: token.accountId,
      standard: 'nep141',
      version: '1.0.0',
      event: 'ft_transfer',
      data: [{ old_owner_id: ROOT, new_owner_id: ALICE, amount: '9' }],
    },
  ]);
  assert.ok(moved.gasBurnt > 10n ** 12n && moved.tokensBurnt > 0n);
  const balance = await token.view('ft_balance_of', { account_id: ALICE });
  expectType<string>()(balance);
  assert.equal(balance, '9');
  const metadata = await token.view('ft_metadata');
  expectType<{ name: string; decimals: number; icon?: string | null }>()(metadata);
  assert.equal(metadata.decimals, 18);
});

test('what the ABI does not have does not compile', async () => {
  const token = await deployToken();
  const alice = node.account(ALICE);
  const wrong = () => [
    // @ts-expect-error no such method
    token.view('ft_balance'),
    // @ts-expect-error a method that changes the state is not a view
    token.view('ft_transfer', { receiver_id: ALICE, amount: '1' }),
    // @ts-expect-error a missing argument
    token.view('ft_balance_of', {}),
    // @ts-expect-error an amount is a string
    alice.call(token, 'ft_transfer', { receiver_id: ALICE, amount: 1 }),
    // @ts-expect-error arguments that are required
    alice.call(token, 'ft_transfer'),
  ];
  assert.equal(typeof wrong, 'function');
});

test('without an ABI everything can be called, and results are unknown', async () => {
  const { accountId } = await deployToken();
  const viewed = await node.contract(accountId).view('ft_total_supply');
  expectType<unknown>()(viewed);
  assert.equal(viewed, '100');
  assert.equal(await node.view(accountId, 'ft_balance_of', { account_id: ROOT }), '100');
  const { value } = await node.call(ALICE, accountId, 'storage_unregister', {}, { deposit: 1n });
  assert.equal(value, false);
});

test('a failed call says why, with its outcome, logs and stack', async () => {
  const token = await deployToken();
  const transfer = { receiver_id: 'nobody.near', amount: '1' };
  await assert.rejects(
    node.account(ROOT).call(token, 'ft_transfer', transfer, { deposit: 1n }),
    (error: Error) => {
      assert.ok(error instanceof CallFailedError);
      const { code, kind, logs, outcome, stack, explanation } = error.info;
      assert.match(explanation ?? '', /nobody.near has no storage/);
      assert.deepEqual([code, kind, logs], ['call_failed', 'FunctionCallError', []]);
      assert.ok(outcome && 'Failure' in (outcome.status as object));
      assert.equal(stack.at(-1)?.function, 'token/ft_transfer');
      assert.match(
        error.message,
        /^test.near → \S+ ft_transfer: .* nobody.near is not registered\n {2}.* no [\s\S]* in near/,
      );
      return true;
    },
  );
  await assert.rejects(
    node.view(token.accountId, 'ft_balance_of'),
    (error: Error) =>
      error instanceof CallFailedError &&
      error.info.outcome === null &&
      /missing field `account_id`/.test(error.message),
  );
});

test('a file names its contract', async () => {
  const file = join(createTemporaryFolder(), 'My_Token.wasm');
  writeFileSync(file, readPresetContract('fungible-token'));
  const ids = [await node.deploy(file), await node.deploy(file)].map(({ accountId }) => accountId);
  assert.deepEqual(ids, ['my-token.test.near', 'my-token2.test.near']);
});

test('arguments that make no sense are refused before anything is sent', async () => {
  const { height } = await node.rpc('block', { finality: 'optimistic' }).then((b) => b.header);
  const alice = node.account(ALICE);
  const wrong: readonly [() => Promise<unknown>, RegExp][] = [
    [() => alice.transfer('bob.test.near', '5' as never), /amount: expected a bigint/],
    [() => alice.transfer('bob.test.near', '1.5 yoctoNEAR'), /amount: expected a bigint/],
    [() => alice.transfer(null as never, 1n), /account: expected an account id/],
    [() => alice.call('x', 'y', {}, { gas: '5 gas' as never }), /gas: expected a bigint/],
    [() => alice.call('x', 'y', 5 as never), /args: expected an object/],
    [() => node.deploy('/no/such/module.wasm'), /module.wasm cannot be read/],
    [() => node.deploy(5 as never), /deploy: expected a module/],
    [() => node.createAccount(5 as never), /createAccount: expected a name/],
    [() => node.createAccount('n', { secretKey: 'x' }), /secretKey: /],
  ];
  for (const [attempt, message] of wrong) {
    await assert.rejects(async () => attempt(), message, `${message}`);
  }
  const { header } = await node.rpc('block', { finality: 'optimistic' });
  assert.equal(header.height, height);
});
