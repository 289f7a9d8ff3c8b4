// The transactions of a chunk over a small state: outcomes in order, receipts to others and to the
// signer itself, repeated and expired transactions, and their effect on the state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { createReceiptId } from '../../../src/runtime/results/createIds.ts';
import { authoriseBySignature } from '../../../src/runtime/transactions/authorisation.ts';
import { processTransactions } from '../../../src/runtime/transactions/processTransactions.ts';
import { readAccessKey, writeAccessKey, writeGasKeyNonce } from '../../../src/state/accessKeys.ts';
import { readAccount, writeAccount } from '../../../src/state/accounts.ts';
import type { StateUpdate } from '../../../src/state/stateUpdate.ts';
import { accountTrieKey } from '../../../src/state/trieKey.ts';
import type { Action } from '../../../src/types/action.ts';
import type { Receipt } from '../../../src/types/receipt.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { createMemoryState } from '../../support/memoryState.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { ALICE, aliceKey, BOB, createTransaction } from '../../support/transactions.ts';

const config = PROTOCOL;
const NEAR = 10n ** 24n;
const HEIGHT = 5;
const COST = 245_500_818_750_000_000_000n;
const BURNT_GAS = 223_182_562_500n;
const BURNT = 22_318_256_250_000_000_000n;

const handle = publicKeyToHandle(secretToPublic(aliceKey));
const gasSecret = keyFromSeed('ed25519', 'gas');
const gasHandle = publicKeyToHandle(secretToPublic(gasSecret));

const memory = createMemoryState((state) => {
  const contract = { kind: 'None' } as const;
  const account = { amount: NEAR, locked: 0n, storageUsage: 182, contract, version: 'V1' } as const;
  writeAccount(state, ALICE, account);
  writeAccessKey(state, ALICE, handle, { nonce: 0n, permission: { kind: 'FullAccess' } });
  const info = { balance: NEAR, numNonces: 1 };
  const permission = { kind: 'GasKeyFullAccess', value: info } as const;
  writeAccessKey(state, ALICE, gasHandle, { nonce: 0n, permission });
  writeGasKeyNonce(state, { accountId: ALICE, publicKey: gasHandle, index: 0 }, 0n);
});

const transfer = (deposit: bigint): Action => ({ kind: 'Transfer', value: { deposit } });

function pay(nonce: bigint, receiverId = BOB, deposit = 1n): HashedTransaction {
  const plain = { kind: 'Nonce', value: { nonce } } as const;
  return createTransaction({ nonce: plain, receiverId, actions: [transfer(deposit)] });
}

function payWithGasKey(nonce: bigint, deposit: bigint): HashedTransaction {
  const indexed = { kind: 'GasKeyNonce', value: { nonce, nonceIndex: 0 } } as const;
  return createTransaction({ nonce: indexed, actions: [transfer(deposit)] }, gasSecret);
}

function run(state: StateUpdate, transactions: readonly HashedTransaction[], isValid = true) {
  const sent: Receipt[] = [];
  const result = processTransactions({
    protocol: config,
    state,
    height: HEIGHT,
    gasPrice: 100_000_000n,
    transactions: transactions.map((signed) => ({ ...authoriseBySignature(signed), isValid })),
    sendReceipt: (receipt) => sent.push(receipt),
  });
  return { ...result, sent };
}

test('a transaction becomes a receipt, paid for by its signer', () => {
  const state = memory.open();
  const signed = pay(1n);
  const { outcomes, sent, localReceipts, receipts, ...sums } = run(state, [signed]);
  const receiptId = createReceiptId(signed.hash, HEIGHT, 0);
  assert.deepEqual(outcomes, [
    {
      id: signed.hash,
      outcome: {
        logs: [],
        receiptIds: [receiptId],
        gasBurnt: BURNT_GAS,
        tokensBurnt: BURNT,
        executorId: ALICE,
        status: { kind: 'SuccessReceiptId', value: receiptId },
        metadata: { kind: 'V1' },
      },
    },
  ]);
  assert.deepEqual(sent, [
    {
      predecessorId: ALICE,
      receiverId: BOB,
      receiptId,
      body: {
        kind: 'Action',
        value: {
          signerId: ALICE,
          refundTo: null,
          signerPublicKey: secretToPublic(aliceKey),
          gasPrice: 1_000_000_000n,
          outputDataReceivers: [],
          inputDataIds: [],
          actions: [transfer(1n)],
        },
      },
    },
  ]);
  assert.deepEqual(localReceipts, []);
  assert.deepEqual(receipts, [{ receipt: sent[0], parentId: signed.hash }]);
  assert.deepEqual(sums, { gasBurnt: BURNT_GAS, compute: BURNT_GAS, tokensBurnt: BURNT });
  assert.equal(readAccount(state, ALICE)?.amount, NEAR - COST - 1n);
  assert.equal(readAccessKey(state, ALICE, handle)?.nonce, 1n);
});

