// Rules for actions that depend on the protocol version: each is tried at the versions on both
// sides of the one that introduced it, for new receipts and for existing ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { encode } from '../../../src/codec/codec.ts';
import { type Protocol, protocolAt } from '../../../src/params/protocol.ts';
import { validateActions } from '../../../src/runtime/validation/validateActions.ts';
import type { Action, NonDelegateAction } from '../../../src/types/action.ts';
import { deterministicAccountId } from '../../../src/types/globalContract.ts';
import { UniversalStateInit, universalAccountId } from '../../../src/types/universalStateInit.ts';

const BOB = 'bob.near';
const publicKey = secretToPublic(keyFromSeed('ed25519', 'alice'));
const quantumKey = secretToPublic(keyFromSeed('ml-dsa-65', 'alice'));
const signature = { type: 'ed25519', data: new Uint8Array(64) } as const;

const transfer: NonDelegateAction = { kind: 'Transfer', value: { deposit: 1n } };
const withdraw: NonDelegateAction = {
  kind: 'WithdrawFromGasKey',
  value: { publicKey, amount: 0n },
};

const inner = { senderId: 'alice.near', maxBlockHeight: 1n, publicKey };

function delegate(actions: readonly NonDelegateAction[], receiverId = BOB): Action {
  const delegateAction = { ...inner, receiverId, actions, nonce: 1n };
  return { kind: 'Delegate', value: { delegateAction, signature } };
}

function delegateV2(actions: readonly NonDelegateAction[], receiverId = BOB): Action {
  const nonce = { kind: 'Nonce', value: { nonce: 1n } } as const;
  const value = { ...inner, receiverId, actions, nonce };
  return { kind: 'DelegateV2', value: { delegateAction: { kind: 'V2', value }, signature } };
}

function addKey(numNonces: number): NonDelegateAction {
  const permission = { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces } } as const;
  return { kind: 'AddKey', value: { publicKey, accessKey: { nonce: 0n, permission } } };
}

type Entries = readonly (readonly [Uint8Array, Uint8Array])[];

const u16 = (n: number) => Uint8Array.of(n >> 8, n & 255);
const entries = (count: number): Entries =>
  Array.from({ length: count }, (_, n) => [u16(n), new Uint8Array(0)]);

function stateInit(data: Entries, keys = 0, type: 'ed25519' | 'ml-dsa-65-hash' = 'ed25519') {
  const handle = (n: number) => ({
    type,
    data: new Uint8Array(32).fill(n, 0, 1).fill(n >> 8, 1, 2),
  });
  const accessKeys = Array.from({ length: keys }, (_, n) => handle(n));
  return encode(UniversalStateInit, { kind: 'V1', value: { code: null, data, accessKeys } });
}

function init(raw: Uint8Array): NonDelegateAction {
  return { kind: 'UniversalStateInit', value: { stateInit: raw, deposit: 0n } };
}

function deterministic(data: Entries) {
  const code = { kind: 'AccountId', value: BOB } as const;
  const state = { kind: 'V1', value: { code, data } } as const;
  const action: NonDelegateAction = {
    kind: 'DeterministicStateInit',
    value: { stateInit: state, deposit: 0n },
  };
  return { action, id: deterministicAccountId(state) };
}

const EMPTY = stateInit([]);
const ID = universalAccountId(EMPTY);
const [R84, R85, R86, R87, R88] = [84, 85, 86, 87, 88].map((version) =>
  protocolAt(version, 'release'),
) as [Protocol, Protocol, Protocol, Protocol, Protocol];
const S87 = protocolAt(87, 'cd297313f2');

/** The kind of the error and, for a feature, which one and where. */
function fault(
  protocol: Protocol,
  actions: readonly Action[],
  { receiverId = BOB, mode = 'new' }: { receiverId?: string; mode?: 'new' | 'existing' } = {},
): string | null {
  const error = validateActions(protocol, actions, receiverId, mode);
  if (error === null) return null;
  if (error.kind === 'UnsupportedProtocolFeature' || error.kind === 'RemovedProtocolFeature') {
    return `${error.kind} ${error.value.protocolFeature} ${error.value.version}`;
  }
  return error.kind;
}

test('gas keys exist from 85 on', () => {
  const unsupported = 'UnsupportedProtocolFeature GasKeys 84';
  assert.equal(fault(R84, [withdraw]), unsupported);
  assert.equal(fault(R84, [addKey(0)]), unsupported, 'before the rules of gas keys');
  assert.equal(fault(R85, [withdraw]), null);
  assert.equal(fault(R85, [addKey(0)]), 'GasKeyInvalidNumNonces');
});

test('ML-DSA-65 keys exist from 85 on, wherever they are', () => {
  const unsupported = 'UnsupportedProtocolFeature PostQuantumSignatures 84';
  const remove: NonDelegateAction = { kind: 'DeleteKey', value: { publicKey: quantumKey } };
  const raw = stateInit([], 1, 'ml-dsa-65-hash');
  assert.equal(publicKeyToHandle(quantumKey).type, 'ml-dsa-65-hash');
  for (const actions of [[remove], [delegate([remove])], [init(raw)]]) {
    assert.equal(fault(R84, actions), unsupported);
  }
  assert.equal(fault(R85, [remove]), null);
});

