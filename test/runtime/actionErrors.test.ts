// Every way in which an action fails without running a contract: a receipt with one cause of
// failure each, delivered to a state that otherwise allows it, and the expected error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import { writeAccessKey } from '../../src/state/accessKeys.ts';
import { writeContractData } from '../../src/state/contractData.ts';
import type { StateUpdate } from '../../src/state/stateUpdate.ts';
import type { Action } from '../../src/types/action.ts';
import { type ActionErrorKind, ActionErrorKind as Codec } from '../../src/types/actionErrors.ts';
import type { ExecutionOutcome } from '../../src/types/outcome.ts';
import type { ActionReceipt } from '../../src/types/receipt.ts';
import {
  addKey,
  CREATE_ACCOUNT,
  createActionReceipt,
  NEAR,
  publicKeyOf,
  TestChain,
  transfer,
} from './testChain.ts';

const IMPLICIT = 'ab'.repeat(32);
const gasKey = secretToPublic(keyFromSeed('ed25519', 'gas key'));
const strange = publicKeyOf('stranger');
const hash = new Uint8Array(32).fill(9);

function writeGasKey(state: StateUpdate, balance: bigint): void {
  const info = { balance, numNonces: 1 };
  const permission = { kind: 'GasKeyFullAccess', value: info } as const;
  writeAccessKey(state, 'alice', publicKeyToHandle(gasKey), { nonce: 0n, permission });
}

function deployGlobal(codeLength: number): Action {
  const code = new Uint8Array(codeLength);
  return { kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } };
}

const deleteAccount: Action = { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } };
const useGlobal: Action = {
  kind: 'UseGlobalContract',
  value: { contractIdentifier: { kind: 'CodeHash', value: hash } },
};
const stake = (amount: bigint): Action => {
  return { kind: 'Stake', value: { stake: amount, publicKey: publicKeyOf('alice') } };
};

interface Case {
  readonly error: ActionErrorKind;
  readonly actions: readonly Action[];
  readonly from?: string;
  readonly to?: string;
  readonly index?: number | null;
  readonly alice?: object;
  readonly envelope?: Partial<ActionReceipt>;
  readonly rows?: (state: StateUpdate) => void;
}

const toAlice = { accountId: 'alice' };