test('a receipt to the signer stays in the chunk', () => {
  const { sent, localReceipts, receipts } = run(memory.open(), [pay(1n, ALICE), pay(2n)]);
  assert.deepEqual([sent.length, localReceipts.length, receipts.length], [1, 1, 2]);
  assert.equal(localReceipts[0]?.receiverId, ALICE);
});

test('each transaction sees the effect of those before it', () => {
  const state = memory.open();
  const { outcomes } = run(state, [pay(2n), pay(1n), pay(3n, BOB, NEAR), pay(3n)]);
  const statuses = outcomes.map(({ outcome }) => outcome.status.kind);
  assert.deepEqual(statuses, ['SuccessReceiptId', 'Failure', 'Failure', 'SuccessReceiptId']);
  assert.equal(readAccount(state, ALICE)?.amount, NEAR - 2n * (COST + 1n));
});

test('a repeated transaction has no outcome, also if it failed', () => {
  const [paid, failed] = [pay(1n), pay(0n)];
  const { outcomes } = run(memory.open(), [failed, paid, failed, paid]);
  assert.deepEqual(
    outcomes.map(({ id }) => id),
    [failed.hash, paid.hash],
  );
});

test('an expired transaction fails without anything being read', () => {
  const state = memory.open();
  const { outcomes, sent, ...sums } = run(state, [pay(1n)], false);
  const [failed] = outcomes;
  assert(failed !== undefined);
  assert.deepEqual(failed.outcome, {
    logs: [],
    receiptIds: [],
    gasBurnt: 0n,
    tokensBurnt: 0n,
    executorId: ALICE,
    status: { kind: 'Failure', value: { kind: 'InvalidTxError', value: { kind: 'Expired' } } },
    metadata: { kind: 'V1' },
  });
  assert.deepEqual([sent, sums.gasBurnt, sums.compute, sums.tokensBurnt], [[], 0n, 0n, 0n]);
  assert.equal(state.trie.proofSize, 0);
});

test('rows of a transaction with invalid actions are still read', () => {
  const state = memory.open();
  const call = { methodName: '', args: new Uint8Array(0), gas: 1n, deposit: 0n };
  run(state, [createTransaction({ actions: [{ kind: 'FunctionCall', value: call }] })]);
  const other = memory.open();
  run(other, [pay(1n)]);
  assert.equal(state.trie.proofSize, other.trie.proofSize);
});

test('each transaction is a separate commit, and a failed one is none', () => {
  const state = memory.open();
  const [first, failed, second] = [pay(1n), pay(1n, ALICE), pay(2n)];
  run(state, [first, failed, second]);
  const { changes } = state.finish();
  const ofAccount = changes.find(({ key }) => Buffer.compare(key, accountTrieKey(ALICE)) === 0);
  assert.deepEqual(
    ofAccount?.changes.map(({ cause }) => cause),
    [first, second].map(({ hash }) => {
      return { kind: 'TransactionProcessing', value: { txHash: hash } };
    }),
  );
  assert.equal(changes.length, 2);
});

test('what sending a receipt writes belongs to the commit of its transaction', () => {
  const state = memory.open();
  const key = Uint8Array.of(0x0d);
  const signed = pay(1n);
  processTransactions({
    protocol: config,
    state,
    height: HEIGHT,
    gasPrice: 100_000_000n,
    transactions: [{ ...authoriseBySignature(signed), isValid: true }],
    sendReceipt: () => state.set(key, key),
  });
  const [change] = state.finish().changes.filter((entry) => entry.key[0] === 0x0d);
  const cause = { kind: 'TransactionProcessing', value: { txHash: signed.hash } };
  assert.deepEqual(change?.changes, [{ cause, value: key }]);
});

test('a gas key pays for a deposit that fails, and the outcome shows it', () => {
  const state = memory.open();
  const { outcomes, sent, ...sums } = run(state, [payWithGasKey(1n, NEAR + 1n)]);
  const [failed] = outcomes;
  assert.deepEqual(
    [failed?.outcome.gasBurnt, failed?.outcome.tokensBurnt, failed?.outcome.status.kind],
    [BURNT_GAS, BURNT, 'Failure'],
  );
  assert.deepEqual(sent, []);
  assert.deepEqual([sums.gasBurnt, sums.compute, sums.tokensBurnt], [BURNT_GAS, BURNT_GAS, BURNT]);
  assert.equal(readAccount(state, ALICE)?.amount, NEAR);
  const { outcomes: later } = run(state, [payWithGasKey(1n, 1n), payWithGasKey(2n, 1n)]);
  const statuses = later.map(({ outcome }) => outcome.status.kind);
  assert.deepEqual(statuses, ['Failure', 'SuccessReceiptId']);
  assert.equal(readAccount(state, ALICE)?.amount, NEAR - 1n);
  const key = readAccessKey(state, ALICE, gasHandle);
  assert.deepEqual(key?.permission, {
    kind: 'GasKeyFullAccess',
    value: { balance: NEAR - BURNT - COST, numNonces: 1 },
  });
});
