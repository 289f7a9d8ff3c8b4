// Transactions, delegate actions and receipts: bytes and hashes of known values, and refusal of
// bytes that are not a transaction. The vectors are the reference's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import {
  keyFromSeed,
  parsePublicKey,
  parseSignature,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import { BorshError } from '../../src/codec/borsh.ts';
import { decode, encode } from '../../src/codec/codec.ts';
import { Action, delegateActionHash } from '../../src/types/action.ts';
import { deterministicAccountId } from '../../src/types/globalContract.ts';
import { Receipt } from '../../src/types/receipt.ts';
import {
  hashTransaction,
  readHashedTransaction,
  SignedTransaction,
  Transaction,
  transactionHash,
} from '../../src/types/transaction.ts';

const publicKey = parsePublicKey('ed25519:22skMptHjFWNyuEWY22ftn2AbLPSYpmYwGJRGwpNHbTV');

const actions: readonly Action[] = [
  { kind: 'CreateAccount', value: {} },
  { kind: 'DeployContract', value: { code: Uint8Array.of(1, 2, 3) } },
  {
    kind: 'FunctionCall',
    value: { methodName: 'qqq', args: Uint8Array.of(1, 2, 3), gas: 1000n, deposit: 1_000_000n },
  },
  { kind: 'Transfer', value: { deposit: 123n } },
  { kind: 'Stake', value: { stake: 1_000_000n, publicKey } },
  {
    kind: 'AddKey',
    value: {
      publicKey,
      accessKey: {
        nonce: 0n,
        permission: {
          kind: 'FunctionCall',
          value: { allowance: null, receiverId: 'zzz', methodNames: ['www'] },
        },
      },
    },
  },
  { kind: 'DeleteKey', value: { publicKey } },
  { kind: 'DeleteAccount', value: { beneficiaryId: '123' } },
];

const plain: Transaction = {
  version: 0,
  signerId: 'test.near',
  publicKey,
  nonce: { kind: 'Nonce', value: { nonce: 1n } },
  receiverId: '123',
  blockHash: HASH_ZERO,
  actions,
  nonceMode: 'Monotonic',
};

const PLAIN_HEX =
  '09000000746573742e6e656172000f56a5f028dfc089ec7c39c1183b321b4d8f89ba5bec9e1762803cc2491f6ef801' +
  '0000000000000003000000313233000000000000000000000000000000000000000000000000000000000000000008' +
  '000000000103000000010203020300000071717103000000010203e80300000000000040420f000000000000000000' +
  '00000000037b0000000000000000000000000000000440420f00000000000000000000000000000f56a5f028dfc089' +
  'ec7c39c1183b321b4d8f89ba5bec9e1762803cc2491f6ef805000f56a5f028dfc089ec7c39c1183b321b4d8f89ba5b' +
  'ec9e1762803cc2491f6ef800000000000000000000030000007a7a7a010000000300000077777706000f56a5f028df' +
  'c089ec7c39c1183b321b4d8f89ba5bec9e1762803cc2491f6ef80703000000313233';

test('a version 0 transaction has the known bytes and hash, and reads back', () => {
  const bytes = encode(Transaction, plain);
  assert.equal(bytesToHex(bytes), PLAIN_HEX);
  assert.equal(formatHash(transactionHash(plain)), '4GXvjMFN6wSxnU9jEVT8HbXP5Yk6yELX9faRSKp6n9fX');
  assert.deepEqual(decode(Transaction, bytes), plain);
});

test('version 1 transactions have the known hashes and read back', () => {
  const cases: readonly [Transaction, string][] = [
    [{ ...plain, version: 1 }, '2ozf7GmBqNqmezYzpXSsmZZuE5qE7BJL9vNAV64SuU3R'],
    [
      {
        ...plain,
        version: 1,
        nonce: { kind: 'GasKeyNonce', value: { nonce: 1n, nonceIndex: 3 } },
        nonceMode: 'Strict',
      },
      'H7SFBLVUTzHakr8TXaEsZZKMRoau2uxZdLhvLtETpB3g',
    ],
  ];
  for (const [transaction, expected] of cases) {
    assert.equal(formatHash(transactionHash(transaction)), expected);
    assert.deepEqual(decode(Transaction, encode(Transaction, transaction)), transaction, expected);
  }
});

test('a signed transaction of the documentation has its known hash and root', () => {
  const signed = hashTransaction({
    transaction: {
      ...plain,
      signerId: 'shard0',
      publicKey: secretToPublic(keyFromSeed('ed25519', 'shard0')),
      nonce: { kind: 'Nonce', value: { nonce: 11n } },
      receiverId: 'shard1',
      blockHash: decodeHash('6d5L1Vru2c4Cwzmbskm23WoUP4PKFxBHSP9AKNHbfwps'),
      actions: [{ kind: 'Transfer', value: { deposit: 500n * 10n ** 24n } }],
    },
    signature: parseSignature(
      'ed25519:63ssFeMyS2N1khzNFyDqiwSELFaUqMFtAkRwwwUgrPbd1DU5tYKxz9YL2sg1NiSjaA71aG8xSB7aLy5VdwgpvfjR',
    ),
  });
  assert.equal(formatHash(signed.hash), '6NSJFsTTEQB4EKNKoCmvB1nLuQy4wgSKD51rfXhmgjLm');
  assert.equal(formatHash(sha256(signed.bytes)), 'HyS6YfQbfBRniVSbWRnxsxEZi9FtLqHwyzNivrF6aNAM');
  assert.deepEqual(readHashedTransaction(signed.bytes), signed);
});