const CASES: readonly Case[] = [
  { actions: [CREATE_ACCOUNT], error: { kind: 'AccountAlreadyExists', value: toAlice } },
  {
    actions: [transfer(1n)],
    to: 'nobody',
    error: { kind: 'AccountDoesNotExist', value: { accountId: 'nobody' } },
  },
  {
    actions: [transfer(1n), transfer(1n)],
    to: IMPLICIT,
    error: { kind: 'AccountDoesNotExist', value: { accountId: IMPLICIT } },
  },
  {
    actions: [transfer(1n)],
    from: 'system',
    to: IMPLICIT,
    error: { kind: 'AccountDoesNotExist', value: { accountId: IMPLICIT } },
  },
  {
    actions: [addKey(strange, { kind: 'FullAccess' })],
    to: 'nobody',
    error: { kind: 'AccountDoesNotExist', value: { accountId: 'nobody' } },
  },
  {
    actions: [CREATE_ACCOUNT],
    to: 'toplevel',
    error: {
      kind: 'CreateAccountOnlyByRegistrar',
      value: { accountId: 'toplevel', registrarAccountId: 'registrar', predecessorId: 'alice' },
    },
  },
  {
    actions: [CREATE_ACCOUNT],
    to: 'a.b.alice',
    error: {
      kind: 'CreateAccountNotAllowed',
      value: { accountId: 'a.b.alice', predecessorId: 'alice' },
    },
  },
  {
    actions: [CREATE_ACCOUNT],
    to: 'sub.bob',
    error: {
      kind: 'CreateAccountNotAllowed',
      value: { accountId: 'sub.bob', predecessorId: 'alice' },
    },
  },
  {
    actions: [CREATE_ACCOUNT],
    to: IMPLICIT,
    error: { kind: 'OnlyImplicitAccountCreationAllowed', value: { accountId: IMPLICIT } },
  },
  ...[
    addKey(strange, { kind: 'FullAccess' }),
    stake(NEAR),
    deployGlobal(1),
    useGlobal,
    deleteAccount,
    { kind: 'DeployContract', value: { code: new Uint8Array(1) } } as Action,
    { kind: 'DeleteKey', value: { publicKey: strange } } as Action,
    { kind: 'WithdrawFromGasKey', value: { publicKey: gasKey, amount: 1n } } as Action,
  ].map(
    (action): Case => ({
      actions: [action],
      from: 'bob',
      error: { kind: 'ActorNoPermission', value: { ...toAlice, actorId: 'bob' } },
    }),
  ),
  {
    actions: [deleteAccount],
    alice: { locked: 1n },
    error: { kind: 'DeleteAccountStaking', value: toAlice },
  },
  {
    actions: [deleteAccount],
    alice: { storageUsage: 10_001 },
    error: { kind: 'DeleteAccountWithLargeState', value: toAlice },
  },
  {
    actions: [deleteAccount],
    rows: (state) => writeGasKey(state, NEAR + 1n),
    error: {
      kind: 'GasKeyBalanceTooHigh',
      value: { ...toAlice, publicKey: null, balance: NEAR + 1n },
    },
  },
  {
    actions: [{ kind: 'DeleteKey', value: { publicKey: gasKey } }],
    rows: (state) => writeGasKey(state, NEAR + 1n),
    error: {
      kind: 'GasKeyBalanceTooHigh',
      value: { ...toAlice, publicKey: gasKey, balance: NEAR + 1n },
    },
  },
  {
    actions: [{ kind: 'DeleteKey', value: { publicKey: strange } }],
    error: { kind: 'DeleteKeyDoesNotExist', value: { ...toAlice, publicKey: strange } },
  },
  {
    actions: [addKey(publicKeyOf('alice'), { kind: 'FullAccess' })],
    error: { kind: 'AddKeyAlreadyExists', value: { ...toAlice, publicKey: publicKeyOf('alice') } },
  },
  {
    actions: [transfer(1n)],
    alice: { amount: 0n, storageUsage: 771 },
    index: null,
    error: {
      kind: 'LackBalanceForState',
      value: { ...toAlice, amount: 771n * 10n ** 19n - 1n },
    },
  },
  {
    actions: [deployGlobal(3)],
    alice: { amount: 10n ** 20n },
    error: { kind: 'LackBalanceForState', value: { ...toAlice, amount: 3n * 10n ** 20n } },
  },
  { actions: [stake(0n)], error: { kind: 'TriesToUnstake', value: toAlice } },
  {
    actions: [stake(2n * NEAR)],
    alice: { amount: NEAR, locked: NEAR - 1n },
    error: {
      kind: 'TriesToStake',
      value: { ...toAlice, stake: 2n * NEAR, locked: NEAR - 1n, balance: NEAR },
    },
  },
  {
    actions: [stake(NEAR - 1n)],
    error: {
      kind: 'InsufficientStake',
      value: { ...toAlice, stake: NEAR - 1n, minimumStake: NEAR },
    },
  },
  {
    actions: [useGlobal],
    error: {
      kind: 'GlobalContractDoesNotExist',
      value: { identifier: { kind: 'CodeHash', value: hash } },
    },
  },
  {
    actions: [{ kind: 'TransferToGasKey', value: { publicKey: strange, deposit: 1n } }],
    error: { kind: 'GasKeyDoesNotExist', value: { ...toAlice, publicKey: strange } },
  },
  {
    actions: [
      { kind: 'TransferToGasKey', value: { publicKey: publicKeyOf('alice'), deposit: 1n } },
    ],
    error: { kind: 'GasKeyDoesNotExist', value: { ...toAlice, publicKey: publicKeyOf('alice') } },
  },
  {
    actions: [{ kind: 'WithdrawFromGasKey', value: { publicKey: strange, amount: 1n } }],
    error: { kind: 'GasKeyDoesNotExist', value: { ...toAlice, publicKey: strange } },
  },
  {
    actions: [{ kind: 'WithdrawFromGasKey', value: { publicKey: gasKey, amount: 6n } }],
    rows: (state) => writeGasKey(state, 5n),
    error: {
      kind: 'InsufficientGasKeyBalance',
      value: { ...toAlice, publicKey: gasKey, balance: 5n, required: 6n },
    },
  },
  {
    // The first action reads little; deleting the account reads all its records.
    actions: [transfer(1n), deleteAccount],
    index: 1,
    rows: (state) => {
      for (let i = 0; i < 5; i++) {
        const value = new Uint8Array(900_000).fill(i);
        writeContractData(state, 'alice', Uint8Array.of(i), value);
      }
    },
    error: { kind: 'ReceiptStorageProofSizeExceeded', value: { limit: 4_000_000 } },
  },
];