test('DelegateV2 exists in 85 and 86 of the release, and stays in the snapshot', () => {
  const actions = [delegateV2([transfer])];
  assert.equal(fault(R84, actions), 'UnsupportedProtocolFeature DelegateV2 84');
  assert.equal(fault(R85, actions), null);
  assert.equal(fault(R86, actions), null);
  assert.equal(fault(R87, actions), 'RemovedProtocolFeature DelegateV2 87');
  assert.equal(fault(R87, actions, { mode: 'existing' }), null);
  assert.equal(fault(S87, actions), null);
});

test('a delegated withdrawal from a gas key is refused from 87 of the release on', () => {
  const actions = [delegate([withdraw])];
  assert.equal(fault(R86, actions), null);
  assert.equal(fault(R87, actions), 'WithdrawFromGasKeyNotAllowedInDelegate');
  assert.equal(fault(R87, actions, { mode: 'existing' }), null);
  assert.equal(fault(R87, [withdraw]), null);
  assert.equal(fault(S87, actions), null);
  const tooMany = [delegate(Array.from({ length: 101 }, () => withdraw))];
  assert.equal(fault(R87, tooMany), 'TotalNumberOfActionsExceeded');
});

test('a call without a name is refused from 87 on', () => {
  const value = { methodName: '', args: new Uint8Array(0), gas: 1n, deposit: 0n };
  const actions: Action[] = [{ kind: 'FunctionCall', value }];
  assert.equal(fault(R86, actions), null);
  assert.equal(fault(R87, actions), 'FunctionCallEmptyMethodName');
  assert.equal(fault(R87, actions, { mode: 'existing' }), null);
});

test('transfers to universal accounts are refused in 87 of the release only', () => {
  assert.equal(fault(R86, [transfer], { receiverId: ID }), null);
  assert.equal(fault(R87, [transfer], { receiverId: ID }), 'TransferToUniversalAccountNotAllowed');
  assert.equal(fault(R87, [delegate([transfer], ID)]), 'TransferToUniversalAccountNotAllowed');
  assert.equal(fault(R87, [transfer], { receiverId: ID, mode: 'existing' }), null);
  assert.equal(fault(R88, [transfer], { receiverId: ID }), null);
  assert.equal(fault(S87, [transfer], { receiverId: ID }), null);
});

test('a delegated deterministic state is compared with the wrong receiver at 84', () => {
  const { action, id } = deterministic([]);
  assert.equal(fault(R84, [delegate([action], id)]), 'InvalidDeterministicStateInitReceiver');
  assert.equal(fault(R85, [delegate([action], id)]), null);
});

test('the entries and keys of all state inits of a receipt are limited', () => {
  const { action, id } = deterministic(entries(751));
  const total = [action, delegate([deterministic(entries(750)).action], id)];
  const options = { receiverId: id };
  assert.equal(fault(R87, total, options), 'TotalNumberOfStateInitEntriesExceeded');
  assert.notEqual(fault(R86, total, options), 'TotalNumberOfStateInitEntriesExceeded');
  assert.notEqual(fault(S87, total, options), 'TotalNumberOfStateInitEntriesExceeded');
  const existing = fault(R87, total, { ...options, mode: 'existing' });
  assert.notEqual(existing, 'TotalNumberOfStateInitEntriesExceeded');
  const raw = stateInit([], 1025);
  const receiverId = universalAccountId(raw);
  for (const protocol of [R84, R88]) {
    assert.equal(
      fault(protocol, [init(raw)], { receiverId }),
      'TotalNumberOfStateInitKeysExceeded',
    );
  }
  const most = stateInit(entries(1500), 1024);
  assert.equal(fault(R88, [init(most)], { receiverId: universalAccountId(most) }), null);
});

test('a universal state init: from 88 on, by its receiver, its bytes, its entries', () => {
  const receiverId = ID;
  assert.equal(
    fault(R87, [init(EMPTY)], { receiverId }),
    'UnsupportedProtocolFeature UniversalAccounts 87',
  );
  assert.equal(fault(R88, [init(EMPTY)], { receiverId }), null, 'without code, data and keys');
  assert.equal(fault(R88, [init(EMPTY)]), 'InvalidUniversalStateInitReceiver');
  assert.equal(fault(R88, [delegate([init(EMPTY)], ID)]), null);
  const wrong = 'InvalidUniversalStateInitReceiver';
  assert.equal(fault(R88, [delegate([init(EMPTY)])], { receiverId }), wrong);
  const [first, second] = [stateInit(entries(1)).subarray(6, 16), stateInit(entries(2))];
  const unsorted = Uint8Array.of(
    ...second.subarray(0, 6),
    ...second.subarray(16, 26),
    ...first,
    0,
    0,
    0,
    0,
  );
  for (const raw of [new Uint8Array(0), new Uint8Array(11), unsorted]) {
    const own = { receiverId: universalAccountId(raw) };
    assert.equal(fault(R88, [init(raw)], own), 'MalformedUniversalStateInit');
    assert.equal(fault(R88, [init(raw)]), wrong, 'the receiver comes first');
  }
  const long: Record<string, Entries> = {
    UniversalStateInitKeyLengthExceeded: [[new Uint8Array(2049), new Uint8Array(0)]],
    UniversalStateInitValueLengthExceeded: [[new Uint8Array(1), new Uint8Array(4_194_305)]],
  };
  for (const [kind, data] of Object.entries(long)) {
    const raw = stateInit(data);
    assert.equal(fault(R88, [init(raw)], { receiverId: universalAccountId(raw) }), kind);
  }
});
