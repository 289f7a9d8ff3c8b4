// Meta transactions of both versions: the content and cost of a delegated receipt, the order of the
// checks, and which nonce each kind of key uses up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import {
  keyFromSeed,
  publicKeyToHandle,
  type SecretKey,
  secretToPublic,
  sign,
} from '../../src/base/crypto/keys.ts';
import { protocolAt } from '../../src/params/protocol.ts';
import { readGasKeyNonce, writeAccessKey, writeGasKeyNonce } from '../../src/state/accessKeys.ts';
import type { StateUpdate } from '../../src/state/stateUpdate.ts';
import type { AccessKeyPermission } from '../../src/types/accessKey.ts';
import {
  type Action,
  type DelegateActionV2,
  delegateActionHash,
  delegateActionV2Hash,
  type NonDelegateAction,
  type TransactionNonce,
} from '../../src/types/action.ts';
import { type ActionErrorKind, ActionErrorKind as Codec } from '../../src/types/actionErrors.ts';
import type { Receipt } from '../../src/types/receipt.ts';
import { PROTOCOL } from '../support/protocol.ts';
import {
  call,
  createActionReceipt,
  NEAR,
  publicKeyOf,
  secretOf,
  TestChain,
  transfer,
} from './testChain.ts';

const callKey = keyFromSeed('ed25519', 'call key');
const gasKey = keyFromSeed('ed25519', 'gas key');
/** As a state patch can write it: with more nonces than rows for them. */
const hollowKey = keyFromSeed('ed25519', 'hollow key');
const strangeKey = keyFromSeed('ed25519', 'strange key');

const onlyCalls = { allowance: 1n, receiverId: 'shop', methodNames: ['buy'] };

function writeKey(state: StateUpdate, secret: SecretKey, permission: AccessKeyPermission): void {
  const handle = publicKeyToHandle(secretToPublic(secret));
  writeAccessKey(state, 'user', handle, { nonce: 0n, permission });
}

function createChain(protocol = PROTOCOL): TestChain {
  return new TestChain({
    protocol,
    accounts: { user: {}, relayer: {}, shop: {} },
    rows: {
      user: (state) => {
        writeKey(state, callKey, { kind: 'FunctionCall', value: onlyCalls });
        const info = { balance: 0n, numNonces: 2 };
        writeKey(state, gasKey, { kind: 'GasKeyFullAccess', value: info });
        writeKey(state, hollowKey, { kind: 'GasKeyFullAccess', value: info });
        const publicKey = publicKeyToHandle(secretToPublic(gasKey));
        for (const index of [0, 1]) {
          writeGasKeyNonce(state, { accountId: 'user', publicKey, index }, 0n);
        }
      },
    },
  });
}

interface Fields extends Partial<Omit<DelegateActionV2, 'nonce'>> {
  readonly secret?: SecretKey;
  readonly nonce?: bigint;
  readonly nonceIndex?: number;
}

const asNonce = (nonce: bigint, nonceIndex?: number): TransactionNonce => {
  if (nonceIndex === undefined) return { kind: 'Nonce', value: { nonce } };
  return { kind: 'GasKeyNonce', value: { nonce, nonceIndex } };
};

function payload({ secret = secretOf('user'), nonce = 1n, nonceIndex, ...fields }: Fields) {
  return {
    senderId: 'user',
    receiverId: 'shop',
    actions: [transfer(5n) as NonDelegateAction],
    maxBlockHeight: 1n,
    publicKey: secretToPublic(secret),
    ...fields,
    nonce: asNonce(nonce, nonceIndex),
  };
}

function delegate(fields: Fields = {}): Action {
  const { secret = secretOf('user'), nonce = 1n } = fields;
  const delegateAction = { ...payload(fields), nonce };
  const signature = sign(secret, delegateActionHash(delegateAction));
  return { kind: 'Delegate', value: { delegateAction, signature } };
}

function delegateV2(fields: Fields = {}): Action {
  const delegateAction = { kind: 'V2', value: payload(fields) } as const;
  const signature = sign(fields.secret ?? secretOf('user'), delegateActionV2Hash(delegateAction));
  return { kind: 'DelegateV2', value: { delegateAction, signature } };
}

