// Validation of actions: each error once, with its content, the limits themselves, the precedence
// of errors, and what existing receipts may still contain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { validateActions } from '../../../src/runtime/validation/validateActions.ts';
import type { AccessKeyPermission } from '../../../src/types/accessKey.ts';
import type { Action, NonDelegateAction } from '../../../src/types/action.ts';
import { deterministicAccountId } from '../../../src/types/globalContract.ts';
import type { ActionsValidationError } from '../../../src/types/transactionErrors.ts';
import { PROTOCOL } from '../../support/protocol.ts';

const publicKey = secretToPublic(keyFromSeed('ed25519', 'alice'));
const secp256k1 = secretToPublic(keyFromSeed('secp256k1', 'alice'));
const BOB = 'bob.near';
const MIB4 = 4_194_304;

const transfer: NonDelegateAction = { kind: 'Transfer', value: { deposit: 1n } };
const deleteAccount: NonDelegateAction = {
  kind: 'DeleteAccount',
  value: { beneficiaryId: BOB },
};

function deploy(size: number): NonDelegateAction {
  return { kind: 'DeployContract', value: { code: new Uint8Array(size) } };
}

function deployGlobal(size: number): NonDelegateAction {
  const value = { code: new Uint8Array(size), deployMode: 'CodeHash' } as const;
  return { kind: 'DeployGlobalContract', value };
}

function call(parts: {
  methodName?: string;
  argsLength?: number;
  gas?: bigint;
}): NonDelegateAction {
  const { methodName = 'm', argsLength = 0, gas = 1n } = parts;
  return {
    kind: 'FunctionCall',
    value: { methodName, args: new Uint8Array(argsLength), gas, deposit: 0n },
  };
}

function addKey(permission: AccessKeyPermission): NonDelegateAction {
  return { kind: 'AddKey', value: { publicKey, accessKey: { nonce: 0n, permission } } };
}

function callKey(methodNames: readonly string[], receiverId = BOB): NonDelegateAction {
  return addKey({ kind: 'FunctionCall', value: { allowance: 1n, receiverId, methodNames } });
}

function gasKey(balance: bigint, numNonces: number): NonDelegateAction {
  return addKey({ kind: 'GasKeyFullAccess', value: { balance, numNonces } });
}

function delegate(actions: readonly NonDelegateAction[], receiverId = BOB): Action {
  return {
    kind: 'Delegate',
    value: {
      delegateAction: {
        senderId: 'alice.near',
        receiverId,
        actions,
        nonce: 1n,
        maxBlockHeight: 1n,
        publicKey,
      },
      signature: { type: 'ed25519', data: new Uint8Array(64) },
    },
  };
}

function stateInit(keyLength: number, valueLength: number, code = BOB) {
  return {
    kind: 'V1',
    value: {
      code: { kind: 'AccountId', value: code },
      data: [[new Uint8Array(keyLength), new Uint8Array(valueLength)]],
    },
  } as const;
}

function initialize(init: ReturnType<typeof stateInit>): NonDelegateAction {
  return { kind: 'DeterministicStateInit', value: { stateInit: init, deposit: 0n } };
}

function useGlobal(account: string): NonDelegateAction {
  const contractIdentifier = { kind: 'AccountId', value: account } as const;
  return { kind: 'UseGlobalContract', value: { contractIdentifier } };
}

function repeat<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

const bigKey = stateInit(2049, 0);
const bigValue = stateInit(1, MIB4 + 1);
const anyInit = stateInit(1, 1);

type Refused = readonly [
  title: string,
  actions: readonly Action[],
  error: ActionsValidationError,
  receiverId?: string,
];

