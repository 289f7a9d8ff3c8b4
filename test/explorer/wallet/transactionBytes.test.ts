// The wallet's bytes of transactions, messages and delegate actions, against the node's own codecs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, InvalidBytes } from '../../../explorer/wallet/borsh.ts';
import {
  delegateBytes,
  messageBytes,
  signedTransaction,
  unsignedTransaction,
} from '../../../explorer/wallet/transactionBytes.ts';
import { bytesToHex } from '../../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, type PublicKey, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { encode as encodeByNode } from '../../../src/codec/codec.ts';
import { type Action, delegateActionHash } from '../../../src/types/action.ts';
import { SignedTransaction, Transaction } from '../../../src/types/transaction.ts';
import { ActionView, actionToView } from '../../../src/types/views/actionView.ts';
import { readUniversalVectors } from '../../types/universalVectors.ts';

const publicKey = secretToPublic(keyFromSeed('ed25519', 'alice'));
const otherKey = secretToPublic(keyFromSeed('secp256k1', 'alice'));
const code = Uint8Array.from([0, 97, 115, 109]);
const hash = new Uint8Array(32).fill(9);
const callOnly = { allowance: 5n, receiverId: 'a.near', methodNames: ['x', 'y'] };
const data = [[Uint8Array.of(1), Uint8Array.of(2, 3)]] as const;
const delegateAction = {
  senderId: 'aaa',
  receiverId: 'bbb',
  actions: [{ kind: 'CreateAccount', value: {} } as const],
  nonce: 1n,
  maxBlockHeight: 2n,
  publicKey: { type: 'ed25519', data: new Uint8Array(32) } as PublicKey,
};
const signature = { type: 'ed25519', data: new Uint8Array(64).fill(1) } as const;
const addKey = (permission: unknown, key = publicKey) =>
  ({ kind: 'AddKey', value: { publicKey: key, accessKey: { nonce: 7n, permission } } }) as Action;

const ACTIONS: readonly Action[] = [
  { kind: 'CreateAccount', value: {} },
  { kind: 'DeployContract', value: { code } },
  {
    kind: 'FunctionCall',
    value: { methodName: 'é', args: code, gas: 2n ** 64n - 1n, deposit: 2n ** 128n - 1n },
  },
  { kind: 'Transfer', value: { deposit: 0n } },
  { kind: 'Stake', value: { stake: 3n, publicKey } },
  addKey({ kind: 'FullAccess' }),
  addKey({ kind: 'FunctionCall', value: callOnly }, otherKey),
  addKey({ kind: 'FunctionCall', value: { ...callOnly, allowance: null } }),
  addKey({ kind: 'GasKeyFullAccess', value: { balance: 4n, numNonces: 2 } }),
  addKey({ kind: 'GasKeyFunctionCall', value: [{ balance: 4n, numNonces: 2 }, callOnly] }),
  { kind: 'DeleteKey', value: { publicKey: otherKey } },
  { kind: 'DeleteAccount', value: { beneficiaryId: 'b.near' } },
  { kind: 'Delegate', value: { delegateAction, signature } },
  { kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } },
  { kind: 'DeployGlobalContract', value: { code, deployMode: 'AccountId' } },
  {
    kind: 'UseGlobalContract',
    value: { contractIdentifier: { kind: 'CodeHash', value: hash } },
  },
  {
    kind: 'UseGlobalContract',
    value: { contractIdentifier: { kind: 'AccountId', value: 'c.near' } },
  },
  {
    kind: 'DeterministicStateInit',
    value: {
      stateInit: { kind: 'V1', value: { code: { kind: 'CodeHash', value: hash }, data } },
      deposit: 8n,
    },
  } as unknown as Action,
  { kind: 'TransferToGasKey', value: { publicKey, deposit: 1n } },
  { kind: 'WithdrawFromGasKey', value: { publicKey, amount: 1n } },
  {
    kind: 'DelegateV2',
    value: {
      delegateAction: {
        kind: 'V2',
        value: {
          ...delegateAction,
          nonce: { kind: 'GasKeyNonce', value: { nonce: 1n, nonceIndex: 3 } },
        },
      },
      signature,
    },
  },
  { kind: 'UniversalStateInit', value: { stateInit: code, deposit: 2n } },
];

