// Fees of every action for sending and executing, in gas, from the protocol's table, and what
// delegate actions add to them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, type PublicKey, secretToPublic } from '../../../src/base/crypto/keys.ts';
import * as fees from '../../../src/runtime/fees/fees.ts';
import type { AccessKeyPermission } from '../../../src/types/accessKey.ts';
import type { Action, NonDelegateAction } from '../../../src/types/action.ts';
import type { Receipt } from '../../../src/types/receipt.ts';
import { PROTOCOL } from '../../support/protocol.ts';

const config = PROTOCOL;
const ed25519 = secretToPublic(keyFromSeed('ed25519', 'alice'));
const secp256k1 = secretToPublic(keyFromSeed('secp256k1', 'alice'));
const mlDsa: PublicKey = { type: 'ml-dsa-65', data: new Uint8Array(1952) };

const BOB = 'bob.near';
const TRANSFER = 115_123_062_500n;
const CREATE_SEND = 500_000_000_000n;
const CREATE_EXEC = 7_200_000_000_000n;
const FULL_KEY = 101_765_125_000n;
const CALL_KEY = 102_217_625_000n;
const RECEIPT = 108_059_500_000n;

const transfer: NonDelegateAction = { kind: 'Transfer', value: { deposit: 1n } };
const addKey = (permission: AccessKeyPermission, publicKey = ed25519): Action => {
  return { kind: 'AddKey', value: { publicKey, accessKey: { nonce: 0n, permission } } };
};
const calls = { allowance: null, receiverId: BOB, methodNames: ['ab', 'ä'] };
const gasKey = { balance: 0n, numNonces: 2 };

type Expected = readonly [
  title: string,
  action: Action,
  receiverId: string,
  sendSir: bigint,
  sendNotSir: bigint,
  exec: bigint,
];

