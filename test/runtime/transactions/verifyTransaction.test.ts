// Verification of transactions against a small state: every error, their precedence, and what the
// signer is charged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { BY_SIGNATURE } from '../../../src/runtime/transactions/authorisation.ts';
import {
  type VerifyInput,
  verifyTransaction,
} from '../../../src/runtime/transactions/verifyTransaction.ts';
import type { AccessKey, FunctionCallPermission } from '../../../src/types/accessKey.ts';
import type { Account } from '../../../src/types/account.ts';
import type { Action, TransactionNonce } from '../../../src/types/action.ts';
import { hashTransaction, type Transaction } from '../../../src/types/transaction.ts';
import type {
  InvalidAccessKeyError,
  InvalidTxError,
} from '../../../src/types/transactionErrors.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { ALICE, aliceKey, BOB, createTransaction } from '../../support/transactions.ts';

const config = PROTOCOL;
const publicKey = secretToPublic(aliceKey);
const NEAR = 10n ** 24n;
const PER_BYTE = 10n ** 19n;
const TRANSFER_GAS_COST = 245_500_818_750_000_000_000n;
const TRANSFER_BURNT = 22_318_256_250_000_000_000n;

const account: Account = {
  amount: NEAR,
  locked: 0n,
  storageUsage: 182,
  contract: { kind: 'None' },
  version: 'V1',
};
const fullAccess: AccessKey = { nonce: 10n, permission: { kind: 'FullAccess' } };

function callKey(parts: Partial<FunctionCallPermission>): AccessKey {
  const value = { allowance: null, receiverId: BOB, methodNames: [], ...parts };
  return { nonce: 10n, permission: { kind: 'FunctionCall', value } };
}

function gasKey(balance: bigint, calls?: FunctionCallPermission): AccessKey {
  const info = { balance, numNonces: 2 };
  if (calls === undefined) {
    return { nonce: 0n, permission: { kind: 'GasKeyFullAccess', value: info } };
  }
  return { nonce: 0n, permission: { kind: 'GasKeyFunctionCall', value: [info, calls] } };
}

const plain = (nonce: bigint): TransactionNonce => ({ kind: 'Nonce', value: { nonce } });
const indexed = (nonce: bigint, nonceIndex: number): TransactionNonce => {
  return { kind: 'GasKeyNonce', value: { nonce, nonceIndex } };
};
const transfer = (deposit: bigint): Action => ({ kind: 'Transfer', value: { deposit } });
const call = (methodName: string, deposit = 0n): Action => ({
  kind: 'FunctionCall',
  value: { methodName, args: new Uint8Array(0), gas: 1n, deposit },
});

type Case = {
  readonly title: string;
  readonly parts?: Partial<Transaction>;
  readonly signer?: Partial<VerifyInput['signer']>;
  readonly input?: Partial<VerifyInput>;
};

function verifyCase({ parts, signer, input }: Case) {
  const signed = createTransaction({ nonce: plain(11n), actions: [transfer(1n)], ...parts });
  return verifyTransaction({
    protocol: config,
    signed,
    authorisation: BY_SIGNATURE,
    signer: { account, accessKey: fullAccess, gasKeyNonce: null, ...signer },
    gasPrice: 100_000_000n,
    nonceHeight: 5,
    unknownSigner: 'InvalidSignerId',
    ...input,
  });
}

const keyError = (value: InvalidAccessKeyError): InvalidTxError => {
  return { kind: 'InvalidAccessKeyError', value };
};
const transferCost = (deposit: bigint) => TRANSFER_GAS_COST + deposit;

const damaged = (() => {
  const { transaction, signature } = createTransaction({ nonce: plain(11n) });
  return hashTransaction({ transaction: { ...transaction, receiverId: ALICE }, signature });
})();

