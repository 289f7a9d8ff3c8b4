// Admission of transactions: every reason for which a chain refuses one, with the error of the
// protocol, and what it accepts.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../../src/base/crypto/keys.ts';
import type { Chain } from '../../../src/chain/chain.ts';
import { refuseTransaction } from '../../../src/chain/mempool/admission.ts';
import type { AccessKeyPermission } from '../../../src/types/accessKey.ts';
import type { Action, TransactionNonce } from '../../../src/types/action.ts';
import type { StateRecord } from '../../../src/types/genesis.ts';
import {
  type HashedTransaction,
  hashTransaction,
  type Transaction,
} from '../../../src/types/transaction.ts';
import { InvalidTxError } from '../../../src/types/transactionErrors.ts';
import { NEAR, TestNetwork, transfer } from '../../support/testNetwork.ts';
import { createTransaction } from '../../support/transactions.ts';

const VALIDITY = 20;
const SIZE_LIMIT = 1_572_864;
/** What a transfer burns twice, and what is bought for it. */
const TRANSFER_BURNT = 2n * 22_318_256_250_000_000_000n;
const TRANSFER_COST = 245_500_818_750_000_000_000n;
/** Kate's account with her five keys and three nonces. */
const KATE_STORAGE = 857n * 10n ** 19n;
const FUNDS = 10_000n * NEAR;
const callKey = keyFromSeed('ed25519', 'calls');
const poorCallKey = keyFromSeed('ed25519', 'few calls');
const gasKey = keyFromSeed('ed25519', 'gas');
const poorGasKey = keyFromSeed('ed25519', 'no gas');
const calls = { allowance: null, receiverId: 'zoe', methodNames: ['allowed'] };

function keyRecord(
  secret: ReturnType<typeof keyFromSeed>,
  permission: AccessKeyPermission,
): StateRecord {
  const publicKey = publicKeyToHandle(secretToPublic(secret));
  const accessKey = { nonce: 0n, permission };
  return { kind: 'AccessKey', value: { accountId: 'kate', publicKey, accessKey } };
}

function nonceRecord(secret: ReturnType<typeof keyFromSeed>, index: number): StateRecord {
  const publicKey = publicKeyToHandle(secretToPublic(secret));
  return { kind: 'GasKeyNonce', value: { accountId: 'kate', publicKey, index, nonce: 7n } };
}

const network = new TestNetwork({
  config: { transactionValidityPeriod: VALIDITY },
  records: [
    keyRecord(callKey, { kind: 'FunctionCall', value: calls }),
    keyRecord(poorCallKey, { kind: 'FunctionCall', value: { ...calls, allowance: 1n } }),
    keyRecord(gasKey, { kind: 'GasKeyFullAccess', value: { balance: NEAR, numNonces: 2 } }),
    keyRecord(poorGasKey, { kind: 'GasKeyFullAccess', value: { balance: 1n, numNonces: 1 } }),
    nonceRecord(gasKey, 0),
    nonceRecord(gasKey, 1),
    nonceRecord(poorGasKey, 0),
  ],
});
network.extendTo(3);
network.extend({
  transactions: [network.sign('kate', 'zoe', [transfer(1n)], { nonce: plain(5n) })],
});
network.extendTo(8);

function plain(nonce: bigint): TransactionNonce {
  return { kind: 'Nonce', value: { nonce } };
}

function indexed(nonce: bigint, nonceIndex: number): TransactionNonce {
  return { kind: 'GasKeyNonce', value: { nonce, nonceIndex } };
}

function call(methodName: string, deposit = 0n): Action {
  const args = new Uint8Array();
  return { kind: 'FunctionCall', value: { methodName, args, gas: 1n, deposit } };
}

/** A transaction from Kate to Zoe that is valid except for `parts`. */
function sign(
  parts: Partial<Transaction> = {},
  secret = keyFromSeed('ed25519', parts.signerId ?? 'kate'),
): HashedTransaction {
  const usual = {
    signerId: 'kate',
    receiverId: 'zoe',
    nonce: plain(6n),
    blockHash: network.chain.head.hash,
    actions: [transfer(1n)],
  };
  return createTransaction({ ...usual, ...parts }, secret);
}

/** A transaction of exactly this many bytes. */
function signSized(bytes: number): HashedTransaction {
  const deploy = (length: number): Action => ({
    kind: 'DeployContract',
    value: { code: new Uint8Array(length) },
  });
  const overhead = sign({ actions: [deploy(0)] }).bytes.length;
  return sign({ actions: [deploy(bytes - overhead)] });
}

