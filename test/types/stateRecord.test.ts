// Records of accounts: how they are read, and which combinations of their keys mean what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StateRecord } from '../../src/types/genesis.ts';

const NO_CODE = '11111111111111111111111111111111';
const CODE = '9FMZ4nqL6hZDBnRkpRQmFtHkYxyxmMzHkVMVmvfwXnGC';

function readAccount(account: unknown) {
  const record = StateRecord.parse({ Account: { account_id: 'a.near', account } });
  assert.equal(record.kind, 'Account');
  return record.value.account;
}

test('an account may be an array of its fields', () => {
  const { amount, locked, storageUsage, version } = readAccount(['5', '6', NO_CODE, 7]);
  assert.deepEqual(
    { amount, locked, storageUsage, version },
    {
      amount: 5n,
      locked: 6n,
      storageUsage: 7,
      version: 'V1',
    },
  );
});

test('what is not an account is refused with the messages of the reference', () => {
  const refused = [
    ['x', 'invalid type: string "x", expected struct SerdeAccount'],
    [[], 'invalid length 0, expected struct SerdeAccount with 9 elements'],
    [[1], 'invalid type: integer `1`, expected a string'],
  ] as const;
  for (const [account, message] of refused) {
    assert.throws(() => readAccount(account), { message });
  }
});

test('only an account of version 2 has a global contract', () => {
  const plain = { amount: '5', locked: '0', code_hash: NO_CODE, storage_usage: 100 };
  const forms = [
    { global_contract_hash: CODE },
    { global_contract_account_id: 'b.near' },
    { global_contract_hash: CODE, version: 'V1' },
  ];
  for (const form of forms) {
    assert.deepEqual(readAccount({ ...plain, ...form }).contract, { kind: 'None' });
  }
  const newer = { ...plain, version: 'V2' };
  const { contract } = readAccount({ ...newer, global_contract_account_id: 'b.near' });
  assert.deepEqual(contract, { kind: 'GlobalByAccount', value: 'b.near' });
  assert.equal(readAccount({ ...newer, global_contract_hash: CODE }).contract.kind, 'Global');
  assert.equal(readAccount({ ...plain, code_hash: CODE }).contract.kind, 'Local');
});