const refused: readonly (Case & { readonly error: InvalidTxError })[] = [
  {
    title: 'invalid actions, also with a wrong signature',
    parts: { actions: [call('')] },
    error: { kind: 'ActionsValidation', value: { kind: 'FunctionCallEmptyMethodName' } },
  },
  {
    title: 'a transaction that is too long',
    parts: { actions: [{ kind: 'DeployContract', value: { code: new Uint8Array(1_572_864) } }] },
    error: { kind: 'TransactionSizeExceeded', value: { size: 1_573_037, limit: 1_572_864 } },
  },
  {
    title: 'a signature of another transaction',
    input: { signed: damaged },
    signer: { account: null },
    error: { kind: 'InvalidSignature' },
  },
  {
    title: 'costs beyond the largest integer, for any signer',
    parts: { actions: [transfer((1n << 128n) - 1n)] },
    signer: { account: null },
    error: { kind: 'CostOverflow' },
  },
  {
    title: 'an unknown signer in a chunk',
    signer: { account: null, accessKey: null },
    error: { kind: 'InvalidSignerId', value: { signerId: ALICE } },
  },
  {
    title: 'an unknown signer at admission',
    signer: { account: null, accessKey: null },
    input: { unknownSigner: 'SignerDoesNotExist' },
    error: { kind: 'SignerDoesNotExist', value: { signerId: ALICE } },
  },
  {
    title: 'an unknown key',
    signer: { accessKey: null },
    error: keyError({ kind: 'AccessKeyNotFound', value: { accountId: ALICE, publicKey } }),
  },
  {
    title: 'an unknown key with a gas key nonce',
    parts: { nonce: indexed(11n, 0) },
    signer: { accessKey: null },
    error: keyError({ kind: 'AccessKeyNotFound', value: { accountId: ALICE, publicKey } }),
  },
  {
    title: 'a gas key without an index',
    signer: { accessKey: gasKey(NEAR) },
    error: { kind: 'InvalidNonceIndex', value: { txNonceIndex: null, numNonces: 2 } },
  },
  {
    title: 'an index for an ordinary key',
    parts: { nonce: indexed(11n, 3) },
    error: { kind: 'InvalidNonceIndex', value: { txNonceIndex: 3, numNonces: 0 } },
  },
  {
    title: 'an index beyond those of a gas key',
    parts: { nonce: indexed(11n, 2) },
    signer: { accessKey: gasKey(NEAR) },
    error: { kind: 'InvalidNonceIndex', value: { txNonceIndex: 2, numNonces: 2 } },
  },
  {
    title: 'the previous nonce',
    parts: { nonce: plain(10n) },
    error: { kind: 'InvalidNonce', value: { txNonce: 10n, akNonce: 10n } },
  },
  {
    title: 'a gap before a strict nonce',
    parts: { nonce: plain(12n), nonceMode: 'Strict' },
    error: { kind: 'InvalidNonce', value: { txNonce: 12n, akNonce: 10n } },
  },
  {
    title: 'any strict nonce after the largest one',
    parts: { nonce: plain(0n), nonceMode: 'Strict' },
    signer: { accessKey: { ...fullAccess, nonce: (1n << 64n) - 1n } },
    error: { kind: 'InvalidNonce', value: { txNonce: 0n, akNonce: (1n << 64n) - 1n } },
  },
  {
    title: 'the previous nonce in a row of a gas key',
    parts: { nonce: indexed(7n, 1) },
    signer: { accessKey: gasKey(NEAR), gasKeyNonce: 7n },
    error: { kind: 'InvalidNonce', value: { txNonce: 7n, akNonce: 7n } },
  },
  {
    title: 'a nonce beyond the height',
    parts: { nonce: plain(5_000_000n) },
    error: { kind: 'NonceTooLarge', value: { txNonce: 5_000_000n, upperBound: 5_000_000n } },
  },
  {
    title: 'the largest nonce at any height',
    parts: { nonce: plain((1n << 64n) - 1n) },
    input: { nonceHeight: 2 ** 50 },
    error: {
      kind: 'NonceTooLarge',
      value: { txNonce: (1n << 64n) - 1n, upperBound: (1n << 64n) - 1n },
    },
  },
  {
    title: 'too little balance',
    signer: { account: { ...account, amount: transferCost(1n) - 1n } },
    error: {
      kind: 'NotEnoughBalance',
      value: { signerId: ALICE, balance: transferCost(1n) - 1n, cost: transferCost(1n) },
    },
  },
  {
    title: 'too little allowance, before the permission itself',
    signer: { accessKey: callKey({ allowance: 5n }) },
    error: keyError({
      kind: 'NotEnoughAllowance',
      value: { accountId: ALICE, publicKey, allowance: 5n, cost: transferCost(1n) },
    }),
  },
  {
    title: 'too little left for storage, before the permission itself',
    signer: {
      account: { ...account, storageUsage: 1000, amount: transferCost(1n) + 999n * PER_BYTE },
      accessKey: callKey({}),
    },
    error: { kind: 'LackBalanceForState', value: { signerId: ALICE, amount: PER_BYTE } },
  },
  {
    title: 'another action with a key for calls',
    signer: { accessKey: callKey({}) },
    error: keyError({ kind: 'RequiresFullAccess' }),
  },
  {
    title: 'two calls with a key for calls',
    parts: { actions: [call('m'), call('m')] },
    signer: { accessKey: callKey({}) },
    error: keyError({ kind: 'RequiresFullAccess' }),
  },
  {
    title: 'no call with a key for calls',
    parts: { actions: [] },
    signer: { accessKey: callKey({}) },
    error: keyError({ kind: 'RequiresFullAccess' }),
  },
  {
    title: 'a deposit with a key for calls',
    parts: { actions: [call('m', 1n)] },
    signer: { accessKey: callKey({ receiverId: ALICE }) },
    error: keyError({ kind: 'DepositWithFunctionCall' }),
  },
  {
    title: 'a call to another account',
    parts: { actions: [call('m')] },
    signer: { accessKey: callKey({ receiverId: ALICE, methodNames: ['n'] }) },
    error: keyError({ kind: 'ReceiverMismatch', value: { txReceiver: BOB, akReceiver: ALICE } }),
  },
  {
    title: 'a call of another method',
    parts: { actions: [call('m')] },
    signer: { accessKey: callKey({ methodNames: ['n', 'mm'] }) },
    error: keyError({ kind: 'MethodNameMismatch', value: { methodName: 'm' } }),
  },
  {
    title: 'a gas key without the gas, before its permission',
    parts: { nonce: indexed(8n, 1) },
    signer: {
      accessKey: gasKey(TRANSFER_GAS_COST - 1n, {
        allowance: null,
        receiverId: BOB,
        methodNames: [],
      }),
      gasKeyNonce: 7n,
    },
    error: {
      kind: 'NotEnoughGasKeyBalance',
      value: { signerId: ALICE, balance: TRANSFER_GAS_COST - 1n, cost: TRANSFER_GAS_COST },
    },
  },
  {
    title: 'another action with a gas key for calls, before the deposit',
    parts: { nonce: indexed(8n, 1), actions: [transfer(NEAR + 1n)] },
    signer: {
      accessKey: gasKey(NEAR, { allowance: null, receiverId: BOB, methodNames: [] }),
      gasKeyNonce: 7n,
    },
    error: keyError({ kind: 'RequiresFullAccess' }),
  },
];

