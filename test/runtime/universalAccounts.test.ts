// Universal accounts during execution: how transfers and state inits create them, what may be done
// to one that is not initialized, what the deposit pays for, and what everything costs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { encode, type TypeOf } from '../../src/codec/codec.ts';
import { protocolAt } from '../../src/params/protocol.ts';
import { execFee, sendFees } from '../../src/runtime/fees/fees.ts';
import { writeAccount } from '../../src/state/accounts.ts';
import { readContractData } from '../../src/state/contractData.ts';
import { type Account, createUninitialized } from '../../src/types/account.ts';
import type { Action } from '../../src/types/action.ts';
import type { ActionErrorKind } from '../../src/types/actionErrors.ts';
import type { ExecutionOutcome } from '../../src/types/outcome.ts';
import type { Receipt } from '../../src/types/receipt.ts';
import { UniversalStateInit, universalAccountId } from '../../src/types/universalStateInit.ts';
import { PROTOCOL } from '../support/protocol.ts';
import {
  addKey,
  CREATE_ACCOUNT,
  call,
  createActionReceipt,
  NEAR,
  publicKeyOf,
  TestChain,
  transfer,
} from './testChain.ts';

type State = Partial<TypeOf<typeof UniversalStateInit>['value']>;

function encodeState({ code = null, data = [], accessKeys = [] }: State = {}): Uint8Array {
  return encode(UniversalStateInit, { kind: 'V1', value: { code, data, accessKeys } });
}

function init(stateInit: Uint8Array, deposit = 0n): Action {
  return { kind: 'UniversalStateInit', value: { stateInit, deposit } };
}

const key = secretToPublic(keyFromSeed('ed25519', 'universal'));
const handle = publicKeyToHandle(key);
const KEY_ONLY = encodeState({ accessKeys: [handle] });
const ID = universalAccountId(KEY_ONLY);

function createChain(waiting: Account | null = null): TestChain {
  const rows = waiting === null ? {} : { [ID]: writer(waiting) };
  return new TestChain({ accounts: { alice: {}, bob: {} }, rows });
}

function writer(account: Account) {
  return (state: Parameters<typeof writeAccount>[0]) => writeAccount(state, ID, account);
}

const WAITING = createUninitialized({ amount: 3n * NEAR, storageUsage: 100, bootstrapNonce: 7n });

function failureOf({ status }: ExecutionOutcome): ActionErrorKind | null {
  if (status.kind !== 'Failure' || status.value.kind !== 'ActionError') return null;
  return status.value.value.kind;
}

