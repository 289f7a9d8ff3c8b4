// Outcomes, receipts and transactions as text from their bytes: the same as their views, for each
// of their forms.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concatBytes, u32Le } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import type { PublicKey, Signature } from '../../src/base/crypto/keys.ts';
import { BorshReader } from '../../src/codec/borsh.ts';
import { encode } from '../../src/codec/codec.ts';
import { COST_NAMES } from '../../src/params/costNames.ts';
import type { Action } from '../../src/types/action.ts';
import {
  type ExecutionMetadata,
  ExecutionOutcome,
  type ExecutionStatus,
} from '../../src/types/outcome.ts';
import { Receipt, type ReceiptBody } from '../../src/types/receipt.ts';
import {
  EncodedTransaction,
  hashTransaction,
  isToItself,
  type SignedTransaction,
  type Transaction,
} from '../../src/types/transaction.ts';
import {
  OutcomeWithIdView,
  outcomeToView,
  showOutcome,
} from '../../src/types/views/outcomeView.ts';
import { ReceiptView, receiptToView, showReceipts } from '../../src/types/views/receiptView.ts';
import {
  SignedTransactionView,
  showTransaction,
  showTransactions,
  transactionToView,
} from '../../src/types/views/transactionView.ts';

const id = sha256(u32Le(1));
const publicKey: PublicKey = { type: 'ed25519', data: sha256(u32Le(2)) };
const longKey: PublicKey = { type: 'secp256k1', data: new Uint8Array(64).fill(7) };

const actions: readonly Action[] = [
  { kind: 'CreateAccount', value: {} },
  { kind: 'DeployContract', value: { code: Uint8Array.of(1, 2, 3) } },
  {
    kind: 'FunctionCall',
    value: { methodName: 'a"b', args: Uint8Array.of(1, 2), gas: 2n ** 63n, deposit: 2n ** 100n },
  },
  { kind: 'Transfer', value: { deposit: 123n } },
  { kind: 'DeleteAccount', value: { beneficiaryId: 'bob.near' } },
  {
    kind: 'AddKey',
    value: { publicKey, accessKey: { nonce: 0n, permission: { kind: 'FullAccess' } } },
  },
];

const profileOf = (action: bigint, ext: bigint, wasm: bigint) => ({
  actions: [0n, action, 0n],
  ext: Array.from({ length: 90 }, (_, i) => (i === 40 ? ext : 0n)),
  wasm,
});
const profiles = [
  profileOf(0n, 0n, 0n),
  profileOf(5n, 0n, 0n),
  profileOf(0n, 2n ** 60n, 0n),
  profileOf(1n, 2n, 3n),
  { actions: [], ext: [], wasm: 0n },
  { actions: Array<bigint>(256).fill(0n), ext: Array<bigint>(300).fill(0n), wasm: 0n },
];
const metadata: readonly ExecutionMetadata[] = [
  { kind: 'V1' },
  ...profiles.flatMap((profile): ExecutionMetadata[] => [
    { kind: 'V2', value: profile },
    { kind: 'V3', value: profile },
    { kind: 'V4', value: { profile, contracts: [] } },
    {
      kind: 'V4',
      value: {
        profile,
        contracts: [
          { kind: 'None' },
          { kind: 'Local', value: id },
          { kind: 'GlobalByAccount', value: 'code.near' },
        ],
      },
    },
  ]),
];
const statuses: readonly ExecutionStatus[] = [
  { kind: 'Unknown' },
  { kind: 'SuccessValue', value: Uint8Array.of(1, 2, 3) },
  { kind: 'SuccessReceiptId', value: id },
  { kind: 'Failure', value: { kind: 'InvalidTxError', value: { kind: 'Expired' } } },
];