for (const { error, ...given } of refused) {
  test(`refused: ${given.title}`, () => {
    assert.deepEqual(verifyCase(given), { kind: 'refused', error });
  });
}

function acceptedRows(given: Case) {
  const verdict = verifyCase(given);
  assert(verdict.kind === 'accepted');
  return verdict.rows;
}

test('an ordinary key pays everything out of the account', () => {
  const rows = acceptedRows({ title: 'transfer', parts: { nonce: plain(4_999_999n) } });
  assert.deepEqual(rows, {
    account: { ...account, amount: NEAR - transferCost(1n) },
    accessKey: { ...fullAccess, nonce: 4_999_999n },
    gasKeyNonce: null,
  });
});

test('a small account may spend its last token', () => {
  const rows = acceptedRows({
    title: 'all',
    signer: { account: { ...account, amount: transferCost(1n) } },
  });
  assert.equal(rows.account.amount, 0n);
});

test('the next strict nonce is accepted', () => {
  const rows = acceptedRows({ title: 'strict', parts: { nonceMode: 'Strict' } });
  assert.equal(rows.accessKey?.nonce, 11n);
});

test('without a height nonces have no upper bound', () => {
  const rows = acceptedRows({
    title: 'any',
    parts: { nonce: plain((1n << 64n) - 1n) },
    input: { nonceHeight: null },
  });
  assert.equal(rows.accessKey?.nonce, (1n << 64n) - 1n);
});

