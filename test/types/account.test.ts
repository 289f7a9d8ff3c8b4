// A copy of an account with another balance keeps all else, whatever its layout.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { type Account, copyAccount, withAmount } from '../../src/types/account.ts';

const CODE = sha256(Uint8Array.of(1));
const FIELDS = { amount: 5n, locked: 7n, storageUsage: 182 } as const;

const ACCOUNTS: readonly Account[] = [
  { ...FIELDS, contract: { kind: 'None' }, version: 'V1' },
  { ...FIELDS, contract: { kind: 'Global', value: CODE }, version: 'V2' },
  { ...FIELDS, contract: { kind: 'None' }, version: 'V1', bootstrapNonce: 3n },
];

test('copies of accounts', () => {
  for (const [i, account] of ACCOUNTS.entries()) {
    assert.deepEqual(withAmount(account, 9n), { ...account, amount: 9n }, `account ${i}`);
    const copy = copyAccount(account, 9n, 200);
    assert.deepEqual(copy, { ...account, amount: 9n, storageUsage: 200 }, `account ${i}`);
  }
});