function refuse(signed: HashedTransaction, chain: Chain = network.chain): unknown {
  const error = refuseTransaction(chain, signed);
  return error && JSON.parse(InvalidTxError.json(error));
}

const publicKeyText = (secret: typeof callKey) =>
  JSON.parse(InvalidTxError.json(missingKey(secret))).InvalidAccessKeyError.AccessKeyNotFound
    .public_key;

function missingKey(secret: typeof callKey): InvalidTxError {
  const value = { accountId: 'kate', publicKey: secretToPublic(secret) };
  return { kind: 'InvalidAccessKeyError', value: { kind: 'AccessKeyNotFound', value } };
}

describe('what is accepted', () => {
  const TAKEN: readonly [name: string, HashedTransaction][] = [
    ['the next nonce', sign()],
    ['any higher nonce', sign({ nonce: plain(1_000_000n) })],
    ['a strict nonce', sign({ nonceMode: 'Strict' })],
    ['a call with a key for it', sign({ nonce: plain(1n), actions: [call('allowed')] }, callKey)],
    ['a nonce of a gas key', sign({ nonce: indexed(8n, 1) }, gasKey)],
    ['the oldest base block', sign({ blockHash: network.hashAt(1) })],
    ['a nonce that a later height will allow', sign({ nonce: plain(20_000_000n) })],
    ['no actions at all', sign({ actions: [] })],
    ['as many bytes as are allowed', signSized(SIZE_LIMIT)],
  ];
  for (const [name, transaction] of TAKEN) {
    it(name, () => assert.equal(refuse(transaction), null));
  }
});

/** She has paid one token to Zoe. */
const KATE_FUNDS = FUNDS - 1n - TRANSFER_BURNT;
const MOST = FUNDS - NEAR / 1_000n;
const unsigned = sign();
const badSignature = { type: 'ed25519', data: new Uint8Array(64) } as const;
const FULL_ACCESS: Action = {
  kind: 'AddKey',
  value: {
    publicKey: secretToPublic(callKey),
    accessKey: { nonce: 0n, permission: { kind: 'FullAccess' } },
  },
};

const REFUSED: readonly [name: string, HashedTransaction, expected: unknown][] = [
  ['an unknown base block', sign({ blockHash: HASH_ZERO }), 'Expired'],
  [
    'actions that are wrong in themselves',
    sign({ actions: [{ kind: 'DeleteAccount', value: { beneficiaryId: 'zoe' } }, transfer(1n)] }),
    { ActionsValidation: 'DeleteActionMustBeFinal' },
  ],
  [
    'too many bytes',
    signSized(SIZE_LIMIT + 1),
    { TransactionSizeExceeded: { size: SIZE_LIMIT + 1, limit: SIZE_LIMIT } },
  ],
  [
    'a signature that does not match',
    hashTransaction({ transaction: unsigned.transaction, signature: badSignature }),
    'InvalidSignature',
  ],
  [
    'deposits that overflow',
    sign({ actions: [transfer(2n ** 128n - 1n), transfer(1n)] }),
    'CostOverflow',
  ],
  [
    'a signer that does not exist',
    sign({ signerId: 'nobody' }),
    { SignerDoesNotExist: { signer_id: 'nobody' } },
  ],
  [
    'a key that the signer does not have',
    sign({}, keyFromSeed('ed25519', 'stranger')),
    JSON.parse(InvalidTxError.json(missingKey(keyFromSeed('ed25519', 'stranger')))),
  ],
  [
    'a nonce that was used',
    sign({ nonce: plain(5n) }),
    { InvalidNonce: { tx_nonce: 5, ak_nonce: 5 } },
  ],
  [
    'a strict nonce after a gap',
    sign({ nonce: plain(7n), nonceMode: 'Strict' }),
    { InvalidNonce: { tx_nonce: 7, ak_nonce: 5 } },
  ],
  [
    'a nonce that no height allows before the transaction expires',
    sign({ nonce: plain(29_000_000n) }),
    { NonceTooLarge: { tx_nonce: 29_000_000, upper_bound: 29_000_000 } },
  ],
  [
    'more than the signer has',
    sign({ signerId: 'bob', nonce: plain(1n), actions: [transfer(FUNDS)] }),
    {
      NotEnoughBalance: {
        signer_id: 'bob',
        balance: `${FUNDS}`,
        cost: `${FUNDS + TRANSFER_COST}`,
      },
    },
  ],
  [
    'a balance that must pay for storage',
    sign({ actions: [transfer(MOST)] }),
    {
      LackBalanceForState: {
        signer_id: 'kate',
        amount: `${KATE_STORAGE - (KATE_FUNDS - TRANSFER_COST - MOST)}`,
      },
    },
  ],
  [
    'a plain nonce with a gas key',
    sign({ nonce: plain(1n) }, gasKey),
    { InvalidNonceIndex: { tx_nonce_index: null, num_nonces: 2 } },
  ],
  [
    'an index that a gas key does not have',
    sign({ nonce: indexed(8n, 2) }, gasKey),
    { InvalidNonceIndex: { tx_nonce_index: 2, num_nonces: 2 } },
  ],
  [
    'an index with an ordinary key',
    sign({ nonce: indexed(8n, 0) }),
    { InvalidNonceIndex: { tx_nonce_index: 0, num_nonces: 0 } },
  ],
  [
    'a used nonce of a gas key',
    sign({ nonce: indexed(7n, 0) }, gasKey),
    { InvalidNonce: { tx_nonce: 7, ak_nonce: 7 } },
  ],
  [
    'more gas than a gas key can pay for',
    sign({ nonce: indexed(8n, 0) }, poorGasKey),
    {
      NotEnoughGasKeyBalance: {
        signer_id: 'kate',
        balance: '1',
        cost: `${TRANSFER_COST}`,
      },
    },
  ],
  [
    'a deposit that the account of a gas key does not have',
    sign({ nonce: indexed(8n, 0), actions: [transfer(2n * FUNDS)] }, gasKey),
    {
      NotEnoughBalanceForDeposit: {
        signer_id: 'kate',
        balance: `${KATE_FUNDS}`,
        cost: `${2n * FUNDS}`,
        reason: 'NotEnoughBalance',
      },
    },
  ],
  [
    'another action with a key for calls',
    sign({ nonce: plain(1n), actions: [FULL_ACCESS] }, callKey),
    { InvalidAccessKeyError: 'RequiresFullAccess' },
  ],
  [
    'a deposit with a key for calls',
    sign({ nonce: plain(1n), actions: [call('allowed', 1n)] }, callKey),
    { InvalidAccessKeyError: 'DepositWithFunctionCall' },
  ],
  [
    'another receiver than the key allows',
    sign({ nonce: plain(1n), receiverId: 'bob', actions: [call('allowed')] }, callKey),
    { InvalidAccessKeyError: { ReceiverMismatch: { tx_receiver: 'bob', ak_receiver: 'zoe' } } },
  ],
  [
    'another method than the key allows',
    sign({ nonce: plain(1n), actions: [call('other')] }, callKey),
    { InvalidAccessKeyError: { MethodNameMismatch: { method_name: 'other' } } },
  ],
];

