// Why transactions are refused, in plain words: each row is sent to a real chain, which gives the
// error.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { AccessKeyPermission } from '../../src/types/accessKey.ts';
import { plainNonce } from '../../src/types/signTransaction.ts';
import { type HashedTransaction, hashTransaction } from '../../src/types/transaction.ts';
import { ALICE, BOB, CAROL, createLocalChain, keyOf, NEAR, transfer } from '../chain/localChain.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';
import { call, ExplainedChain } from './explainedChain.ts';

const STRANGE = keyFromSeed('ed25519', 'strange');
const LIMITED = keyFromSeed('ed25519', 'limited');
const POOR = keyFromSeed('ed25519', 'poor');
/** Blocks after which a transaction has expired. */
const VALIDITY = 5;

let chain: ExplainedChain;
let old: HashedTransaction;

before(async () => {
  chain = new ExplainedChain(createLocalChain({ transactionValidityPeriod: VALIDITY }));
  old = chain.sign({ actions: [transfer(1n)] });
  await chain.run([transfer(1n)]);
  await chain.run(
    [
      addKey(LIMITED, { allowance: null, receiverId: BOB, methodNames: ['allowed'] }),
      addKey(POOR, { allowance: 1n, receiverId: BOB, methodNames: [] }),
    ],
    ALICE,
  );
  const code = readBuilt('ledger.wasm');
  const patches = [{ kind: 'SetCode', value: { accountId: CAROL, code } }] as const;
  await chain.local.controls.run({ kind: 'patchState', patches });
  await chain.local.controls.run({ kind: 'mine', blocks: VALIDITY });
});

function addKey(
  secret: typeof STRANGE,
  value: Extract<AccessKeyPermission, { kind: 'FunctionCall' }>['value'],
) {
  const accessKey = { nonce: 0n, permission: { kind: 'FunctionCall', value } } as const;
  return { kind: 'AddKey', value: { publicKey: secretToPublic(secret), accessKey } } as const;
}

const next = plainNonce(1_000_000n + 100n);
const pay = [transfer(1n)];
/** Nonces of a key begin with the height at which it was added. */
const limited = () => {
  const { height } = chain.local.chain.head.block.header.lite;
  return { secret: LIMITED, nonce: plainNonce(BigInt(height) * 1_000_000n) };
};

type Row = readonly [kind: string, send: () => HashedTransaction, cause: RegExp, remedy: RegExp];

