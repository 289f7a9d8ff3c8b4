// Transactions with which universal accounts initialize themselves: recognized by their shape as by
// the reference, paid for by the account, with the account's own nonce.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '../../../src/base/bytes/bytes.ts';
import {
  keyFromSeed,
  publicKeyToHandle,
  type SecretKey,
  secretToPublic,
} from '../../../src/base/crypto/keys.ts';
import { decode, encode } from '../../../src/codec/codec.ts';
import { protocolAt } from '../../../src/params/protocol.ts';
import { isBootstrapShaped } from '../../../src/runtime/transactions/bootstrap.ts';
import { writeAccount } from '../../../src/state/accounts.ts';
import { createUninitialized } from '../../../src/types/account.ts';
import type { Action } from '../../../src/types/action.ts';
import { plainNonce } from '../../../src/types/signTransaction.ts';
import { Transaction } from '../../../src/types/transaction.ts';
import type { InvalidTxError } from '../../../src/types/transactionErrors.ts';
import { UniversalStateInit, universalAccountId } from '../../../src/types/universalStateInit.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { readUniversalVectors } from '../../types/universalVectors.ts';
import { addKey, NEAR, TestChain, transfer } from '../testChain.ts';

test('the shape is recognized as by the reference', () => {
  for (const { borsh, isBootstrap } of readUniversalVectors().bootstraps) {
    const transaction = decode(Transaction, hexToBytes(borsh));
    assert.equal(isBootstrapShaped(transaction), isBootstrap, borsh);
  }
});

const owner = keyFromSeed('ed25519', 'owner');
const quantum = keyFromSeed('ml-dsa-65', 'owner');
const stranger = keyFromSeed('ed25519', 'stranger');

const raw = encode(UniversalStateInit, {
  kind: 'V1',
  value: {
    code: null,
    data: [],
    accessKeys: [owner, quantum].map((secret) => publicKeyToHandle(secretToPublic(secret))),
  },
});
const ID = universalAccountId(raw);
const INIT: Action = { kind: 'UniversalStateInit', value: { stateInit: raw, deposit: 0n } };

/** A chain on which the account has been funded, and has the nonce 5. */
function createChain({ amount = 10n * NEAR, protocol = PROTOCOL } = {}): TestChain {
  const account = createUninitialized({ amount, storageUsage: 100, bootstrapNonce: 5n });
  return new TestChain({
    protocol,
    accounts: { bob: {} },
    rows: { [ID]: (state) => writeAccount(state, ID, account) },
  });
}

interface Sent {
  readonly secret?: SecretKey;
  readonly nonce?: bigint;
  readonly actions?: readonly Action[];
}

function send(chain: TestChain, { secret = owner, nonce = 6n, actions = [INIT] }: Sent = {}) {
  const signed = chain.sign(ID, ID, actions, { secret, nonce: plainNonce(nonce) });
  chain.apply({ transactions: [signed] });
  chain.settle();
  return chain.outcome(signed.hash).status;
}

for (const [name, secret] of Object.entries({ ed25519: owner, 'ML-DSA-65': quantum })) {
  test(`an account initializes itself with an ${name} key`, () => {
    const chain = createChain();
    const status = send(chain, { secret });
    assert.ok(status.kind === 'SuccessReceiptId');
    assert.equal(chain.outcome(status.value).status.kind, 'SuccessValue');
    const account = chain.account(ID);
    assert.equal(account?.bootstrapNonce, undefined);
    assert.equal(account?.storageUsage, 100 + 2 * (33 + 9 + 40));
    // The key starts with the nonce that was used, so the same bytes are not valid again.
    assert.equal(chain.accessKey(ID, secretToPublic(secret))?.nonce, 6n);
    assert.ok((account?.amount ?? 0n) < 10n * NEAR, 'the account has paid');
  });
}

test('other actions may follow, not precede, the state init', () => {
  const key = addKey(secretToPublic(stranger), { kind: 'FullAccess' });
  const chain = createChain();
  const late = send(chain, { actions: [INIT, key] });
  assert.ok(late.kind === 'SuccessReceiptId');
  assert.equal(chain.outcome(late.value).status.kind, 'SuccessValue');
  assert.ok(chain.accessKey(ID, secretToPublic(stranger)) !== null);

  const other = createChain();
  const early = send(other, { actions: [key, INIT] });
  assert.ok(early.kind === 'SuccessReceiptId');
  assert.deepEqual(other.outcome(early.value).status, {
    kind: 'Failure',
    value: {
      kind: 'ActionError',
      value: { index: 0, kind: { kind: 'AccountNotInitialized', value: { accountId: ID } } },
    },
  });
  assert.equal(other.account(ID)?.bootstrapNonce, 6n, 'the nonce is used up');
});

const notFound = (secret: SecretKey): InvalidTxError => ({
  kind: 'InvalidAccessKeyError',
  value: {
    kind: 'AccessKeyNotFound',
    value: { accountId: ID, publicKey: secretToPublic(secret) },
  },
});

const refused: readonly [title: string, Sent, InvalidTxError, amount?: bigint][] = [
  ['a nonce that was used', { nonce: 5n }, invalidNonce(5n)],
  ['a nonce after the next, though not strict', { nonce: 7n }, invalidNonce(7n)],
  ['a key that is not in the state init', { secret: stranger }, notFound(stranger)],
  ['a transaction without state init', { actions: [transfer(1n)] }, notFound(owner)],
];

function invalidNonce(txNonce: bigint): InvalidTxError {
  return { kind: 'InvalidNonce', value: { txNonce, akNonce: 5n } };
}

for (const [title, sent, error] of refused) {
  test(`${title} is refused`, () => {
    const chain = createChain();
    assert.deepEqual(send(chain, sent), {
      kind: 'Failure',
      value: { kind: 'InvalidTxError', value: error },
    });
    assert.equal(chain.account(ID)?.amount, 10n * NEAR, 'nothing is paid');
  });
}

test('an account that cannot pay is refused', () => {
  const status = send(createChain({ amount: 1n }));
  assert.ok(status.kind === 'Failure' && status.value.kind === 'InvalidTxError');
  assert.equal(status.value.value.kind, 'NotEnoughBalance');
});

test('an initialized account without the key, and a missing one, are refused', () => {
  const chain = createChain();
  assert.equal(send(chain).kind, 'SuccessReceiptId');
  const deleteKey: Action = { kind: 'DeleteKey', value: { publicKey: secretToPublic(quantum) } };
  assert.equal(send(chain, { nonce: 7n, actions: [deleteKey] }).kind, 'SuccessReceiptId');
  assert.deepEqual(send(chain, { secret: quantum, nonce: 8n }), {
    kind: 'Failure',
    value: { kind: 'InvalidTxError', value: notFound(quantum) },
  });
  const empty = new TestChain({ accounts: { bob: {} } });
  assert.deepEqual(send(empty), {
    kind: 'Failure',
    value: { kind: 'InvalidTxError', value: { kind: 'InvalidSignerId', value: { signerId: ID } } },
  });
});

test('below 88 the action is refused before its signer is looked at', () => {
  assert.deepEqual(send(createChain({ protocol: protocolAt(87, 'release') })), {
    kind: 'Failure',
    value: {
      kind: 'InvalidTxError',
      value: {
        kind: 'ActionsValidation',
        value: {
          kind: 'UnsupportedProtocolFeature',
          value: { protocolFeature: 'UniversalAccounts', version: 87 },
        },
      },
    },
  });
});
