// Rows of an account: the bytes of both layouts, its keys and nonces, its code and data, and their
// removal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import {
  listAccessKeys,
  readAccessKey,
  readGasKeyNonce,
  removeAccessKey,
  removeGasKeyNonce,
  writeAccessKey,
  writeGasKeyNonce,
} from '../../src/state/accessKeys.ts';
import { removeAccountRows } from '../../src/state/accountRemoval.ts';
import { readAccount, writeAccount } from '../../src/state/accounts.ts';
import * as codes from '../../src/state/contractCode.ts';
import * as data from '../../src/state/contractData.ts';
import { accountTrieKey } from '../../src/state/trieKey.ts';
import type { AccessKey } from '../../src/types/accessKey.ts';
import type { Account } from '../../src/types/account.ts';
import type { GlobalContractIdentifier } from '../../src/types/globalContract.ts';
import { createMemoryState, MemoryState } from '../support/memoryState.ts';

const id = 'alice.near';
const codeHash = sha256(hexToBytes('2a'));
const amounts = { amount: 100n, locked: 200n, storageUsage: 300 };
const handle = publicKeyToHandle(secretToPublic(keyFromSeed('ed25519', 'alice')));
const fullAccess: AccessKey = { nonce: 5n, permission: { kind: 'FullAccess' } };
const gasKey: AccessKey = {
  nonce: 0n,
  permission: { kind: 'GasKeyFullAccess', value: { balance: 1n, numNonces: 2 } },
};

const encodings: readonly (readonly [title: string, account: Account, hex: string])[] = [
  [
    'the older layout',
    { ...amounts, contract: { kind: 'Local', value: codeHash }, version: 'V1' },
    '64000000000000000000000000000000c8000000000000000000000000000000684888c0ebb17f374298b65ee2807526c066094c701bcc7ebbe1c1095f494fc12c01000000000000',
  ],
  [
    'the newer layout',
    { ...amounts, contract: { kind: 'Global', value: codeHash }, version: 'V2' },
    'ffffffffffffffffffffffffffffffff0064000000000000000000000000000000c80000000000000000000000000000002c0100000000000002684888c0ebb17f374298b65ee2807526c066094c701bcc7ebbe1c1095f494fc1',
  ],
];

for (const [title, account, hex] of encodings) {
  test(`an account in ${title} is stored and read`, () => {
    const state = new MemoryState().open();
    writeAccount(state, id, account);
    assert.equal(bytesToHex(state.get(accountTrieKey(id)) as Uint8Array), hex);
    assert.deepEqual(readAccount(state, id), account);
    assert.equal(readAccount(state, 'bob.near'), null);
  });
}

test('an account that waits for its initial state cannot be read', () => {
  const state = new MemoryState().open();
  const stored = `${'ff'.repeat(16)}01640000000000000000000000000000002c01000000000000`;
  state.set(accountTrieKey(id), hexToBytes(stored));
  assert.throws(() => readAccount(state, id), { code: 'borsh' });
});

test('keys and their nonces are written, listed and removed', () => {
  const other = publicKeyToHandle(secretToPublic(keyFromSeed('secp256k1', 'alice')));
  const memory = createMemoryState((state) => {
    writeAccessKey(state, id, handle, gasKey);
    writeGasKeyNonce(state, { accountId: id, publicKey: handle, index: 1 }, 7n);
  });
  const state = memory.open();
  writeAccessKey(state, id, other, fullAccess);
  writeAccessKey(state, `${id}2`, other, fullAccess);
  assert.deepEqual(readAccessKey(state, id, other), fullAccess);
  assert.equal(readGasKeyNonce(state, { accountId: id, publicKey: handle, index: 1 }), 7n);
  assert.equal(readGasKeyNonce(state, { accountId: id, publicKey: handle, index: 0 }), null);
  assert.deepEqual(listAccessKeys(state, id), [
    { publicKey: handle, accessKey: gasKey },
    { publicKey: other, accessKey: fullAccess },
  ]);
  removeAccessKey(state, id, handle);
  removeGasKeyNonce(state, { accountId: id, publicKey: handle, index: 1 });
  assert.equal(readAccessKey(state, id, handle), null);
  assert.equal(readGasKeyNonce(state, { accountId: id, publicKey: handle, index: 1 }), null);
});