const ROWS: readonly Row[] = [
  [
    'SignerDoesNotExist',
    () => chain.sign({ signerId: 'me.testnet', secret: STRANGE, actions: pay }),
    /^the signer me\.testnet does not exist on this chain$/,
    /name of testnet: .*--fork/,
  ],
  [
    'SignerDoesNotExist',
    () => chain.sign({ signerId: 'nobody', secret: STRANGE, actions: pay }),
    /nobody does not exist/,
    /create the account/,
  ],
  [
    'AccessKeyNotFound',
    () => chain.sign({ secret: STRANGE, actions: pay }),
    /^alice\.test\.near does not have the key ed25519:/,
    /no account of this chain was ever given this key: is it a key for another network\?/,
  ],
  [
    'AccessKeyNotFound',
    () => chain.sign({ secret: keyOf(CAROL), actions: pay }),
    /does not have the key/,
    /^this key was given to carol\.test\.near:/,
  ],
  [
    'InvalidNonce',
    () => chain.sign({ nonce: plainNonce(1n), actions: pay }),
    /^the nonce 1 is too small: the key has already used \d+$/,
    /: \d+ or more$/,
  ],
  [
    'NonceTooLarge',
    () => chain.sign({ nonce: plainNonce(2n ** 60n), actions: pay }),
    /is too large: it must be below \d+$/,
    /plus one$/,
  ],
  [
    'NotEnoughBalance',
    () => chain.sign({ nonce: next, actions: [transfer(NEAR * 10n ** 6n)] }),
    /^alice\.test\.near has 9\d{3}\.\d+ NEAR and needs 10{6}\.\d+ NEAR: 99\d{4}\.\d+ NEAR is/,
    /transfer the missing amount/,
  ],
  ['Expired', () => old, /refers to is too old$/, /recent block/],
  [
    'Expired',
    () => chain.sign({ nonce: next, blockHash: sha256(new Uint8Array(1)), actions: pay }),
    /does not have the block .* signed for another network/,
    /recent block of this chain/,
  ],
  [
    'InvalidSignature',
    () => {
      const { transaction, signature } = chain.sign({ nonce: next, actions: pay });
      return hashTransaction({ transaction: { ...transaction, receiverId: CAROL }, signature });
    },
    /signature does not belong/,
    /secret key of its public_key/,
  ],
  [
    'ReceiverMismatch',
    () => chain.sign({ ...limited(), receiverId: CAROL, actions: [call('allowed')] }),
    /may only call bob\.test\.near, not carol\.test\.near/,
    /full access key/,
  ],
  [
    'MethodNameMismatch',
    () => chain.sign({ ...limited(), actions: [call('other')] }),
    /may not call the method other/,
    /full access key/,
  ],
  [
    'RequiresFullAccess',
    () => chain.sign({ ...limited(), actions: pay }),
    /only call methods/,
    /one function call/,
  ],
  [
    'DepositWithFunctionCall',
    () => chain.sign({ ...limited(), actions: [call('allowed', { deposit: 1n })] }),
    /cannot attach a deposit, not even 1 yoctoNEAR/,
    /wallets ask/,
  ],
  [
    'NotEnoughAllowance',
    () => chain.sign({ ...limited(), secret: POOR, actions: [call('any')] }),
    /allowance of the key is used up: 1 yoctoNEAR is left/,
    /attach less gas/,
  ],
  [
    'TotalPrepaidGasExceeded',
    () => chain.sign({ nonce: next, actions: [call('a', { tgas: 1_001n })] }),
    /^1001\.00 Tgas are attached; the limit is 1000\.00 Tgas$/,
    /at most 1000\.00 Tgas/,
  ],
  [
    'FunctionCallZeroAttachedGas',
    () => chain.sign({ nonce: next, actions: [call('a', { tgas: 0n })] }),
    /no gas attached/,
    /30 Tgas/,
  ],
  [
    'FunctionCallMethodNameLengthExceeded',
    () => chain.sign({ nonce: next, actions: [call('a'.repeat(257))] }),
    /^the method name has 257 bytes; the limit is 256$/,
    /shorter/,
  ],
  [
    'ContractSizeExceeded',
    () => {
      const code = new Uint8Array(4_194_305);
      return chain.sign({ nonce: next, actions: [{ kind: 'DeployContract', value: { code } }] });
    },
    /^the contract has 4194305 bytes; the limit is 4194304$/,
    /wasm-opt/,
  ],
  [
    'DeleteActionMustBeFinal',
    () => {
      const last = { kind: 'DeleteAccount', value: { beneficiaryId: BOB } } as const;
      return chain.sign({ nonce: next, actions: [last, transfer(1n)] });
    },
    /followed by other actions/,
    /last action/,
  ],
  [
    'TotalNumberOfActionsExceeded',
    () => chain.sign({ nonce: next, actions: Array.from({ length: 101 }, () => transfer(1n)) }),
    /^there are 101 actions; the limit is 100$/,
    /fewer/,
  ],
  [
    'TransactionSizeExceeded',
    () => {
      const code = new Uint8Array(1_600_000);
      return chain.sign({ nonce: next, actions: [{ kind: 'DeployContract', value: { code } }] });
    },
    /^the transaction has \d+ bytes; the limit is \d+$/,
    /smaller contract/,
  ],
  [
    'InvalidNonceIndex',
    () => {
      const nonce = { kind: 'GasKeyNonce', value: { nonce: 1_000_100n, nonceIndex: 3 } } as const;
      return chain.sign({ version: 1, nonce, actions: pay });
    },
    /only a gas key has nonces with an index/,
    /without nonce_index/,
  ],
  [
    'LackBalanceForState',
    () => {
      const amount = NEAR * 10_000n - NEAR / 2n;
      return chain.sign({ signerId: CAROL, receiverId: BOB, actions: [transfer(amount)] });
    },
    /^carol\.test\.near would not have enough left for its storage: 0\.\d+ NEAR is missing$/,
    /send less/,
  ],
];

for (const [index, [kind, send, cause, remedy]] of ROWS.entries()) {
  test(`${index}: ${kind}`, () => {
    const refused = chain.refuse(send());
    assert.equal(refused.kind, kind);
    assert.match(refused.explanation.cause, cause);
    assert.match(refused.explanation.remedy ?? '', remedy);
  });
}