for (const [name, create, protocol] of [
  ['Delegate', delegate, PROTOCOL],
  ['DelegateV2', delegateV2, protocolAt(86, 'release')],
] as const) {
  test(`${name}: the sender's actions, at the relayer's expense`, () => {
    const chain = createChain(protocol);
    const transaction = chain.sign('relayer', 'user', [create({ maxBlockHeight: 2n })]);
    const before = chain.account('user')?.amount;
    chain.apply({ transactions: [transaction] });
    chain.settle();
    const converted = chain.outcome(transaction.hash).status;
    assert.equal(converted.kind, 'SuccessReceiptId');
    const outer = chain.outcome((converted as { value: Uint8Array }).value);
    const [innerId] = outer.receiptIds;
    const inner = chain.receipts.get(bytesKey(innerId as Uint8Array)) as Receipt;
    assert.equal(inner.predecessorId, 'user');
    assert.equal(inner.receiverId, 'shop');
    assert.equal(inner.body.kind, 'Action');
    const envelope = inner.body.kind === 'Action' ? inner.body.value : null;
    assert.equal(envelope?.signerId, 'relayer');
    assert.deepEqual(envelope?.signerPublicKey, publicKeyOf('relayer'));
    // The envelope, the delegation and, a second time, the sending of the inner transfer.
    assert.equal(outer.gasBurnt, 108_059_500_000n + 200_000_000_000n + 115_123_062_500n);
    assert.equal(chain.outcome(innerId as Uint8Array).gasBurnt, 223_182_562_500n);
    assert.equal(chain.account('shop')?.amount, 1_000n * NEAR + 5n);
    assert.equal(chain.account('user')?.amount, before, 'the sender pays nothing');
    assert.equal(chain.accessKey('user', publicKeyOf('user'))?.nonce, 1n);
  });
}

const accessKeyError = (value: object): ActionErrorKind =>
  ({ kind: 'DelegateActionAccessKeyError', value }) as ActionErrorKind;
const buy = call('buy') as NonDelegateAction;
const sell = call('sell') as NonDelegateAction;
const paid = call('buy', { deposit: 1n }) as NonDelegateAction;

const FAULTS: [Action, ActionErrorKind][] = [
  [
    {
      ...delegate(),
      value: { ...(delegate().value as object), signature: sign(callKey, new Uint8Array(32)) },
    } as Action,
    { kind: 'DelegateActionInvalidSignature' },
  ],
  [delegate({ maxBlockHeight: 0n }), { kind: 'DelegateActionExpired' }],
  [
    delegate({ senderId: 'shop' }),
    {
      kind: 'DelegateActionSenderDoesNotMatchTxReceiver',
      value: { senderId: 'shop', receiverId: 'user' },
    },
  ],
  [
    delegate({ secret: strangeKey }),
    accessKeyError({
      kind: 'AccessKeyNotFound',
      value: { accountId: 'user', publicKey: secretToPublic(strangeKey) },
    }),
  ],
  [delegate({ secret: gasKey }), accessKeyError({ kind: 'DelegateActionRequiresNonGasKey' })],
  [delegateV2({ nonceIndex: 0 }), accessKeyError({ kind: 'DelegateActionRequiresGasKey' })],
  [
    delegateV2({ secret: gasKey, nonceIndex: 2 }),
    { kind: 'DelegateActionInvalidNonceIndex', value: { nonceIndex: 2, numNonces: 2 } },
  ],
  [
    delegateV2({ secret: hollowKey, nonceIndex: 1 }),
    { kind: 'DelegateActionInvalidNonceIndex', value: { nonceIndex: 1, numNonces: 2 } },
  ],
  [
    delegate({ nonce: 0n }),
    { kind: 'DelegateActionInvalidNonce', value: { delegateNonce: 0n, akNonce: 0n } },
  ],
  [
    delegateV2({ nonce: 1_000_000n }),
    {
      kind: 'DelegateActionNonceTooLarge',
      value: { delegateNonce: 1_000_000n, upperBound: 1_000_000n },
    },
  ],
  [delegate({ secret: callKey }), accessKeyError({ kind: 'RequiresFullAccess' })],
  [
    delegate({ secret: callKey, actions: [buy, buy] }),
    accessKeyError({ kind: 'RequiresFullAccess' }),
  ],
  [
    delegate({ secret: callKey, actions: [paid], receiverId: 'relayer' }),
    accessKeyError({ kind: 'DepositWithFunctionCall' }),
  ],
  [
    delegate({ secret: callKey, actions: [buy], receiverId: 'relayer' }),
    accessKeyError({
      kind: 'ReceiverMismatch',
      value: { txReceiver: 'relayer', akReceiver: 'shop' },
    }),
  ],
  [
    delegateV2({ secret: callKey, actions: [sell] }),
    accessKeyError({ kind: 'MethodNameMismatch', value: { methodName: 'sell' } }),
  ],
];

