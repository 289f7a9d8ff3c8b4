// An account is converted to its view and back, with the layout that its contract requires.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import type { Account } from '../../src/types/account.ts';
import { accountFromView, accountToView } from '../../src/types/views/accountView.ts';

const CODE = sha256(Uint8Array.of(1));

const CASES: readonly [Account['contract'], Account['version']][] = [
  [{ kind: 'None' }, 'V1'],
  [{ kind: 'Local', value: CODE }, 'V1'],
  [{ kind: 'Global', value: CODE }, 'V2'],
  [{ kind: 'GlobalByAccount', value: 'code.near' }, 'V2'],
];

test('an account from its view', () => {
  for (const [contract, version] of CASES) {
    const account: Account = { amount: 5n, locked: 7n, storageUsage: 182, contract, version };
    assert.deepEqual(accountFromView(accountToView(account)), account, contract.kind);
  }
});

test('a view does not show that an account has had a global contract', () => {
  const contract = { kind: 'None' } as const;
  const account: Account = { amount: 1n, locked: 0n, storageUsage: 1, contract, version: 'V2' };
  assert.equal(accountFromView(accountToView(account)).version, 'V1');
});
