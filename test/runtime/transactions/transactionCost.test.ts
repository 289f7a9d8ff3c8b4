// The cost of transactions: numbers computed by hand, long signatures, and sums that are too large.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, type PublicKey, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { transactionCost } from '../../../src/runtime/transactions/transactionCost.ts';
import type { Action, NonDelegateAction } from '../../../src/types/action.ts';
import { PROTOCOL } from '../../support/protocol.ts';

const config = PROTOCOL;
const PRICE = 100_000_000n;
const publicKey = secretToPublic(keyFromSeed('ed25519', 'alice'));
const mlDsa: PublicKey = { type: 'ml-dsa-65', data: new Uint8Array(1952) };

const transfer = (deposit: bigint): NonDelegateAction => ({ kind: 'Transfer', value: { deposit } });

interface Options {
  readonly receiverId?: string;
  readonly publicKey?: PublicKey;
  readonly gasPrice?: bigint;
}

function cost(actions: readonly Action[], options: Options = {}) {
  const { receiverId = 'bob.near', gasPrice = PRICE } = options;
  const key = options.publicKey ?? publicKey;
  const transaction = { signerId: 'alice.near', receiverId, publicKey: key, actions };
  return transactionCost(config, transaction, gasPrice);
}

test('a transfer to a named account', () => {
  assert.deepEqual(cost([transfer(5n)]), {
    burnt: { gas: 223_182_562_500n, compute: 223_182_562_500n },
    gasRemaining: 223_182_562_500n,
    receiptGasPrice: 1_000_000_000n,
    burntAmount: 22_318_256_250_000_000_000n,
    gasCost: 245_500_818_750_000_000_000n,
    depositCost: 5n,
    totalCost: 245_500_818_750_000_000_005n,
  });
});

test('a transfer that may create an account', () => {
  const implicit = cost([transfer(0n)], { receiverId: 'ab'.repeat(32) });
  assert.equal(implicit?.burnt.gas, 824_947_687_500n);
  assert.equal(implicit?.gasRemaining, 7_524_947_687_500n);
});

test('the creation of an account with balance and key costs the same', () => {
  const actions: readonly Action[] = [
    { kind: 'CreateAccount', value: {} },
    transfer(0n),
    {
      kind: 'AddKey',
      value: { publicKey, accessKey: { nonce: 0n, permission: { kind: 'FullAccess' } } },
    },
  ];
  const created = cost(actions, { receiverId: 'sub.alice.near' });
  assert.equal(created?.burnt.gas, 824_947_687_500n);
  assert.equal(created?.gasRemaining, 7_524_947_687_500n);
});

const call = (gas: bigint): Action => ({
  kind: 'FunctionCall',
  value: { methodName: 'm', args: new Uint8Array(0), gas, deposit: 0n },
});

test('a function call', () => {
  const called = cost([call(30_000_000_000_000n)]);
  assert.equal(called?.burnt.gas, 308_107_183_715n);
  assert.equal(called?.gasRemaining, 30_888_061_735_934n);
});

test('gas is bought at the price of the block if that is higher', () => {
  const dear = cost([transfer(0n)], { gasPrice: 2_000_000_000n });
  assert.equal(dear?.receiptGasPrice, 2_000_000_000n);
  assert.equal(dear?.gasCost, 2n * 223_182_562_500n * 2_000_000_000n);
});

test('long signatures cost extra gas when the transaction is converted', () => {
  const signed = cost([transfer(0n)], { publicKey: mlDsa });
  assert.equal(signed?.burnt.gas, 223_182_562_500n + 100_000_000_000n);
  assert.equal(signed?.burnt.compute, signed?.burnt.gas);
  assert.equal(signed?.gasRemaining, 223_182_562_500n);
  const delegate = (inner: PublicKey): Action => ({
    kind: 'Delegate',
    value: {
      delegateAction: {
        senderId: 'bob.near',
        receiverId: 'carol.near',
        actions: [transfer(0n)],
        nonce: 1n,
        maxBlockHeight: 1n,
        publicKey: inner,
      },
      signature: { type: 'ed25519', data: new Uint8Array(64) },
    },
  });
  const [short, long] = [cost([delegate(publicKey)]), cost([delegate(mlDsa)])];
  assert(short !== null && long !== null);
  assert.equal(long.burnt.gas - short.burnt.gas, 100_000_000_000n);
});

const U128_MAX = (1n << 128n) - 1n;
const U64_MAX = (1n << 64n) - 1n;
const GAS_COST = 245_500_818_750_000_000_000n;

const overflows: readonly (readonly [title: string, Action[], options?: Options])[] = [
  ['the sum of deposits', [transfer(U128_MAX), transfer(1n)]],
  ['a deposit with the gas', [transfer(U128_MAX - GAS_COST + 1n)]],
  ['the attached gas', [call(U64_MAX)]],
  ['the price of the gas', [transfer(0n)], { gasPrice: U128_MAX }],
];

for (const [title, actions, options] of overflows) {
  test(`${title} overflows`, () => assert.equal(cost(actions, options), null));
}

test('the largest sum is not an overflow', () => {
  const largest = cost([transfer(U128_MAX - GAS_COST)]);
  assert.equal(largest?.totalCost, U128_MAX);
});
