// Storage usage and the stake for it, in numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO } from '../../src/base/crypto/hash.ts';
import type { PublicKeyHandle } from '../../src/base/crypto/keys.ts';
import { dataRowBytes, globalIdentifierBytes } from '../../src/params/chargedBytes.ts';
import { writeContractCode } from '../../src/state/contractCode.ts';
import { missingStorageStake } from '../../src/state/storageStake.ts';
import * as usage from '../../src/state/storageUsage.ts';
import type { AccessKeyPermission } from '../../src/types/accessKey.ts';
import type { Account, AccountContract } from '../../src/types/account.ts';
import { MemoryState } from '../support/memoryState.ts';
import { PROTOCOL } from '../support/protocol.ts';

const { storage } = PROTOCOL;
const ed25519: PublicKeyHandle = { type: 'ed25519', data: new Uint8Array(32) };
const secp256k1: PublicKeyHandle = { type: 'secp256k1', data: new Uint8Array(64) };
const mlDsa: PublicKeyHandle = { type: 'ml-dsa-65-hash', data: new Uint8Array(32) };

const call = { allowance: 1n, receiverId: 'bob.near', methodNames: ['a', 'bc'] };
const info = { balance: 0n, numNonces: 3 };

const keys: readonly (readonly [PublicKeyHandle, AccessKeyPermission, bytes: number])[] = [
  [ed25519, { kind: 'FullAccess' }, 33 + 9 + 40],
  [secp256k1, { kind: 'FullAccess' }, 65 + 9 + 40],
  [mlDsa, { kind: 'FullAccess' }, 33 + 9 + 40],
  [ed25519, { kind: 'FunctionCall', value: call }, 33 + 9 + 17 + 12 + 4 + 5 + 6 + 40],
  [
    ed25519,
    { kind: 'FunctionCall', value: { ...call, allowance: null } },
    33 + 9 + 1 + 12 + 4 + 5 + 6 + 40,
  ],
  [ed25519, { kind: 'GasKeyFullAccess', value: info }, 33 + 27 + 40 + 3 * (33 + 2 + 8 + 40)],
  [
    secp256k1,
    { kind: 'GasKeyFunctionCall', value: [info, { ...call, allowance: null }] },
    65 + 27 + 1 + 12 + 4 + 5 + 6 + 40 + 3 * (65 + 2 + 8 + 40),
  ],
];

for (const [key, permission, bytes] of keys) {
  test(`a ${key.type} key with ${permission.kind} takes ${bytes} bytes`, () => {
    const accessKey = { nonce: 0n, permission };
    assert.equal(usage.accessKeyStorageUsage(storage, key, accessKey), bytes);
  });
}

test('data takes its key, its value and a fixed part', () => {
  const [key, value] = [utf8ToBytes('key'), utf8ToBytes('value')];
  assert.equal(dataRowBytes(storage, key, value), 3 + 5 + 40);
});

const contracts: readonly (readonly [AccountContract, bytes: number])[] = [
  [{ kind: 'None' }, 0],
  [{ kind: 'Local', value: HASH_ZERO }, 7],
  [{ kind: 'Global', value: HASH_ZERO }, 32],
  [{ kind: 'GlobalByAccount', value: 'bob.near' }, 8],
];

for (const [contract, bytes] of contracts) {
  test(`a contract of kind ${contract.kind} takes ${bytes} bytes`, () => {
    const state = new MemoryState().open();
    writeContractCode(state, 'alice.near', new Uint8Array(7));
    assert.equal(usage.contractStorageUsage(state, 'alice.near', contract), bytes);
  });
}

test('a global contract is paid for by the length of its name', () => {
  const byHash = { kind: 'CodeHash', value: HASH_ZERO } as const;
  assert.equal(globalIdentifierBytes(byHash), 32);
  const byAccount = { kind: 'AccountId', value: 'bob.near' } as const;
  assert.equal(globalIdentifierBytes(byAccount), 8);
});

test('usage never falls below zero', () => {
  assert.equal(usage.subtractUsage(182, 82), 100);
  assert.equal(usage.subtractUsage(10, 11), 0);
});

const PER_BYTE = 10n ** 19n;

const stakes: readonly (readonly [usage: number, amount: bigint, locked: bigint, lack: bigint])[] =
  [
    [770, 0n, 0n, 0n],
    [771, 0n, 0n, 771n * PER_BYTE],
    [771, 771n * PER_BYTE, 0n, 0n],
    [771, 771n * PER_BYTE - 1n, 0n, 1n],
    [771, 700n * PER_BYTE, 71n * PER_BYTE, 0n],
  ];

for (const [storageUsage, amount, locked, lack] of stakes) {
  test(`${storageUsage} bytes with ${amount} and ${locked} locked lack ${lack}`, () => {
    const account: Account = {
      amount,
      locked,
      storageUsage,
      contract: { kind: 'None' },
      version: 'V1',
    };
    assert.equal(missingStorageStake(storage, account), lack);
    const poor = { ...account, amount: 0n };
    assert.equal(missingStorageStake(storage, poor, amount), lack);
  });
}