describe('what is refused', () => {
  for (const [name, transaction, expected] of REFUSED) {
    it(name, () => assert.deepEqual(refuse(transaction), expected));
  }

  it('more than the allowance of a key', () => {
    const error = refuse(sign({ nonce: plain(1n), actions: [call('allowed')] }, poorCallKey));
    const { NotEnoughAllowance } = (error as { InvalidAccessKeyError: Record<string, object> })
      .InvalidAccessKeyError;
    const public_key = publicKeyText(poorCallKey);
    const shown = { account_id: 'kate', allowance: '1', public_key };
    assert.deepEqual({ ...NotEnoughAllowance, ...shown }, NotEnoughAllowance);
  });

  it('a base block that is too old', () => {
    const late = new TestNetwork({ config: { transactionValidityPeriod: VALIDITY } });
    late.extendTo(3);
    const transaction = late.sign('bob', 'zoe', [transfer(1n)]);
    late.extendTo(3 + VALIDITY);
    assert.equal(refuse(transaction, late.chain), null);
    late.extend();
    assert.equal(refuse(transaction, late.chain), 'Expired');
  });
});

it('all errors that a chain can produce are covered', () => {
  const shown = REFUSED.map(([, , expected]) =>
    typeof expected === 'string' ? expected : Object.keys(expected as object)[0],
  );
  // The other two have their own file.
  const produced = new Set([...shown, 'ShardCongested', 'ShardStuck']);
  // An unknown signer is InvalidSignerId only in a chunk. Ids and versions are checked when bytes
  // are read, there is one chain, and a store does not lose its state.
  const notHere = [
    'InvalidSignerId',
    'InvalidReceiverId',
    'InvalidChain',
    'InvalidTransactionVersion',
    'StorageError',
  ];
  assert.deepEqual([...produced, ...notHere].sort(), listKinds().sort());
});

/** The kinds, as the codec lists them when it is given an unknown name. */
function listKinds(): string[] {
  try {
    InvalidTxError.parse('none');
    return [];
  } catch (error) {
    const names = (error as Error).message.matchAll(/`(\w+)`/g);
    return [...names].map(([, kind]) => kind as string).slice(1);
  }
}