function failureOf({ status }: ExecutionOutcome) {
  assert.equal(status.kind, 'Failure');
  const failure = status.kind === 'Failure' ? status.value : null;
  assert.equal(failure?.kind, 'ActionError');
  return failure?.kind === 'ActionError' ? failure.value : null;
}

for (const {
  actions,
  alice = {},
  envelope,
  error,
  from = 'alice',
  to = 'alice',
  ...more
} of CASES) {
  const { index = 0, rows = () => {} } = more;
  test(`${Codec.json(error)} of ${from} to ${to}`, () => {
    const chain = new TestChain({ accounts: { alice, bob: {} }, rows: { alice: rows } });
    const before = chain.account('alice');
    const receipt = createActionReceipt(from, to, actions, envelope);
    const outcome = chain.deliver(receipt);
    assert.deepEqual(failureOf(outcome), { index, kind: error });
    assert.deepEqual(outcome.logs, []);
    if (from === 'bob') assert.deepEqual(chain.account('alice'), before, 'nothing was changed');
  });
}

test('actions before the failing one are undone, those after it are not run', () => {
  const chain = new TestChain({ accounts: { alice: {}, bob: {} } });
  const key = addKey(strange, { kind: 'FullAccess' });
  const outcome = chain.run('alice', 'alice', [key, stake(0n), transfer(1n)]);
  assert.equal(failureOf(outcome)?.index, 1);
  assert.equal(chain.accessKey('alice', strange), null);
  const receiptFee = 108_059_500_000n;
  assert.equal(outcome.gasBurnt, receiptFee + 101_765_125_000n + 102_217_625_000n);
  const { metadata } = outcome;
  assert.equal(metadata.kind === 'V4' ? metadata.value.contracts.length : 0, 3);
});

test('a failed receipt returns its deposits to the predecessor and gas to the signer', () => {
  const chain = new TestChain({ accounts: { alice: {}, bob: {}, carol: {} } });
  const actions = [transfer(2n), stake(0n)];
  const receipt = createActionReceipt('bob', 'alice', actions, {
    signerId: 'carol',
    signerPublicKey: publicKeyOf('carol'),
  });
  const before = ['bob', 'carol'].map((id) => chain.account(id)?.amount ?? 0n);
  const outcome = chain.deliver(receipt);
  assert.equal(outcome.receiptIds.length, 2);
  const after = ['bob', 'carol'].map((id) => chain.account(id)?.amount ?? 0n);
  assert.equal((after[0] ?? 0n) - (before[0] ?? 0n), 2n);
  assert.ok((after[1] ?? 0n) > (before[1] ?? 0n));
});

test('a refund that reaches nobody burns its tokens', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  const refund = createActionReceipt('system', 'nobody', [transfer(77n)], { gasPrice: 0n });
  const result = chain.apply({ receipts: [refund] }).get(0);
  assert.equal(result?.balanceBurnt, 77n);
  assert.equal(chain.outcome(refund.receiptId).tokensBurnt, 0n);
});