test('an allowance shrinks with the balance', () => {
  const rows = acceptedRows({
    title: 'allowance',
    parts: { actions: [call('m')] },
    signer: { accessKey: callKey({ allowance: NEAR, methodNames: ['n', 'm'] }) },
  });
  const spent = NEAR - rows.account.amount;
  assert(spent > 0n);
  const expected = callKey({ allowance: NEAR - spent, methodNames: ['n', 'm'] });
  assert.deepEqual(rows.accessKey, { ...expected, nonce: 11n });
});

test('a gas key pays for gas, its account for deposits, its row has the nonce', () => {
  const rows = acceptedRows({
    title: 'gas key',
    parts: { nonce: indexed(8n, 1), actions: [transfer(5n)] },
    signer: { accessKey: gasKey(NEAR), gasKeyNonce: 7n },
  });
  assert.deepEqual(rows, {
    account: { ...account, amount: NEAR - 5n },
    accessKey: gasKey(NEAR - TRANSFER_GAS_COST),
    gasKeyNonce: 8n,
  });
});

const failedDeposits: readonly (readonly [string, Account, bigint, InvalidTxError])[] = [
  [
    'its account does not have',
    account,
    NEAR + 1n,
    {
      kind: 'NotEnoughBalanceForDeposit',
      value: { signerId: ALICE, balance: NEAR, cost: NEAR + 1n, reason: 'NotEnoughBalance' },
    },
  ],
  [
    'its account needs for storage',
    { ...account, storageUsage: 1000, amount: 1000n * PER_BYTE },
    3n,
    {
      kind: 'NotEnoughBalanceForDeposit',
      value: {
        signerId: ALICE,
        balance: 1000n * PER_BYTE - 3n,
        cost: 3n,
        reason: 'LackBalanceForState',
      },
    },
  ],
];

for (const [title, poor, deposit, error] of failedDeposits) {
  test(`a gas key pays for the conversion of a deposit that ${title}`, () => {
    const verdict = verifyCase({
      title,
      parts: { nonce: indexed(8n, 0), actions: [transfer(deposit)] },
      signer: { account: poor, accessKey: gasKey(NEAR), gasKeyNonce: 7n },
    });
    assert(verdict.kind === 'depositFailed');
    assert.deepEqual(verdict.error, error);
    assert.deepEqual(verdict.rows, {
      account: poor,
      accessKey: gasKey(NEAR - TRANSFER_BURNT),
      gasKeyNonce: 8n,
    });
  });
}

for (const type of ['secp256k1', 'ml-dsa-65'] as const) {
  test(`a transaction signed with ${type} is accepted`, () => {
    const secret = keyFromSeed(type, ALICE);
    const signed = createTransaction({ nonce: plain(11n) }, secret);
    assert.equal(verifyCase({ title: type, input: { signed } }).kind, 'accepted');
  });
}