/** What receipts from the system return to an account. */
function refundsTo(chain: TestChain, id: string): bigint {
  const refunds = [...chain.receipts.values()].filter(isDepositRefund);
  const amounts = refunds.filter(({ receiverId }) => receiverId === id).map(depositOf);
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function isDepositRefund({ predecessorId, body }: Receipt): boolean {
  return predecessorId === 'system' && body.kind === 'Action' && body.value.signerId === 'system';
}

function depositOf({ body }: Receipt): bigint {
  const action = body.kind === 'Action' ? body.value.actions[0] : undefined;
  return action?.kind === 'Transfer' ? action.value.deposit : 0n;
}

test('a transfer creates an account that is not initialized, and another adds to it', () => {
  const chain = createChain();
  chain.apply();
  chain.apply();
  const outcome = chain.run('alice', ID, [transfer(NEAR)]);
  assert.equal(failureOf(outcome), null);
  // Applied in block 4: the same nonce as that of a key which is added there.
  const created = { amount: NEAR, storageUsage: 100, bootstrapNonce: 3_000_000n };
  assert.deepEqual(chain.account(ID), createUninitialized(created));
  chain.run('bob', ID, [transfer(5n)]);
  assert.deepEqual(chain.account(ID), createUninitialized({ ...created, amount: NEAR + 5n }));
});

test('the creation charge is taken once, from what the gas was bought for', () => {
  const chain = createChain();
  const created = chain.run('alice', ID, [transfer(NEAR)]);
  const again = chain.run('alice', ID, [transfer(NEAR)]);
  assert.equal(created.gasBurnt, again.gasBurnt);
  assert.ok(created.tokensBurnt > again.tokensBurnt);
});

test('a transfer creates it in a batch too, and gives no power over it', () => {
  const chain = createChain();
  const batch = [transfer(NEAR), init(KEY_ONLY)];
  assert.equal(failureOf(chain.run('alice', ID, batch)), null);
  assert.equal(chain.account(ID)?.amount, NEAR);
  const other = createChain();
  const stolen = [...batch, addKey(publicKeyOf('alice'), { kind: 'FullAccess' })];
  assert.deepEqual(failureOf(other.run('alice', ID, stolen)), {
    kind: 'ActorNoPermission',
    value: { accountId: ID, actorId: 'alice' },
  });
  assert.equal(other.account(ID), null, 'the receipt is undone');
});

test('a refund does not create it, and neither does a transfer below 88', () => {
  const chain = createChain();
  const refund = createActionReceipt('system', ID, [transfer(1n)]);
  const absent = { kind: 'AccountDoesNotExist', value: { accountId: ID } };
  assert.deepEqual(failureOf(chain.deliver(refund)), absent);
  const older = new TestChain({ accounts: { alice: {} }, protocol: protocolAt(86, 'release') });
  assert.deepEqual(failureOf(older.run('alice', ID, [transfer(1n)])), absent);
});

const actions: Record<string, Action> = {
  DeployContract: { kind: 'DeployContract', value: { code: new Uint8Array(1) } },
  FunctionCall: call('m'),
  Stake: { kind: 'Stake', value: { stake: 1n, publicKey: key } },
  AddKey: addKey(key, { kind: 'FullAccess' }),
  DeleteKey: { kind: 'DeleteKey', value: { publicKey: key } },
  DeleteAccount: { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } },
  TransferToGasKey: { kind: 'TransferToGasKey', value: { publicKey: key, deposit: 1n } },
  WithdrawFromGasKey: { kind: 'WithdrawFromGasKey', value: { publicKey: key, amount: 1n } },
};

for (const [kind, action] of Object.entries(actions)) {
  test(`${kind} needs an initialized account`, () => {
    const chain = createChain(WAITING);
    assert.deepEqual(failureOf(chain.deliver(createActionReceipt('alice', ID, [action]))), {
      kind: 'AccountNotInitialized',
      value: { accountId: ID },
    });
    assert.deepEqual(chain.account(ID), WAITING);
    const empty = createChain();
    assert.deepEqual(failureOf(empty.deliver(createActionReceipt('alice', ID, [action]))), {
      kind: 'AccountDoesNotExist',
      value: { accountId: ID },
    });
  });
}

test('CreateAccount does not create it', () => {
  const create = (chain: TestChain) => failureOf(chain.run('alice', ID, [CREATE_ACCOUNT]))?.kind;
  assert.equal(create(createChain()), 'OnlyImplicitAccountCreationAllowed');
  assert.equal(create(createChain(WAITING)), 'AccountAlreadyExists');
});

test('a state init by another account installs the keys and returns the deposit', () => {
  for (const waiting of [null, WAITING]) {
    const chain = createChain(waiting);
    const outcome = chain.run('alice', ID, [init(KEY_ONLY, NEAR)]);
    assert.equal(failureOf(outcome), null);
    assert.deepEqual(chain.account(ID), {
      amount: waiting?.amount ?? 0n,
      locked: 0n,
      storageUsage: 182,
      contract: { kind: 'None' },
      version: 'V1',
    });
    assert.deepEqual(chain.accessKey(ID, key), {
      nonce: 1_000_000n,
      permission: { kind: 'FullAccess' },
    });
    assert.equal(refundsTo(chain, 'alice'), NEAR, 'so little storage needs no balance');
  }
});

test('the nonce of the keys is not below one that was used', () => {
  const chain = createChain({ ...WAITING, bootstrapNonce: 5_000_000n });
  chain.run('alice', ID, [init(KEY_ONLY)]);
  assert.equal(chain.accessKey(ID, key)?.nonce, 5_000_000n);
});

test('a repeated state init changes nothing and returns the deposit', () => {
  const chain = createChain();
  const first = chain.run('alice', ID, [init(KEY_ONLY)]);
  const account = chain.account(ID);
  const second = chain.run('bob', ID, [init(KEY_ONLY, NEAR)]);
  assert.equal(failureOf(second), null);
  assert.deepEqual(chain.account(ID), account);
  assert.equal(refundsTo(chain, 'bob'), NEAR);
  assert.equal(second.gasBurnt, first.gasBurnt, 'it costs the same');
});

