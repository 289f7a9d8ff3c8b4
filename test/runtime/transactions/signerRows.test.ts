// The signers' rows while a chunk charges its transactions: each row is read once, later ones see
// what earlier ones paid, and accounts, keys and nonces of gas keys are kept apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { SignerLedger, writeSignerRows } from '../../../src/runtime/transactions/signerRows.ts';
import type { StateReader } from '../../../src/state/stateUpdate.ts';
import type { AccessKey } from '../../../src/types/accessKey.ts';
import type { Account } from '../../../src/types/account.ts';
import type { TransactionNonce } from '../../../src/types/action.ts';
import { MemoryState } from '../../support/memoryState.ts';
import { createTransaction } from '../../support/transactions.ts';

const otherKey = keyFromSeed('ed25519', 'other');
const account: Account = {
  amount: 100n,
  locked: 0n,
  storageUsage: 182,
  contract: { kind: 'None' },
  version: 'V1',
};
const accessKey: AccessKey = { nonce: 10n, permission: { kind: 'FullAccess' } };
const indexed = (nonceIndex: number): TransactionNonce => {
  return { kind: 'GasKeyNonce', value: { nonce: 1n, nonceIndex } };
};

const plain = createTransaction().transaction;
const byOtherKey = { ...plain, publicKey: secretToPublic(otherKey) };
const first = { ...plain, nonce: indexed(0) };
const second = { ...plain, nonce: indexed(1) };

/** The account with a key and two nonces, and the number of reads so far. */
function createState(): { state: StateReader; reads: () => number } {
  const journal = new MemoryState().open();
  writeSignerRows(journal, first, { account, accessKey, gasKeyNonce: 5n });
  writeSignerRows(journal, second, { account, accessKey, gasKeyNonce: 6n });
  let reads = 0;
  const get = journal.get.bind(journal);
  journal.get = (key) => {
    reads++;
    return get(key);
  };
  return { state: journal, reads: () => reads };
}

test('rows are read once and follow what was paid', () => {
  const { state, reads } = createState();
  const ledger = new SignerLedger(state);
  assert.deepEqual(ledger.read(plain), { account, accessKey, gasKeyNonce: null });
  assert.equal(reads(), 2);
  const charged = {
    account: { ...account, amount: 90n },
    accessKey: { ...accessKey, nonce: 11n },
    gasKeyNonce: null,
  };
  ledger.keep(plain, charged);
  assert.deepEqual(ledger.read(plain), charged);
  assert.equal(reads(), 2);
});

test('a row that does not exist is not read again', () => {
  const { state, reads } = createState();
  const ledger = new SignerLedger(state);
  const stranger = { ...plain, signerId: 'nobody.near' };
  const nothing = { account: null, accessKey: null, gasKeyNonce: null };
  assert.deepEqual(ledger.read(stranger), nothing);
  assert.deepEqual(ledger.read(stranger), nothing);
  assert.equal(reads(), 2);
});

test('two keys share their account, and nothing else', () => {
  const ledger = new SignerLedger(createState().state);
  const paid = { ...account, amount: 90n };
  ledger.keep(plain, { account: paid, accessKey: { ...accessKey, nonce: 11n }, gasKeyNonce: null });
  assert.deepEqual(ledger.read(byOtherKey), { account: paid, accessKey: null, gasKeyNonce: null });
});

test('the nonces of a gas key share their key, and nothing else', () => {
  const ledger = new SignerLedger(createState().state);
  const paid = { ...accessKey, nonce: 12n };
  assert.equal(ledger.read(second).gasKeyNonce, 6n);
  ledger.keep(first, { account, accessKey: paid, gasKeyNonce: 9n });
  assert.deepEqual(ledger.read(first), { account, accessKey: paid, gasKeyNonce: 9n });
  assert.deepEqual(ledger.read(second), { account, accessKey: paid, gasKeyNonce: 6n });
});

test('a transaction that used no key leaves the key as it was', () => {
  const ledger = new SignerLedger(createState().state);
  ledger.keep(plain, { account: { ...account, amount: 1n }, accessKey: null, gasKeyNonce: null });
  assert.deepEqual(ledger.read(plain).accessKey, accessKey);
});
