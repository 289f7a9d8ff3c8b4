// Why receipts fail, in plain words: each row is executed on a real chain, and the words are those
// of its trace. `gateway` and `ledger` are built with near-sdk; bob's contract runs host functions
// by name.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { keyFromSeed, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import { type Action, delegateActionHash } from '../../src/types/action.ts';
import { ALICE, BOB, CAROL, keyOf, NEAR, ROOT, transfer } from '../chain/localChain.ts';
import { type HostCall, hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';
import { call, ExplainedChain } from './explainedChain.ts';

let chain: ExplainedChain;
const GATEWAY = 'gateway.test.near';
const EMPTY = 'empty.test.near';
/** A gateway that was never initialised, and one with another state than it expects. */
const FRESH = 'fresh.test.near';
const STALE = 'stale.test.near';

before(async () => {
  chain = new ExplainedChain();
  const setCode = (accountId: string, code: Uint8Array) =>
    ({ kind: 'SetCode', value: { accountId, code } }) as const;
  const create: Action[] = [{ kind: 'CreateAccount', value: {} }, transfer(10n * NEAR)];
  for (const name of [GATEWAY, EMPTY, FRESH, STALE]) await chain.run(create, name, ROOT);
  await chain.local.controls.run({
    kind: 'patchState',
    patches: [
      setCode(BOB, recordedContract('hostcall')),
      setCode(CAROL, readBuilt('ledger.wasm')),
      ...[GATEWAY, FRESH, STALE].map((name) => setCode(name, readBuilt('gateway.wasm'))),
      {
        kind: 'Data',
        value: { accountId: STALE, dataKey: utf8ToBytes('STATE'), value: new Uint8Array(2) },
      },
    ],
  });
  await chain.run([call('new', { args: `{"ledger":"${CAROL}"}` })], GATEWAY);
});

const host = (...calls: HostCall[]): Action => ({
  kind: 'FunctionCall',
  value: { methodName: 'run', args: hostCalls(...calls), gas: 30n * 10n ** 12n, deposit: 0n },
});
const panic = (message: string) => host(['panic_utf8', message]);

type Row = readonly [
  name: string,
  sent: Parameters<ExplainedChain['run']>,
  cause: RegExp,
  remedy: RegExp,
];

const CALLS: readonly Row[] = [
  [
    'a method that does not exist',
    [[call('confrm')], GATEWAY],
    /^the contract of gateway\.test\.near has no method confrm$/,
    /^did you mean confirm\?$/,
  ],
  [
    'a method that is like none',
    [[call('xyz')], GATEWAY],
    /no method xyz/,
    /^its methods are .*confirm.*pay_via/,
  ],
  ['no contract', [[call('a')], EMPTY], /^empty\.test\.near has no contract$/, /deploy/],
  ['no account', [[call('a')], 'no.test.near'], /no\.test\.near does not exist/, /create it/],
  [
    'one yoctoNEAR',
    [[call('confirm')], GATEWAY],
    /exactly 1 yoctoNEAR, as a proof of full access: 0 NEAR was attached/,
    /^attach exactly 1 yoctoNEAR/,
  ],
  [
    'a deposit that is not accepted',
    [[call('pay', { deposit: 7n })], CAROL],
    /pay does not take a deposit: 7 yoctoNEAR was attached/,
    /#\[payable\]/,
  ],
  [
    'an account that is not registered',
    [[call('transfer', { args: '{"receiver_id":"dave.near"}' })], GATEWAY],
    /dave\.near has no storage/,
    /storage_deposit with \{"account_id":"dave\.near"\}/,
  ],
  [
    'an argument that is missing',
    [[call('transfer', { args: '{"receiver":"dave.near"}' })], GATEWAY],
    /the argument receiver_id is missing/,
    /pass receiver_id/,
  ],
  [
    'an argument of another type',
    [[call('pay_via', { args: '{"amount":"5","callback_ggas":1}' })], GATEWAY],
    /: amount: invalid type: string "5", expected u64/,
    /^correct amount/,
  ],
  [
    'no arguments',
    [[call('transfer', { args: '' })], GATEWAY],
    /transfer (was called without arguments|are not what the contract expects)/,
    /pass a JSON object/,
  ],
  ['a private method', [[call('on_paid')], GATEWAY], /only be called by the contract/, /public/],
  [
    'no state',
    [[call('confirm', { deposit: 1n })], FRESH],
    /no state yet/,
    /init method first: new/,
  ],
  [
    'a state that exists',
    [[call('new', { args: '{"ledger":"a.near"}' })], GATEWAY],
    /has its state already/,
    /leave the init call out/,
  ],
  [
    'a state of another form',
    [[call('confirm', { deposit: 1n })], STALE],
    /redeployed with other fields/,
    /migrate the state/,
  ],
  ['an overflow', [[call('pay', { args: '{"amount":5}' })], CAROL], /too large, or negative/, /^$/],
  ['a trap', [[call('trap')], CAROL], /aborted without a message/, /see the stack/],
  ['gas', [[call('spin', { tgas: 5n })], CAROL], /used all of the 5\.00 Tgas/, /attach more gas/],
  ['recursion', [[call('recurse')], CAROL], /recursion was too deep/, /stack/],
  [
    'more gas for a promise than is left',
    [[call('pay_via', { args: '{"amount":5,"callback_ggas":1000000}' })], GATEWAY],
    /wanted to give other calls more gas than it had left: .* of its 100\.00 Tgas were burnt/,
    /promises less/,
  ],
  [
    'a minimum of storage',
    [[panic('The attached deposit is less than the minimum storage balance')]],
    /does not pay for the storage/,
    /storage_balance_bounds/,
  ],
  [
    'storage of a token',
    [[panic('Must attach 5640000000000000000000 yoctoNEAR to cover storage')]],
    /does not pay for the storage/,
    /at least 0\.00564 NEAR/,
  ],
  ['gas of a token', [[panic('More gas is required')]], /wants more gas/, /100 Tgas/],
  [
    'arguments, by the text of earlier versions',
    [
      [
        panic(
          'panicked at src/lib.rs:1:1: Failed to deserialize input from JSON.: ' +
            'Error("unknown field `x`, expected `y`", line: 1, column: 4)',
        ),
      ],
    ],
    /there is no argument x; expected is `y`/,
    /correct its name/,
  ],
];

for (const [name, sent, cause, remedy] of CALLS) {
  test(`a call fails: ${name}`, async () => {
    const [failure] = await chain.fail(...sent);
    assert.match(failure?.explanation ?? '', cause);
    assert.match(failure?.remedy ?? '', remedy);
  });
}

test('a callback without enough gas: how much of the transaction it got', async () => {
  const args = '{"amount":5,"callback_ggas":200}';
  const failures = await chain.fail([call('pay_via', { args })], GATEWAY);
  const [, callback] = failures;
  assert.equal(
    callback?.explanation,
    'not enough gas left for the callback on_paid: 0.20 Tgas of 100.00 Tgas',
  );
});

test('a message of a contract that nobody knows is left alone', async () => {
  const [failure] = await chain.fail([panic('no such game')]);
  assert.deepEqual([failure?.explanation, failure?.remedy], [null, null]);
});

const NEW_KEY = secretToPublic(keyFromSeed('ed25519', 'new'));
const FULL = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;

function delegate(change: object, secret = keyOf(CAROL)): Action {
  const delegateAction = {
    senderId: CAROL,
    receiverId: BOB,
    actions: [{ kind: 'Transfer', value: { deposit: 1n } }] as const,
    nonce: 1_000_000n,
    maxBlockHeight: 1_000_000n,
    publicKey: secretToPublic(secret),
    ...change,
  };
  const signature = sign(secret, delegateActionHash(delegateAction));
  return { kind: 'Delegate', value: { delegateAction, signature } };
}

const ACTIONS: readonly Row[] = [
  [
    'AccountAlreadyExists',
    [[{ kind: 'CreateAccount', value: {} }], EMPTY, ROOT],
    /empty\.test\.near exists already/,
    /another name/,
  ],
  [
    'CreateAccountOnlyByRegistrar',
    [[{ kind: 'CreateAccount', value: {} }], 'toplevel'],
    /without a dot such as toplevel can only be created by registrar/,
    /sub-account/,
  ],
  [
    'CreateAccountNotAllowed',
    [[{ kind: 'CreateAccount', value: {} }], 'new.test.near'],
    /alice\.test\.near cannot create new\.test\.near: only test\.near can/,
    /\.alice\.test\.near$/,
  ],
  [
    'ActorNoPermission',
    [[{ kind: 'DeleteKey', value: { publicKey: NEW_KEY } }], BOB],
    /alice\.test\.near cannot do this to bob\.test\.near/,
    /from bob\.test\.near/,
  ],
  [
    'DeleteKeyDoesNotExist',
    [[{ kind: 'DeleteKey', value: { publicKey: NEW_KEY } }], ALICE],
    /does not have the key/,
    /^$/,
  ],
  [
    'AddKeyAlreadyExists',
    [
      [
        {
          kind: 'AddKey',
          value: { publicKey: secretToPublic(keyOf(ALICE)), accessKey: FULL },
        },
      ],
      ALICE,
    ],
    /has the key .* already/,
    /delete it first/,
  ],
  [
    'LackBalanceForState',
    [
      [
        { kind: 'CreateAccount', value: {} },
        { kind: 'DeployContract', value: { code: readBuilt('gateway.wasm') } },
      ],
      'poor.alice.test.near',
    ],
    /poor\.alice\.test\.near does not have enough for its storage: 0\.\d+ NEAR is missing/,
    /transfer at least/,
  ],
  [
    'DeleteAccountStaking',
    [[{ kind: 'DeleteAccount', value: { beneficiaryId: ALICE } }], ROOT, ROOT],
    /test\.near is staking/,
    /stake 0/,
  ],
  [
    'TriesToUnstake',
    [[{ kind: 'Stake', value: { stake: 0n, publicKey: NEW_KEY } }], ALICE],
    /no stake/,
    /^$/,
  ],
  [
    'TriesToStake',
    [[{ kind: 'Stake', value: { stake: NEAR * 10n ** 9n, publicKey: NEW_KEY } }], ALICE],
    /wants to stake 1000000000 NEAR/,
    /stake less/,
  ],
  [
    'GlobalContractDoesNotExist',
    [
      [
        {
          kind: 'UseGlobalContract',
          value: { contractIdentifier: { kind: 'AccountId', value: BOB } },
        },
      ],
      ALICE,
    ],
    /no global contract with the account bob\.test\.near/,
    /DeployGlobalContract/,
  ],
  [
    'DelegateActionSenderDoesNotMatchTxReceiver',
    [[delegate({})], BOB],
    /from carol\.test\.near, but was sent to bob\.test\.near/,
    /to carol/,
  ],
  ['DelegateActionExpired', [[delegate({ maxBlockHeight: 1n })], CAROL], /max_block_height/, /new/],
  [
    'DelegateActionInvalidNonce',
    [[delegate({ nonce: 0n })], CAROL],
    /nonce 0 of the delegate action is too small/,
    /at least 1$/,
  ],
  [
    'DelegateActionNonceTooLarge',
    [[delegate({ nonce: 2n ** 62n })], CAROL],
    /too large: it must be below/,
    /plus one/,
  ],
  [
    'DelegateActionAccessKeyError',
    [[delegate({}, keyOf(BOB))], CAROL],
    /carol\.test\.near does not have the key/,
    /key of the account/,
  ],
  [
    'DelegateActionInvalidSignature',
    [[delegate({ publicKey: secretToPublic(keyOf(CAROL)) }, keyOf(BOB))], CAROL],
    /signature of the delegate action/,
    /new delegate action/,
  ],
  [
    'FunctionCallError',
    [
      [
        {
          kind: 'DeployContract',
          value: { code: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 255) },
        },
        call('a'),
      ],
      ALICE,
    ],
    /not a valid Wasm module/,
    /cargo near build/,
  ],
];

for (const [kind, sent, cause, remedy] of ACTIONS) {
  test(`an action fails: ${kind}`, async () => {
    const [failure] = await chain.fail(...sent);
    assert.equal(failure?.kind, kind);
    assert.match(failure.explanation ?? '', cause);
    assert.match(failure.remedy ?? '', remedy);
  });
}