const table: readonly Expected[] = [
  [
    'CreateAccount',
    { kind: 'CreateAccount', value: {} },
    'a.bob.near',
    CREATE_SEND,
    CREATE_SEND,
    CREATE_EXEC,
  ],
  [
    'DeployContract of 10 bytes',
    { kind: 'DeployContract', value: { code: new Uint8Array(10) } },
    BOB,
    184_765_750_000n + 68_129_990n,
    184_765_750_000n + 476_837_150n,
    184_765_750_000n + 645_729_440n,
  ],
  [
    'FunctionCall with 3 bytes of name and 2 of arguments',
    {
      kind: 'FunctionCall',
      value: { methodName: 'aä', args: new Uint8Array(2), gas: 9n, deposit: 0n },
    },
    BOB,
    200_000_000_000n + 5n * 2_235_934n,
    200_000_000_000n + 5n * 47_683_715n,
    780_000_000_000n + 5n * 2_235_934n,
  ],
  ['Transfer to a named account', transfer, BOB, TRANSFER, TRANSFER, TRANSFER],
  [
    'Transfer to a NEAR-implicit account',
    transfer,
    'ab'.repeat(32),
    TRANSFER + CREATE_SEND + FULL_KEY,
    TRANSFER + CREATE_SEND + FULL_KEY,
    TRANSFER + CREATE_EXEC + FULL_KEY,
  ],
  [
    'Transfer to an ETH-implicit account',
    transfer,
    `0x${'ab'.repeat(20)}`,
    TRANSFER + CREATE_SEND,
    TRANSFER + CREATE_SEND,
    TRANSFER + CREATE_EXEC,
  ],
  [
    'Transfer to a deterministic account',
    transfer,
    `0s${'ab'.repeat(20)}`,
    TRANSFER + CREATE_SEND,
    TRANSFER + CREATE_SEND,
    TRANSFER + CREATE_EXEC,
  ],
  [
    'Stake',
    { kind: 'Stake', value: { stake: 1n, publicKey: ed25519 } },
    BOB,
    141_715_687_500n,
    141_715_687_500n,
    102_217_625_000n,
  ],
  ['AddKey, full access', addKey({ kind: 'FullAccess' }), BOB, FULL_KEY, FULL_KEY, FULL_KEY],
  [
    'AddKey, function call',
    addKey({ kind: 'FunctionCall', value: calls }),
    BOB,
    CALL_KEY + 6n * 1_925_331n,
    CALL_KEY + 6n * 47_683_715n,
    CALL_KEY + 6n * 1_925_331n,
  ],
  [
    'AddKey, gas key with full access',
    addKey({ kind: 'GasKeyFullAccess', value: gasKey }),
    BOB,
    FULL_KEY + 18n * 59_357_464n,
    FULL_KEY + 18n * 59_357_464n,
    FULL_KEY + 2n * 64_196_736_000n + 2n * (2n + 8n + 33n + 2n + 8n) * 101_435_400n,
  ],
  [
    'AddKey, gas key for calls, of a longer kind',
    addKey({ kind: 'GasKeyFunctionCall', value: [gasKey, calls] }, secp256k1),
    BOB,
    CALL_KEY + 6n * 1_925_331n + 18n * 59_357_464n,
    CALL_KEY + 6n * 47_683_715n + 18n * 59_357_464n,
    CALL_KEY +
      6n * 1_925_331n +
      2n * 64_196_736_000n +
      2n * (2n + 8n + 65n + 2n + 8n) * 101_435_400n,
  ],
  [
    'DeleteKey',
    { kind: 'DeleteKey', value: { publicKey: ed25519 } },
    BOB,
    94_946_625_000n,
    94_946_625_000n,
    94_946_625_000n,
  ],
  [
    'DeleteAccount',
    { kind: 'DeleteAccount', value: { beneficiaryId: BOB } },
    BOB,
    147_489_000_000n,
    147_489_000_000n,
    147_489_000_000n,
  ],
  [
    'DeployGlobalContract of 10 bytes',
    {
      kind: 'DeployGlobalContract',
      value: { code: new Uint8Array(10), deployMode: 'CodeHash' },
    },
    BOB,
    184_765_750_000n + 68_129_990n,
    184_765_750_000n + 476_837_150n,
    184_765_750_000n + 700_000_000n,
  ],
  [
    'UseGlobalContract by hash',
    {
      kind: 'UseGlobalContract',
      value: { contractIdentifier: { kind: 'CodeHash', value: HASH_ZERO } },
    },
    BOB,
    184_765_750_000n + 32n * 6_812_999n,
    184_765_750_000n + 32n * 47_683_715n,
    184_765_750_000n + 32n * 64_572_944n,
  ],
  [
    'UseGlobalContract by account',
    {
      kind: 'UseGlobalContract',
      value: { contractIdentifier: { kind: 'AccountId', value: BOB } },
    },
    BOB,
    184_765_750_000n + 8n * 6_812_999n,
    184_765_750_000n + 8n * 47_683_715n,
    184_765_750_000n + 8n * 64_572_944n,
  ],
  [
    'DeterministicStateInit with 2 entries of 7 bytes',
    {
      kind: 'DeterministicStateInit',
      value: {
        deposit: 1n,
        stateInit: {
          kind: 'V1',
          value: {
            code: { kind: 'CodeHash', value: HASH_ZERO },
            data: [
              [new Uint8Array(1), new Uint8Array(2)],
              [new Uint8Array(3), new Uint8Array(1)],
            ],
          },
        },
      },
    },
    BOB,
    500_000_000_000n + 7n * 72_000_000n,
    500_000_000_000n + 7n * 72_000_000n,
    7_430_000_000_000n + 2n * 200_000_000_000n + 7n * 70_000_000n,
  ],
  [
    'TransferToGasKey',
    { kind: 'TransferToGasKey', value: { publicKey: secp256k1, deposit: 1n } },
    BOB,
    115_123_062_500n + 65n * 59_357_464n,
    115_123_062_500n + 65n * 59_357_464n,
    235_676_644_250n + (2n + 8n + 65n + 27n) * 101_435_400n,
  ],
  [
    'WithdrawFromGasKey of a key that is stored by its hash',
    { kind: 'WithdrawFromGasKey', value: { publicKey: mlDsa, amount: 1n } },
    BOB,
    115_123_062_500n + 33n * 59_357_464n,
    115_123_062_500n + 33n * 59_357_464n,
    235_676_644_250n + (2n + 8n + 33n + 27n) * 101_435_400n,
  ],
];

for (const [title, action, receiverId, sendSir, sendNotSir, exec] of table) {
  test(`${title} costs`, () => {
    const send = (isSir: boolean) => fees.sendFees(config, [action], receiverId, isSir);
    assert.deepEqual(send(true), { gas: sendSir, compute: sendSir });
    assert.deepEqual(send(false), { gas: sendNotSir, compute: sendNotSir });
    assert.equal(fees.execFee(config, action, receiverId).gas, exec);
    assert.equal(fees.prepaidExecFees(config, [action, action], receiverId).gas, 2n * exec);
    assert.deepEqual(fees.prepaidSendFees(config, [action]), fees.NO_COST);
  });
}