test('an outcome', () => {
  const shared = { gasBurnt: 1n, tokensBurnt: 2n ** 90n, executorId: 'alice.near' };
  for (const [i, one] of metadata.entries()) {
    for (const status of statuses) {
      for (const logs of [[], ['one', 'zwö "3"']]) {
        const outcome = { ...shared, logs, receiptIds: [id], status, metadata: one };
        const reader = new BorshReader(encode(ExecutionOutcome, outcome));
        const placed = { id, blockHash: id, proof: [], outcome };
        const view = OutcomeWithIdView.json(outcomeToView(placed, COST_NAMES));
        const text = showOutcome(reader, COST_NAMES);
        assert.ok(view.includes(`"outcome":${text},"proof"`), `metadata ${i}: ${view}, ${text}`);
        reader.end();
      }
    }
  }
});

test('receipts', () => {
  const own = {
    signerId: 'alice.near',
    refundTo: null,
    signerPublicKey: publicKey,
    gasPrice: 100n,
    outputDataReceivers: [{ dataId: id, receiverId: 'carol.near' }],
    inputDataIds: [id, id],
    actions,
  };
  const data = { dataId: id, data: Uint8Array.of(1) };
  const bodies: readonly ReceiptBody[] = [
    { kind: 'Action', value: own },
    { kind: 'Action', value: { ...own, signerPublicKey: longKey, actions: [] } },
    { kind: 'ActionV2', value: { ...own, refundTo: 'dave.near' } },
    { kind: 'ActionV2', value: own },
    { kind: 'PromiseYield', value: own },
    { kind: 'PromiseYieldV2', value: own },
    { kind: 'Data', value: data },
    { kind: 'PromiseResume', value: { ...data, data: null } },
  ];
  const receipts = bodies.map((body): Receipt => {
    return { predecessorId: 'alice.near', receiverId: 'bob.near', receiptId: id, body };
  });
  const encoded = receipts.map((receipt) => encode(Receipt, receipt));
  const reader = new BorshReader(concatBytes(u32Le(receipts.length), ...encoded));
  const views = receipts.map((receipt) => ReceiptView.json(receiptToView(receipt)));
  assert.equal(showReceipts(reader), `[${views.join(',')}]`);
  reader.end();
});

test('transactions', () => {
  const plain: Transaction = {
    version: 0,
    signerId: 'alice.near',
    publicKey,
    nonce: { kind: 'Nonce', value: { nonce: 2n ** 55n } },
    receiverId: 'bob.near',
    blockHash: id,
    actions,
    nonceMode: 'Monotonic',
  };
  const newer: Transaction = { ...plain, version: 1, nonceMode: 'Strict' };
  const gasKey = { kind: 'GasKeyNonce', value: { nonce: 1n, nonceIndex: 2 } } as const;
  const ed25519: Signature = { type: 'ed25519', data: new Uint8Array(64).fill(1) };
  const secp256k1: Signature = { type: 'secp256k1', data: new Uint8Array(65).fill(1) };
  const signed: readonly SignedTransaction[] = [
    { transaction: plain, signature: ed25519 },
    { transaction: { ...plain, receiverId: plain.signerId }, signature: ed25519 },
    { transaction: { ...plain, publicKey: longKey, actions: [] }, signature: secp256k1 },
    { transaction: newer, signature: ed25519 },
    { transaction: { ...newer, nonce: gasKey, receiverId: plain.signerId }, signature: ed25519 },
  ];
  const hashed = signed.map(hashTransaction);
  const views = hashed.map((one) => SignedTransactionView.json(transactionToView(one)));
  for (const [i, one] of hashed.entries()) {
    const encoded = new EncodedTransaction(one.hash, one.bytes);
    assert.equal(showTransaction(encoded), views[i], `transaction ${i}`);
    assert.deepEqual(encoded.transaction, one.transaction);
    assert.deepEqual(encoded.signature, one.signature);
    const { signerId, receiverId } = one.transaction;
    assert.equal(isToItself(encoded), signerId === receiverId, `transaction ${i}`);
  }
  const all = concatBytes(u32Le(hashed.length), ...hashed.map(({ bytes }) => bytes));
  assert.equal(showTransactions(new BorshReader(all)), `[${views.join(',')}]`);
});
