// Every kind of trie key: its bytes, and that parsing returns its parts. Anything else is refused
// with a typed error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { isGasKeyNonceTrieKey, parseTrieKey, type TrieKey } from '../../src/state/parseTrieKey.ts';
import * as keys from '../../src/state/trieKey.ts';

const accountId = 'alice.near';
const a = bytesToHex(utf8ToBytes(accountId));
const hash = new Uint8Array(32).fill(0xab);
const h = 'ab'.repeat(32);
const ed25519 = publicKeyToHandle(secretToPublic(keyFromSeed('ed25519', 'alice')));
const secp256k1 = publicKeyToHandle(secretToPublic(keyFromSeed('secp256k1', 'alice')));
const mlDsa = { type: 'ml-dsa-65-hash', data: hash } as const;
const byHash = { kind: 'CodeHash', value: hash } as const;
const byAccount = { kind: 'AccountId', value: accountId } as const;

const cases: readonly (readonly [key: Uint8Array, hex: string, parsed: TrieKey])[] = [
  [keys.accountTrieKey(accountId), `00${a}`, { kind: 'Account', accountId }],
  [keys.contractCodeTrieKey(accountId), `01${a}`, { kind: 'ContractCode', accountId }],
  [
    keys.accessKeyTrieKey(accountId, ed25519),
    `02${a}0200${bytesToHex(ed25519.data)}`,
    { kind: 'AccessKey', accountId, publicKey: ed25519 },
  ],
  [
    keys.accessKeyTrieKey(accountId, secp256k1),
    `02${a}0201${bytesToHex(secp256k1.data)}`,
    { kind: 'AccessKey', accountId, publicKey: secp256k1 },
  ],
  [
    keys.accessKeyTrieKey(accountId, mlDsa),
    `02${a}0203${h}`,
    { kind: 'AccessKey', accountId, publicKey: mlDsa },
  ],
  [
    keys.gasKeyNonceTrieKey(accountId, ed25519, 0x0102),
    `02${a}0200${bytesToHex(ed25519.data)}0201`,
    { kind: 'GasKeyNonce', accountId, publicKey: ed25519, index: 0x0102 },
  ],
  [
    keys.receivedDataTrieKey(accountId, hash),
    `03${a}2c${h}`,
    { kind: 'ReceivedData', accountId, dataId: hash },
  ],
  [
    keys.postponedReceiptIdTrieKey(accountId, hash),
    `04${a}2c${h}`,
    { kind: 'PostponedReceiptId', accountId, dataId: hash },
  ],
  [
    keys.pendingDataCountTrieKey(accountId, hash),
    `05${a}2c${h}`,
    { kind: 'PendingDataCount', accountId, receiptId: hash },
  ],
  [
    keys.postponedReceiptTrieKey(accountId, hash),
    `06${a}2c${h}`,
    { kind: 'PostponedReceipt', accountId, receiptId: hash },
  ],
  [keys.delayedReceiptIndicesTrieKey(), '07', { kind: 'DelayedReceiptIndices' }],
  [keys.delayedReceiptTrieKey(258), '070201000000000000', { kind: 'DelayedReceipt', index: 258n }],
  [
    // A contract's key may contain the separator.
    keys.contractDataTrieKey(accountId, utf8ToBytes('a,b')),
    `09${a}2c612c62`,
    { kind: 'ContractData', accountId, key: utf8ToBytes('a,b') },
  ],
  [
    keys.contractDataTrieKey(accountId, new Uint8Array(0)),
    `09${a}2c`,
    { kind: 'ContractData', accountId, key: new Uint8Array(0) },
  ],
  [keys.promiseYieldIndicesTrieKey(), '0a', { kind: 'PromiseYieldIndices' }],
  [
    keys.promiseYieldTimeoutTrieKey(1),
    '0b0100000000000000',
    { kind: 'PromiseYieldTimeout', index: 1n },
  ],
  [
    keys.promiseYieldReceiptTrieKey(accountId, hash),
    `0c${a}2c${h}`,
    { kind: 'PromiseYieldReceipt', accountId, dataId: hash },
  ],
  [keys.bufferedReceiptIndicesTrieKey(), '0d', { kind: 'BufferedReceiptIndices' }],
  [
    keys.bufferedReceiptTrieKey(3, 1),
    '0e03000100000000000000',
    { kind: 'BufferedReceipt', shardId: 3n, index: 1n },
  ],
  [keys.bandwidthSchedulerStateTrieKey(), '0f', { kind: 'BandwidthSchedulerState' }],
  [
    keys.receiptGroupQueueTrieKey(3),
    '100300000000000000',
    { kind: 'ReceiptGroupQueue', shardId: 3n },
  ],
  [
    keys.receiptGroupTrieKey(3, 1),
    '1103000000000000000100000000000000',
    { kind: 'ReceiptGroup', shardId: 3n, index: 1n },
  ],
  [
    keys.globalContractCodeTrieKey(byHash),
    `1200${h}`,
    { kind: 'GlobalContractCode', identifier: byHash },
  ],
  [
    keys.globalContractNonceTrieKey(byAccount),
    `13010a000000${a}`,
    { kind: 'GlobalContractNonce', identifier: byAccount },
  ],
  [
    keys.promiseYieldStatusTrieKey(accountId, hash),
    `14${a}2c${h}`,
    { kind: 'PromiseYieldStatus', accountId, dataId: hash },
  ],
  [
    keys.yieldIdToDataIdTrieKey(accountId, Uint8Array.of(1, 2)),
    `16${a}2c0102`,
    { kind: 'YieldIdToDataId', accountId, yieldId: Uint8Array.of(1, 2) },
  ],
  [
    keys.dataIdToYieldIdTrieKey(accountId, hash),
    `17${a}2c${h}`,
    { kind: 'DataIdToYieldId', accountId, dataId: hash },
  ],
];

for (const [key, hex, parsed] of cases) {
  test(`the key of ${parsed.kind} ${hex.slice(0, 8)}`, () => {
    assert.equal(bytesToHex(key), hex);
    assert.deepEqual(parseTrieKey(key), parsed);
    assert.equal(isGasKeyNonceTrieKey(key), parsed.kind === 'GasKeyNonce');
  });
}

const refused: Record<string, string> = {
  'no bytes': '',
  'an unused column': `08${a}`,
  'no account': '00',
  'an invalid account': '0041',
  'no separator': `09${a}`,
  'a short data id': `03${a}2cab`,
  'an unknown type of key': `02${a}0202${h}`,
  'a short key': `02${a}0200ab`,
  'one byte after a key': `02${a}0200${h}00`,
  'three bytes after a key': `02${a}0200${h}000000`,
  'a short index': '0701',
  'bytes after an index': '07000000000000000000',
  'bytes after indices': '0a00',
  'an unknown identifier': `1202${h}`,
};

for (const [title, hex] of Object.entries(refused)) {
  test(`${title} is not a trie key`, () => {
    assert.throws(() => parseTrieKey(hexToBytes(hex)), { code: 'trie_key' });
  });
}