test('code is read with and without counting', () => {
  const code = new Uint8Array(5000).fill(1);
  const state = createMemoryState((fresh) => codes.writeContractCode(fresh, id, code)).open();
  assert.deepEqual(codes.peekContractCode(state, id), code);
  assert.equal(state.trie.proofSize, 0);
  assert.equal(codes.contractCodeLength(state, id), 5000);
  const pathSize = state.trie.proofSize;
  assert(pathSize > 0 && pathSize < 200);
  assert.deepEqual(codes.readContractCode(state, id), code);
  assert.equal(state.trie.proofSize, pathSize + 5000);
  codes.removeContractCode(state, id);
  assert.equal(codes.readContractCode(state, id), null);
  assert.equal(codes.contractCodeLength(state, id), null);
});

test('global code has a hash, and a nonce that starts at zero', () => {
  const identifier: GlobalContractIdentifier = { kind: 'AccountId', value: id };
  const code = utf8ToBytes('code');
  const state = createMemoryState((fresh) => codes.writeGlobalCode(fresh, identifier, code)).open();
  assert.equal(codes.hasGlobalCode(state, identifier), true);
  assert.deepEqual(codes.globalCodeHash(state, identifier), sha256(code));
  assert.deepEqual(codes.readGlobalCode(state, identifier), code);
  assert.deepEqual(codes.peekGlobalCode(state, identifier), code);
  const absent: GlobalContractIdentifier = { kind: 'CodeHash', value: codeHash };
  assert.equal(codes.hasGlobalCode(state, absent), false);
  assert.equal(codes.globalCodeHash(state, absent), null);
  assert.equal(codes.readGlobalNonce(state, absent), 0n);
  codes.writeGlobalNonce(state, absent, 3n);
  assert.equal(codes.readGlobalNonce(state, absent), 3n);
});

test('contract data is found for reading and for writing', () => {
  const [key, value] = [utf8ToBytes('key'), utf8ToBytes('value')];
  const state = createMemoryState((fresh) => data.writeContractData(fresh, id, key, value)).open();
  const counts = { touched: 0, cached: 0 };
  assert.equal(data.findDataForRead(state, id, key)?.length, 5);
  assert.deepEqual(counts, { touched: 0, cached: 0 });
  assert.deepEqual(data.findDataForUpdate(state, id, key, counts)?.read(counts), value);
  assert.deepEqual(counts, { touched: 2, cached: 0 });
  assert.deepEqual(data.readContractData(state, id, key), value);
  data.removeContractData(state, id, key);
  assert.equal(data.readContractData(state, id, key), null);
});

test('the removal of an account removes its keys, nonces, code and data, and nothing else', () => {
  const account: Account = { ...amounts, contract: { kind: 'None' }, version: 'V1' };
  const memory = createMemoryState((state) => {
    for (const name of [id, `${id}2`]) {
      writeAccount(state, name, account);
      writeAccessKey(state, name, handle, gasKey);
      for (const index of [0, 1]) {
        writeGasKeyNonce(state, { accountId: name, publicKey: handle, index }, 7n);
      }
      data.writeContractData(state, name, utf8ToBytes('k'), utf8ToBytes('v'));
    }
  });
  const kept = createMemoryState((state) => {
    writeAccount(state, `${id}2`, account);
    writeAccessKey(state, `${id}2`, handle, gasKey);
    for (const index of [0, 1]) {
      writeGasKeyNonce(state, { accountId: `${id}2`, publicKey: handle, index }, 7n);
    }
    data.writeContractData(state, `${id}2`, utf8ToBytes('k'), utf8ToBytes('v'));
  });
  const state = memory.open();
  const removed = removeAccountRows(state, id);
  // Column, account, separator, 33 bytes of the key and two of the index.
  assert.deepEqual(removed, { count: 2, keyBytes: 2 * (1 + 10 + 1 + 33 + 2) });
  state.commit({ kind: 'UpdatedDelayedReceipts' });
  const { root, changes } = memory.apply(state);
  assert.deepEqual(root, kept.root);
  // The account, its absent code, one key and one data row; the nonces are not shown.
  assert.deepEqual(
    changes.map(({ key }) => key[0]),
    [0, 1, 2, 9],
  );
});
