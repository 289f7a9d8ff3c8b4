// What a transaction may be and how long, at the versions before and after each rule about it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { type Protocol, protocolAt } from '../../../src/params/protocol.ts';
import { BY_SIGNATURE } from '../../../src/runtime/transactions/authorisation.ts';
import { transactionCost } from '../../../src/runtime/transactions/transactionCost.ts';
import { verifyTransaction } from '../../../src/runtime/transactions/verifyTransaction.ts';
import type { Action } from '../../../src/types/action.ts';
import { plainNonce } from '../../../src/types/signTransaction.ts';
import { type HashedTransaction, hashTransaction } from '../../../src/types/transaction.ts';
import { ALICE, BOB, createTransaction } from '../../support/transactions.ts';

const mlDsaKey = keyFromSeed('ml-dsa-65', ALICE);
const longKey = secretToPublic(mlDsaKey);
const at84 = protocolAt(84, 'release');
const at85 = protocolAt(85, 'release');

function verdictOf(protocol: Protocol, signed: HashedTransaction): string {
  const verdict = verifyTransaction({
    protocol,
    signed,
    authorisation: BY_SIGNATURE,
    signer: {
      account: {
        amount: 10n ** 24n,
        locked: 0n,
        storageUsage: 182,
        contract: { kind: 'None' },
        version: 'V1',
      },
      accessKey: { nonce: 10n, permission: { kind: 'FullAccess' } },
      gasKeyNonce: null,
    },
    gasPrice: 1n,
    nonceHeight: null,
    unknownSigner: 'InvalidSignerId',
  });
  if (verdict.kind === 'accepted') return 'accepted';
  const { error } = verdict;
  return error.kind === 'ActionsValidation' ? error.value.kind : error.kind;
}

const nonce = plainNonce(11n);
const badCall: Action = {
  kind: 'FunctionCall',
  value: { methodName: 'm', args: new Uint8Array(0), gas: 0n, deposit: 0n },
};

/** Not what the key of the transaction signs with. */
const mixedSignature = hashTransaction({
  ...createTransaction({ nonce }),
  signature: { type: 'ml-dsa-65', data: new Uint8Array(3_309) },
});

for (const [title, signed, ...verdicts] of [
  ['version 1', createTransaction({ version: 1, nonce }), 'InvalidTransactionVersion', 'accepted'],
  [
    'a strict nonce',
    createTransaction({ nonce, nonceMode: 'Strict' }),
    'InvalidTransactionVersion',
    'accepted',
  ],
  [
    'a strict nonce that is not the next one',
    createTransaction({ nonce: plainNonce(12n), nonceMode: 'Strict' }),
    'InvalidTransactionVersion',
    'InvalidNonce',
  ],
  [
    'an ML-DSA-65 signer',
    createTransaction({ nonce }, mlDsaKey),
    'InvalidTransactionVersion',
    'accepted',
  ],
  [
    'an ML-DSA-65 signature of another key',
    mixedSignature,
    'InvalidTransactionVersion',
    'InvalidSignature',
  ],
  [
    'an action that is not valid in version 1: actions come first',
    createTransaction({ version: 1, nonce, actions: [badCall] }),
    'FunctionCallZeroAttachedGas',
    'FunctionCallZeroAttachedGas',
  ],
] as const) {
  test(`${title} at 84 and 85`, () => {
    assert.deepEqual([verdictOf(at84, signed), verdictOf(at85, signed)], verdicts);
  });
}

test('version 84 measures a transaction without its signature', () => {
  const limit = at84.limits.maxTransactionSize;
  const deploy = (size: number) =>
    createTransaction({
      nonce,
      actions: [{ kind: 'DeployContract', value: { code: new Uint8Array(size) } }],
    });
  const rest = deploy(0).bytes.length;
  const unsigned = rest - 65;
  const verdicts = (size: number) => [at84, at85].map((one) => verdictOf(one, deploy(size)));
  assert.deepEqual(verdicts(limit - rest), ['accepted', 'accepted']);
  assert.deepEqual(verdicts(limit - rest + 1), ['accepted', 'TransactionSizeExceeded']);
  assert.deepEqual(verdicts(limit - unsigned), ['accepted', 'TransactionSizeExceeded']);
  assert.deepEqual(verdicts(limit - unsigned + 1), [
    'TransactionSizeExceeded',
    'TransactionSizeExceeded',
  ]);
});

test('a fix charges ML-DSA-65 keys as they are sent, and delegated signatures elsewhere', () => {
  const before = protocolAt(152, 'cd297313f2');
  const after = protocolAt(153, 'cd297313f2');
  const costs = (actions: readonly Action[]) =>
    [before, after].map((protocol) => {
      const priced = { signerId: ALICE, publicKey: longKey, receiverId: BOB, actions };
      const burnt = transactionCost(protocol, priced, 1n)?.burnt;
      assert(burnt !== undefined);
      return burnt;
    });
  const [base] = costs([]);
  assert.deepEqual(costs([])[1], base, 'the signature of the transaction itself');
  const fund: Action = { kind: 'TransferToGasKey', value: { publicKey: longKey, deposit: 0n } };
  const [stored, sent] = costs([fund]);
  const perByte = before.actionFees.gas_key_byte.sendNotSir;
  assert.equal((sent?.gas ?? 0n) - (stored?.gas ?? 0n), (1_953n - 33n) * perByte);
  const delegate: Action = {
    kind: 'Delegate',
    value: {
      delegateAction: {
        senderId: BOB,
        receiverId: BOB,
        actions: [],
        nonce: 1n,
        maxBlockHeight: 1n,
        publicKey: longKey,
      },
      signature: { type: 'ml-dsa-65', data: new Uint8Array(3_309) },
    },
  };
  const [here, elsewhere] = costs([delegate]);
  assert.equal(here?.gas, elsewhere?.gas, 'the sender pays in any case');
  const { compute } = before.signatureVerification['ml-dsa-65'];
  assert.equal((here?.compute ?? 0n) - (elsewhere?.compute ?? 0n), compute);
});