const code = new Uint8Array(100).fill(1);
const codeHash = { kind: 'CodeHash', value: sha256(code) } as const;
const big = new Uint8Array(1_000);
const FULL = encodeState({
  code: codeHash,
  data: [
    [Uint8Array.of(1), big],
    [Uint8Array.of(2), Uint8Array.of(3)],
  ],
  accessKeys: [handle],
});
const FULL_ID = universalAccountId(FULL);
const FULL_USAGE = 100 + 32 + (1 + 1_000 + 40) + (1 + 1 + 40) + 82;
const STAKE = BigInt(FULL_USAGE) * 10n ** 19n;

function deployGlobally(chain: TestChain): void {
  chain.run('bob', 'bob', [
    { kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } },
  ]);
}

test('code and data are installed, and the deposit pays for what they lack', () => {
  const chain = createChain();
  deployGlobally(chain);
  const outcome = chain.run('alice', FULL_ID, [init(FULL, NEAR)]);
  assert.equal(failureOf(outcome), null);
  assert.deepEqual(chain.account(FULL_ID), {
    amount: STAKE,
    locked: 0n,
    storageUsage: FULL_USAGE,
    contract: { kind: 'Global', value: codeHash.value },
    version: 'V2',
  });
  assert.deepEqual(readContractData(chain.stateOf(FULL_ID), FULL_ID, Uint8Array.of(1)), big);
  assert.equal(refundsTo(chain, 'alice'), NEAR - STAKE);
});

test('a deposit that is too low, and code that does not exist, fail', () => {
  const chain = createChain();
  assert.deepEqual(failureOf(chain.run('alice', FULL_ID, [init(FULL, NEAR)])), {
    kind: 'GlobalContractDoesNotExist',
    value: { identifier: codeHash },
  });
  deployGlobally(chain);
  assert.deepEqual(failureOf(chain.run('alice', FULL_ID, [init(FULL, STAKE - 1n)])), {
    kind: 'LackBalanceForState',
    value: { accountId: FULL_ID, amount: STAKE },
  });
  assert.equal(chain.account(FULL_ID), null);
  const funded = [transfer(1n), init(FULL, STAKE - 1n)];
  assert.equal(failureOf(chain.run('alice', FULL_ID, funded)), null);
});

test('fees of a state init and of a transfer to a universal account', () => {
  const [entries, keys, bytes] = [2n, 1n, BigInt(FULL.length)];
  const action = init(FULL);
  const send =
    500_000_000_000n + 78_000_000n * bytes + 3_100_000_000n * entries + 101_765_125_000n * keys;
  const exec =
    7_430_000_000_000n + 74_000_000n * bytes + 200_000_000_000n * entries + 101_765_125_000n * keys;
  for (const isSir of [true, false]) {
    assert.equal(sendFees(PROTOCOL, [action], FULL_ID, isSir).gas, send);
  }
  assert.deepEqual(execFee(PROTOCOL, action, FULL_ID), { gas: exec, compute: exec });
  const [plain, creation] = [
    115_123_062_500n,
    { send: 500_000_000_000n, exec: 7_200_000_000_000n },
  ];
  const older = protocolAt(87, 'release');
  assert.equal(sendFees(PROTOCOL, [transfer(1n)], ID, false).gas, plain + creation.send);
  assert.equal(execFee(PROTOCOL, transfer(1n), ID).gas, plain + creation.exec);
  assert.equal(sendFees(older, [transfer(1n)], ID, false).gas, plain);
  assert.equal(execFee(older, transfer(1n), ID).gas, plain);
});

test('an update of validators skips an account that is not initialized', () => {
  const chain = createChain(WAITING);
  const stakes = new Map([[ID, 5n]]);
  const rewards = new Map([[ID, 1n]]);
  const validatorUpdate = { stakes, rewards, lastProposals: new Map(), treasuryAccount: 'alice' };
  chain.apply({
    validatorUpdate: { ...validatorUpdate, rewards: new Map([...rewards, ['alice', 1n]]) },
  });
  assert.deepEqual(chain.account(ID), WAITING);
});