const refused: readonly Refused[] = [
  [
    'too many actions',
    repeat(101, transfer),
    { kind: 'TotalNumberOfActionsExceeded', value: { totalNumberOfActions: 101, limit: 100 } },
  ],
  [
    'too many deployments of both kinds',
    [...repeat(6, deploy(0)), ...repeat(5, deployGlobal(0))],
    {
      kind: 'TotalNumberOfDeployActionsExceeded',
      value: { numberOfDeployActions: 11, limit: 10 },
    },
  ],
  [
    'an action after the deletion of the account',
    [deleteAccount, transfer],
    { kind: 'DeleteActionMustBeFinal' },
  ],
  [
    'two delegate actions',
    [delegate([]), transfer, delegate([])],
    { kind: 'DelegateActionMustBeOnlyOne' },
  ],
  [
    'code that is too long',
    [deploy(MIB4 + 1)],
    { kind: 'ContractSizeExceeded', value: { size: MIB4 + 1, limit: MIB4 } },
  ],
  [
    'global code that is too long',
    [deployGlobal(MIB4 + 1)],
    { kind: 'ContractSizeExceeded', value: { size: MIB4 + 1, limit: MIB4 } },
  ],
  [
    'a global contract of an invalid account',
    [useGlobal('Bob')],
    { kind: 'InvalidAccountId', value: { accountId: 'Bob' } },
  ],
  ['a call without gas', [call({ gas: 0n })], { kind: 'FunctionCallZeroAttachedGas' }],
  ['a call without a name', [call({ methodName: '' })], { kind: 'FunctionCallEmptyMethodName' }],
  [
    'a call of a long name, counted in bytes',
    [call({ methodName: `${'ä'.repeat(128)}a` })],
    { kind: 'FunctionCallMethodNameLengthExceeded', value: { length: 257, limit: 256 } },
  ],
  [
    'a call with long arguments',
    [call({ argsLength: MIB4 + 1 })],
    { kind: 'FunctionCallArgumentsLengthExceeded', value: { length: MIB4 + 1, limit: MIB4 } },
  ],
  [
    'a stake with a key that cannot sign blocks',
    [{ kind: 'Stake', value: { stake: 0n, publicKey: secp256k1 } }],
    { kind: 'UnsuitableStakingKey', value: { publicKey: secp256k1 } },
  ],
  [
    'a key for an invalid account, cut at a whole character',
    [callKey([], `a${'ä'.repeat(100)}`)],
    { kind: 'InvalidAccountId', value: { accountId: `a${'ä'.repeat(63)}` } },
  ],
  [
    'a key with a long method name',
    [callKey(['a'.repeat(257)])],
    { kind: 'AddKeyMethodNameLengthExceeded', value: { length: 257, limit: 256 } },
  ],
  [
    'a key with many method names',
    [callKey(repeat(8, 'a'.repeat(250)))],
    {
      kind: 'AddKeyMethodNamesNumberOfBytesExceeded',
      value: { totalNumberOfBytes: 2008, limit: 2000 },
    },
  ],
  [
    'a gas key with an allowance',
    [
      addKey({
        kind: 'GasKeyFunctionCall',
        value: [
          { balance: 1n, numNonces: 0 },
          { allowance: 0n, receiverId: BOB, methodNames: [] },
        ],
      }),
    ],
    { kind: 'GasKeyFunctionCallAllowanceNotAllowed' },
  ],
  [
    'a gas key without nonces',
    [gasKey(1n, 0)],
    { kind: 'GasKeyInvalidNumNonces', value: { requestedNonces: 0, limit: 1024 } },
  ],
  [
    'a gas key with many nonces',
    [gasKey(1n, 1025)],
    { kind: 'GasKeyInvalidNumNonces', value: { requestedNonces: 1025, limit: 1024 } },
  ],
  [
    'a gas key with an initial balance',
    [gasKey(1n, 1)],
    { kind: 'AddGasKeyWithNonZeroBalance', value: { balance: 1n } },
  ],
  [
    'an invalid beneficiary',
    [{ kind: 'DeleteAccount', value: { beneficiaryId: 'bob..near' } }],
    { kind: 'InvalidAccountId', value: { accountId: 'bob..near' } },
  ],
  [
    'too many delegated actions',
    [delegate(repeat(101, transfer))],
    { kind: 'TotalNumberOfActionsExceeded', value: { totalNumberOfActions: 101, limit: 100 } },
  ],
  [
    'an error among delegated actions',
    [delegate([call({ gas: 0n })])],
    { kind: 'FunctionCallZeroAttachedGas' },
  ],
  [
    'an initial state of another account',
    [initialize(anyInit)],
    {
      kind: 'InvalidDeterministicStateInitReceiver',
      value: { receiverId: BOB, derivedId: deterministicAccountId(anyInit) },
    },
  ],
  [
    'an initial state with the code of an invalid account',
    [initialize(stateInit(1, 1, 'Bob'))],
    { kind: 'InvalidAccountId', value: { accountId: 'Bob' } },
  ],
  [
    'an initial state with a long key',
    [initialize(bigKey)],
    { kind: 'DeterministicStateInitKeyLengthExceeded', value: { length: 2049, limit: 2048 } },
    deterministicAccountId(bigKey),
  ],
  [
    'an initial state with a long value',
    [initialize(bigValue)],
    {
      kind: 'DeterministicStateInitValueLengthExceeded',
      value: { length: MIB4 + 1, limit: MIB4 },
    },
    deterministicAccountId(bigValue),
  ],
  [
    'attached gas beyond the largest integer',
    [call({ gas: (1n << 64n) - 1n }), delegate([call({ gas: 1n })])],
    { kind: 'IntegerOverflow' },
  ],
  [
    'too much attached gas',
    [call({ gas: 999_999_999_999_999n }), delegate([call({ gas: 2n })])],
    {
      kind: 'TotalPrepaidGasExceeded',
      value: { totalPrepaidGas: 1_000_000_000_000_001n, limit: 1_000_000_000_000_000n },
    },
  ],
];

