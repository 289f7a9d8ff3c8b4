// Validation of receipts: each error that can occur, and the limits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { validateReceipt } from '../../../src/runtime/receipts/validateReceipt.ts';
import { type ActionReceipt, type Receipt, receiptSize } from '../../../src/types/receipt.ts';
import type { ReceiptValidationError } from '../../../src/types/transactionErrors.ts';
import { PROTOCOL } from '../../support/protocol.ts';

const MIB4 = 4_194_304;

const envelope: ActionReceipt = {
  signerId: 'alice.near',
  refundTo: null,
  signerPublicKey: secretToPublic(keyFromSeed('ed25519', 'alice')),
  gasPrice: 1n,
  outputDataReceivers: [],
  inputDataIds: [],
  actions: [],
};

function receipt(parts: Partial<Receipt>): Receipt {
  return {
    predecessorId: 'alice.near',
    receiverId: 'bob.near',
    receiptId: HASH_ZERO,
    body: { kind: 'ActionV2', value: envelope },
    ...parts,
  };
}

function withEnvelope(parts: Partial<ActionReceipt>, kind: 'ActionV2' | 'PromiseYieldV2'): Receipt {
  return receipt({ body: { kind, value: { ...envelope, ...parts } } });
}

function withData(length: number, kind: 'Data' | 'PromiseResume'): Receipt {
  return receipt({ body: { kind, value: { dataId: HASH_ZERO, data: new Uint8Array(length) } } });
}

/** A receipt of exactly this many bytes. */
function ofSize(size: number): Receipt {
  const deploy = (length: number) => {
    const code = new Uint8Array(length);
    return withEnvelope({ actions: [{ kind: 'DeployContract', value: { code } }] }, 'ActionV2');
  };
  return deploy(size - receiptSize(deploy(0)));
}

const inputs = (count: number) => Array.from({ length: count }, () => HASH_ZERO);
const noGas = {
  kind: 'FunctionCall',
  value: { methodName: 'm', args: new Uint8Array(0), gas: 0n, deposit: 0n },
} as const;

const refused: readonly (readonly [string, Receipt, ReceiptValidationError])[] = [
  [
    'too large a receipt',
    ofSize(MIB4 + 1),
    { kind: 'ReceiptSizeExceeded', value: { size: MIB4 + 1, limit: MIB4 } },
  ],
  [
    'an invalid predecessor',
    receipt({ predecessorId: 'Alice', receiverId: 'Bob' }),
    { kind: 'InvalidPredecessorId', value: { accountId: 'Alice' } },
  ],
  [
    'an invalid receiver',
    receipt({ receiverId: 'Bob' }),
    { kind: 'InvalidReceiverId', value: { accountId: 'Bob' } },
  ],
  [
    'too many inputs',
    withEnvelope({ inputDataIds: inputs(129), refundTo: 'Bob' }, 'ActionV2'),
    {
      kind: 'NumberInputDataDependenciesExceeded',
      value: { numberOfInputDataDependencies: 129, limit: 128 },
    },
  ],
  [
    'an invalid receiver of refunds',
    withEnvelope({ refundTo: 'Bob', actions: [noGas] }, 'ActionV2'),
    { kind: 'InvalidRefundTo', value: { accountId: 'Bob' } },
  ],
  [
    'invalid actions of a yielded receipt',
    withEnvelope({ actions: [noGas] }, 'PromiseYieldV2'),
    { kind: 'ActionsValidation', value: { kind: 'FunctionCallZeroAttachedGas' } },
  ],
];

for (const [title, value, error] of refused) {
  test(`${title}: refused`, () => assert.deepEqual(validateReceipt(PROTOCOL, value, 'new'), error));
}

for (const kind of ['Data', 'PromiseResume'] as const) {
  test(`a ${kind} existing receipt is refused only for the length of its data`, () => {
    const error = { kind: 'ReturnedValueLengthExceeded', value: { length: MIB4 + 1, limit: MIB4 } };
    assert.deepEqual(validateReceipt(PROTOCOL, withData(MIB4 + 1, kind), 'existing'), error);
    assert.equal(validateReceipt(PROTOCOL, withData(MIB4, kind), 'existing'), null);
  });
}

test('receipts at their limits are accepted', () => {
  assert.equal(validateReceipt(PROTOCOL, ofSize(MIB4), 'new'), null);
  const full = withEnvelope({ inputDataIds: inputs(128), refundTo: 'carol.near' }, 'ActionV2');
  assert.equal(validateReceipt(PROTOCOL, full, 'new'), null);
});

test('an existing receipt may be larger', () => {
  const large = ofSize(MIB4 + 1);
  assert.equal(validateReceipt(PROTOCOL, large, 'existing'), null);
});

test('the distribution of a global contract has no special rules', () => {
  const value = {
    id: { kind: 'AccountId', value: 'Bob' },
    targetShard: 0,
    alreadyDeliveredShards: [],
    code: new Uint8Array(0),
    nonce: 1n,
  } as const;
  const distribution = receipt({
    receiverId: 'system',
    body: { kind: 'GlobalContractDistribution', value: { kind: 'V2', value } },
  });
  assert.equal(validateReceipt(PROTOCOL, distribution, 'new'), null);
});