function transactionOf(actions: readonly Action[]): Transaction {
  return {
    version: 0,
    signerId: 'alice.near',
    publicKey,
    nonce: { kind: 'Nonce', value: { nonce: 2n ** 60n } },
    receiverId: 'bob.near',
    blockHash: hash,
    actions,
    nonceMode: 'Monotonic',
  };
}

test('every action is read and written as the node writes it', () => {
  for (const action of ACTIONS) {
    const bytes = encodeByNode(Transaction, transactionOf([action]));
    const read = decode(unsignedTransaction, bytes);
    assert.equal(read.nonce, 2n ** 60n);
    assert.equal(read.block_hash, formatHash(hash));
    assert.equal(bytesToHex(encode(unsignedTransaction, read)), bytesToHex(bytes), action.kind);
  }
});

test('actions are shown as the node shows them, except for code', () => {
  for (const action of ACTIONS) {
    const bytes = encodeByNode(Transaction, transactionOf([action]));
    const [shown] = decode(unsignedTransaction, bytes).actions;
    const expected = JSON.parse(ActionView.json(actionToView(action)));
    // Delegates carry actions in their raw form, and code is complete.
    if (/Deploy|Delegate|StateInit/.test(action.kind)) {
      const key = typeof shown === 'string' ? shown : Object.keys(shown ?? {})[0];
      assert.equal(key, Object.keys(expected)[0], action.kind);
      continue;
    }
    const text = JSON.stringify(shown, (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    assert.deepEqual(JSON.parse(text), expected, action.kind);
  }
});

test('all known actions of the reference are covered', () => {
  const kinds = new Set(ACTIONS.map(({ kind }) => kind));
  assert.equal(kinds.size, 16);
  for (const { borsh } of readUniversalVectors().actions) {
    const bytes = Uint8Array.from(Buffer.from(`01000000${borsh}`, 'hex'));
    const start = encodeByNode(Transaction, transactionOf([])).subarray(0, -4);
    const whole = Uint8Array.from([...start, ...bytes]);
    assert.deepEqual(encode(unsignedTransaction, decode(unsignedTransaction, whole)), whole);
  }
});

test('a signed transaction has the bytes of the node', () => {
  const transaction = transactionOf(ACTIONS.slice(0, 4));
  const bytes = encodeByNode(SignedTransaction, { transaction, signature });
  const read = decode(signedTransaction, bytes);
  assert.deepEqual(encode(signedTransaction, read), Uint8Array.from(bytes));
});

test('a delegate action has the hash of the node', () => {
  const zeros = `ed25519:${'1'.repeat(32)}`;
  const bytes = delegateBytes({
    sender_id: 'aaa',
    receiver_id: 'bbb',
    actions: ['CreateAccount'],
    nonce: 1n,
    max_block_height: 2n,
    public_key: zeros,
  });
  assert.deepEqual(sha256(bytes), delegateActionHash(delegateAction));
});

test('a message has the bytes of NEP-413', () => {
  const nonce = new Uint8Array(32).fill(255);
  const start = `9d010080020000006869${'ff'.repeat(32)}010000006e`;
  const message = { message: 'hi', nonce, recipient: 'n' };
  assert.equal(bytesToHex(messageBytes({ ...message, callbackUrl: null })), `${start}00`);
  assert.equal(bytesToHex(messageBytes({ ...message, callbackUrl: 'u' })), `${start}010100000075`);
});

test('bytes that end too soon, go on or name what is unknown are refused', () => {
  const bytes = encodeByNode(Transaction, transactionOf(ACTIONS));
  for (let length = 0; length < bytes.length; length += 7) {
    assert.throws(() => decode(unsignedTransaction, bytes.subarray(0, length)), InvalidBytes);
  }
  const longer = Uint8Array.from([...bytes, 0]);
  assert.throws(() => decode(unsignedTransaction, longer), /1 bytes too many/);
  const start = encodeByNode(Transaction, transactionOf([])).subarray(0, -4);
  const unknown = Uint8Array.from([...start, 1, 0, 0, 0, 16]);
  assert.throws(() => decode(unsignedTransaction, unknown), /no variant 16/);
  const many = Uint8Array.from([...start, 255, 255, 255, 255]);
  assert.throws(() => decode(unsignedTransaction, many), InvalidBytes);
});