for (const [action, kind] of FAULTS) {
  test(`${action.kind} refused: ${Codec.json(kind)}`, () => {
    const chain = createChain();
    const outcome = chain.deliver(createActionReceipt('relayer', 'user', [action]));
    const expected = { kind: 'ActionError', value: { index: 0, kind } };
    assert.deepEqual(outcome.status, { kind: 'Failure', value: expected });
    assert.equal(chain.accessKey('user', publicKeyOf('user'))?.nonce, 0n);
  });
}

test('version 84 goes on after a deposit with a call key and reports the last fault', () => {
  const faultOf = (version: number, fields: Fields) => {
    const chain = createChain(protocolAt(version, 'release'));
    const action = delegate({ secret: callKey, ...fields });
    const { status } = chain.deliver(createActionReceipt('relayer', 'user', [action]));
    assert.equal(chain.accessKey('user', secretToPublic(callKey))?.nonce, 0n);
    const failure = status.kind === 'Failure' ? status.value : null;
    const fault = failure?.kind === 'ActionError' ? failure.value.kind : null;
    return fault?.kind === 'DelegateActionAccessKeyError' ? fault.value.kind : fault;
  };
  const paidSale = call('sell', { deposit: 1n }) as NonDelegateAction;
  const cases: [Fields, at84: string][] = [
    [{ actions: [paid] }, 'DepositWithFunctionCall'],
    [{ actions: [paid], receiverId: 'relayer' }, 'ReceiverMismatch'],
    [{ actions: [paidSale] }, 'MethodNameMismatch'],
    [{ actions: [paid, paid] }, 'RequiresFullAccess'],
  ];
  for (const [fields, at84] of cases) {
    assert.equal(faultOf(84, fields), at84);
    const isAlone = fields.actions?.length === 1;
    assert.equal(faultOf(85, fields), isAlone ? 'DepositWithFunctionCall' : at84);
  }
});

test('a fix counts the compute of verifying an ML-DSA-65 signature where it is verified', () => {
  const secret = keyFromSeed('ml-dsa-65', 'user');
  const action = delegate({ secret, nonce: 0n });
  const rows = (state: StateUpdate) => writeKey(state, secret, { kind: 'FullAccess' });
  const second = createActionReceipt('relayer', 'shop', [transfer(1n)]);
  const observed = [152, 153].map((version) => {
    const chain = new TestChain({
      protocol: protocolAt(version, 'cd297313f2'),
      accounts: { user: {}, relayer: {}, shop: {} },
      rows: { user: rows },
      // Room for the receipt and its failing action, not for the signature as well.
      gasLimit: 108_059_500_000n + 200_000_000_000n + 1n,
    });
    const receipts = [createActionReceipt('relayer', 'user', [action]), second];
    return chain.apply({ receipts }).get(0)?.outcomes.length;
  });
  assert.deepEqual(observed, [2, 1]);
});

test('a gas key uses up the nonce that the delegation names, and no other', () => {
  const chain = createChain();
  const action = delegateV2({ secret: gasKey, nonce: 7n, nonceIndex: 1 });
  const { status } = chain.deliver(createActionReceipt('relayer', 'user', [action]));
  assert.equal(status.kind, 'SuccessValue');
  const publicKey = publicKeyToHandle(secretToPublic(gasKey));
  const state = chain.stateOf('user');
  const nonces = [0, 1].map((index) =>
    readGasKeyNonce(state, { accountId: 'user', publicKey, index }),
  );
  assert.deepEqual(nonces, [0n, 7n]);
  assert.equal(chain.accessKey('user', secretToPublic(gasKey))?.nonce, 0n);
});

test('the allowance of a call key does not matter', () => {
  const chain = createChain();
  const action = delegate({ secret: callKey, actions: [buy] });
  chain.apply({ receipts: [createActionReceipt('relayer', 'user', [action])] });
  const key = chain.accessKey('user', secretToPublic(callKey));
  assert.equal(key?.nonce, 1n);
  assert.deepEqual(key?.permission, { kind: 'FunctionCall', value: onlyCalls });
});

test('a failed delegation returns deposits and gas to the relayer', () => {
  const chain = createChain();
  const before = chain.account('relayer')?.amount ?? 0n;
  chain.deliver(createActionReceipt('relayer', 'user', [delegate({ nonce: 0n })]));
  const returned = (chain.account('relayer')?.amount ?? 0n) - before;
  const [gasRefund, deposit] = [returned - 5n, 5n];
  assert.equal(deposit, 5n);
  // Bought: the outer envelope and delegation, the inner envelope, sending and executing a
  // transfer.
  const bought = 2n * 108_059_500_000n + 200_000_000_000n + 2n * 115_123_062_500n;
  const burnt = 108_059_500_000n + 200_000_000_000n;
  assert.equal(gasRefund, 1_000_000_000n * bought - 100_000_000n * burnt);
});