test('deploying code takes more compute than gas', () => {
  const deploy: Action = { kind: 'DeployContract', value: { code: new Uint8Array(10) } };
  const { compute } = fees.execFee(config, deploy, BOB);
  assert.equal(compute, 20_000_000_000_000n + 10n * 250_000_000n);
  assert.equal(fees.execFee(config, transfer, BOB).compute, TRANSFER);
});

const call: NonDelegateAction = {
  kind: 'FunctionCall',
  value: { methodName: 'm', args: new Uint8Array(0), gas: 30n, deposit: 4n },
};
const signature = { type: 'ed25519', data: new Uint8Array(64) } as const;
const inner = {
  senderId: 'carol.near',
  receiverId: BOB,
  actions: [call, transfer],
  maxBlockHeight: 1n,
  publicKey: ed25519,
};
const delegate: Action = {
  kind: 'Delegate',
  value: { delegateAction: { ...inner, nonce: 1n }, signature },
};
const delegateV2: Action = {
  kind: 'DelegateV2',
  value: {
    delegateAction: {
      kind: 'V2',
      value: { ...inner, nonce: { kind: 'Nonce', value: { nonce: 1n } } },
    },
    signature,
  },
};

for (const action of [delegate, delegateV2]) {
  test(`${action.kind} costs what it carries, sent twice`, () => {
    const innerSend = (isSir: boolean) => {
      const byte = isSir ? 2_235_934n : 47_683_715n;
      return 200_000_000_000n + byte + TRANSFER;
    };
    const innerExec = 780_000_000_000n + 2_235_934n + TRANSFER;
    const outer = fees.sendFees(config, [action], 'carol.near', true);
    assert.equal(outer.gas, 200_000_000_000n + innerSend(true));
    assert.equal(fees.execFee(config, action, 'carol.near').gas, 200_000_000_000n);
    // The receiver inside decides about the second sending.
    assert.equal(fees.prepaidSendFees(config, [action]).gas, innerSend(false));
    const prepaid = fees.prepaidExecFees(config, [action], 'carol.near').gas;
    assert.equal(prepaid, 200_000_000_000n + innerExec + RECEIPT);
    assert.equal(fees.totalPrepaidGas([action, call]), 60n);
    assert.equal(fees.totalDeposit([action, transfer]), 6n);
  });
}

test('deposits are those of the four actions that carry tokens', () => {
  const publicKey = ed25519;
  const actions: readonly Action[] = [
    call,
    transfer,
    { kind: 'TransferToGasKey', value: { publicKey, deposit: 20n } },
    { kind: 'WithdrawFromGasKey', value: { publicKey, amount: 300n } },
    { kind: 'Stake', value: { publicKey, stake: 4000n } },
  ];
  assert.equal(fees.totalDeposit(actions), 25n);
});

test('congestion counts all gas that a receipt with actions may burn', () => {
  const value = {
    signerId: 'carol.near',
    refundTo: null,
    signerPublicKey: ed25519,
    gasPrice: 1n,
    outputDataReceivers: [],
    inputDataIds: [],
    actions: [delegate, call],
  };
  const receipt: Receipt = {
    predecessorId: 'carol.near',
    receiverId: 'carol.near',
    receiptId: HASH_ZERO,
    body: { kind: 'ActionV2', value },
  };
  const expected =
    RECEIPT +
    fees.prepaidExecFees(config, value.actions, 'carol.near').gas +
    fees.prepaidSendFees(config, value.actions).gas +
    60n;
  assert.equal(fees.receiptCongestionGas(config, receipt), expected);
  const refund: Receipt = {
    ...receipt,
    body: { kind: 'Action', value: { ...value, actions: [transfer] } },
  };
  assert.equal(fees.receiptCongestionGas(config, refund), 223_182_562_500n);
  const yielded: Receipt = { ...receipt, body: { kind: 'PromiseYieldV2', value } };
  assert.equal(fees.receiptCongestionGas(config, yielded), 0n);
  const data: Receipt = {
    ...receipt,
    body: { kind: 'Data', value: { dataId: HASH_ZERO, data: null } },
  };
  assert.equal(fees.receiptCongestionGas(config, data), 0n);
});