for (const [title, actions, error, receiverId = BOB] of refused) {
  test(`${title} is refused`, () => {
    assert.deepEqual(validateActions(PROTOCOL, actions, receiverId, 'new'), error);
  });
}

const accepted: Record<string, readonly Action[]> = {
  'no action': [],
  'a hundred actions': repeat(100, transfer),
  'ten deployments': repeat(10, deploy(0)),
  'a delegate action among others': [transfer, delegate([transfer]), transfer],
  'the deletion of the account at the end': [transfer, deleteAccount],
  'code of the largest size': [deploy(MIB4)],
  'a call at its limits': [
    call({ methodName: 'a'.repeat(256), argsLength: MIB4, gas: 10n ** 15n }),
  ],
  'a key with as many bytes of names as it may have': [callKey(repeat(8, 'a'.repeat(249)))],
  'a gas key with all nonces': [gasKey(0n, 1024)],
  'a stake with a good key': [{ kind: 'Stake', value: { stake: 0n, publicKey } }],
  'actions without rules': [
    { kind: 'CreateAccount', value: {} },
    { kind: 'DeleteKey', value: { publicKey } },
    { kind: 'TransferToGasKey', value: { publicKey, deposit: 0n } },
    { kind: 'WithdrawFromGasKey', value: { publicKey, amount: 0n } },
    {
      kind: 'UseGlobalContract',
      value: { contractIdentifier: { kind: 'CodeHash', value: HASH_ZERO } },
    },
  ],
};

for (const [title, actions] of Object.entries(accepted)) {
  test(`${title}: accepted`, () => {
    assert.equal(validateActions(PROTOCOL, actions, BOB, 'new'), null);
  });
}

test('a delegated initial state is checked against the inner receiver', () => {
  const init = initialize(anyInit);
  const id = deterministicAccountId(anyInit);
  assert.equal(validateActions(PROTOCOL, [init], id, 'new'), null);
  assert.equal(validateActions(PROTOCOL, [delegate([init], id)], BOB, 'new'), null);
});

test('existing receipts may have more deployments, and calls without a name', () => {
  const actions = [...repeat(11, deploy(0)), call({ methodName: '' })];
  assert.equal(validateActions(PROTOCOL, actions, BOB, 'existing'), null);
  assert.equal(validateActions(PROTOCOL, [delegate(actions.slice())], BOB, 'existing'), null);
});

test('errors of earlier actions win over later ones, and single actions over sums', () => {
  const overflow = call({ gas: (1n << 64n) - 1n });
  const faults = [overflow, overflow, call({ gas: 0n }), deploy(MIB4 + 1)];
  const error = validateActions(PROTOCOL, faults, BOB, 'new');
  assert.deepEqual(error, { kind: 'FunctionCallZeroAttachedGas' });
});