function decodeHash(text: string): Uint8Array {
  return parsePublicKey(`ed25519:${text}`).data;
}

test('a delegate action has the known bytes and signed hash', () => {
  const zeroKey = { type: 'ed25519', data: new Uint8Array(32) } as const;
  const delegateAction = {
    senderId: 'aaa',
    receiverId: 'bbb',
    actions: [{ kind: 'CreateAccount', value: {} } as const],
    nonce: 1n,
    maxBlockHeight: 2n,
    publicKey: zeroKey,
  };
  const signature = { type: 'ed25519', data: new Uint8Array(64) } as const;
  const bytes = encode(Action, { kind: 'Delegate', value: { delegateAction, signature } });
  assert.equal(bytes.length, 134);
  assert.ok(
    bytesToHex(bytes).startsWith(
      '08030000006161610300000062626201000000000100000000000000020000000000000000',
    ),
  );
  assert.equal(
    formatHash(delegateActionHash(delegateAction)),
    'Hk4KS6bWuycytBdnm4kZ5hAFZBmGYMwCXPBLYNJJmgwe',
  );
});

test('a delegate action inside a delegate action is refused', () => {
  const inner = '080300000061616103000000626262';
  // Its number is enough, whatever follows: the reference does not read on.
  for (const rest of ['08', '0e', '080a000000412e6e656172', `${inner.slice(0, 2)}ff`, '0e00']) {
    assert.throws(() => decode(Action, hexToBytes(`${inner}01000000${rest}`)), {
      message: "DelegateAction mustn't contain a nested one",
    });
  }
});

test('receipts of both layouts have the known hashes', () => {
  const receipt: Receipt = {
    predecessorId: 'alice.near',
    receiverId: 'bob.near',
    receiptId: sha256(utf8ToBytes('rid')),
    body: {
      kind: 'Action',
      value: {
        signerId: 'alice.near',
        refundTo: null,
        signerPublicKey: publicKey,
        gasPrice: 100_000_000n,
        outputDataReceivers: [],
        inputDataIds: [],
        actions: [{ kind: 'Transfer', value: { deposit: 10n ** 24n } }],
      },
    },
  };
  const bytes = encode(Receipt, receipt);
  assert.equal(bytes.length, 151);
  assert.equal(formatHash(sha256(bytes)), 'AfeGLrriHjuBNoCU81m1QNCU4gM9RT4rsGZi2vvTMWXN');
  assert.deepEqual(decode(Receipt, bytes), receipt);
  const newer = { ...receipt, body: { ...receipt.body, kind: 'ActionV2' } } as Receipt;
  assert.equal(
    formatHash(sha256(encode(Receipt, newer))),
    '8adF9v1pRVzMFfKFKmKTSmNDDtMAKYDxktRmAQ9J8sRm',
  );
});

test('the id of a deterministic account follows from its initial state', () => {
  const id = deterministicAccountId({
    kind: 'V1',
    value: { code: { kind: 'AccountId', value: 'ft.near' }, data: [] },
  });
  assert.equal(id, '0s69284a5453e7be5632b28b6a01baecf6c12c156d');
});

test('bytes that are not a signed transaction are refused with a typed error', () => {
  const bytes = encode(Transaction, plain);
  const short = 'Unexpected length of input';
  const signer = '02000000' + '6161';
  const cases: readonly [string, Uint8Array, string][] = [
    ['nothing', new Uint8Array(0), short],
    ['one byte', Uint8Array.of(7), short],
    ['cut short', bytes.subarray(0, 100), short],
    ['an unknown version', Uint8Array.of(7, 7, 7), 'invalid transaction version tag: 7'],
    [
      'remaining bytes',
      Uint8Array.from([...bytes, 0, ...new Uint8Array(65)]),
      'Not all bytes read',
    ],
    [
      'an invalid signer',
      hexToBytes('02000000414100'),
      'invalid value: "AA", the Account ID contains an invalid character \'A\' at index 0',
    ],
    [
      'a signer that is not UTF-8',
      hexToBytes('0200000061ff'),
      'invalid utf-8 sequence of 1 bytes from index 1',
    ],
    ['an unknown kind of key', hexToBytes(`${signer}09`), 'unknown KeyTag: 9'],
    [
      'the hash of a long key',
      hexToBytes(`${signer}03`),
      'borsh tag 3 is reserved for PublicKeyHandle (ML-DSA-65 hash); not a valid PublicKey',
    ],
    ['a long key cut short', hexToBytes(`${signer}0200`), 'failed to fill whole buffer'],
    [
      'a huge count',
      hexToBytes(PLAIN_HEX.replace('0800000000', 'ffffffff63')),
      'Unexpected variant tag: 99',
    ],
  ];
  for (const [name, input, message] of cases) {
    const isExpected = (error: unknown) => error instanceof BorshError && error.message === message;
    assert.throws(() => decode(SignedTransaction, input), isExpected, name);
  }
});
