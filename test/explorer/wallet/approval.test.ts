// What the wallet says of a request before it is approved: no text of a dapp can pass for the
// wallet's own words, for another page, or for another order of the words; and what always needs a
// decision.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tagged } from '../../../explorer/chain/wire.ts';
import { quoteName, showHidden } from '../../../explorer/format/hiddenCharacters.ts';
import { nameAsker } from '../../../explorer/wallet/asker.ts';
import { isLasting } from '../../../explorer/wallet/lasting.ts';
import type { DappRequest, KeyRequest } from '../../../explorer/wallet/request.ts';
import { describeRequest } from '../../../explorer/wallet/words.ts';

const ALICE = 'alice.near';
const CALLBACK = { success: null, failure: null };
const OVERRIDE = '\u202e';

type Login = Extract<DappRequest, { kind: 'login' }>;

function login(given: Partial<Login>): Login {
  return { kind: 'login', callback: CALLBACK, title: null, key: null, message: null, ...given };
}

function sign(receiverId: string, ...actions: readonly Tagged[]): DappRequest {
  const transactions = [{ signerId: ALICE, receiverId, actions }];
  return { kind: 'sign', callback: CALLBACK, meta: null, transactions, isDelegated: false };
}

function call(method_name: string): Tagged {
  return { FunctionCall: { method_name, args: '', gas: 1n, deposit: '0' } };
}

const message = { message: 'hi', nonce: new Uint8Array(32), recipient: 'd.near' };
const toBeSigned = { ...message, callbackUrl: null, state: null };

function key(contractId: string | null, methodNames: readonly string[] = []): KeyRequest {
  return { publicKey: 'ed25519:x', contractId, methodNames, allowance: null };
}

test('hidden characters are shown as their numbers, other scripts as they are', () => {
  for (const [text, shown] of [
    ['pay', 'pay'],
    ['a\tb\nc', 'a\tb\nc'],
    ['שלום नमस्ते 👩‍👩‍👧', 'שלום नमस्ते 👩‍👩‍👧'],
    [`x${OVERRIDE}y`, 'x\\u{202e}y'],
    [
      '\u2066a\u2069\u200b\u0000\u2028\ud800',
      '\\u{2066}a\\u{2069}\\u{200b}\\u{0}\\u{2028}\\u{d800}',
    ],
    ['\u{e0041}', '\\u{e0041}'],
  ] as const) {
    assert.equal(showHidden(text), shown, JSON.stringify(text));
  }
});

test('a name that could pass for more of the sentence is in quotation marks', () => {
  for (const [name, shown] of [
    ['ft_transfer', 'ft_transfer'],
    ['https://dapp.example', 'https://dapp.example'],
    ['pay of good.near', '"pay of good.near"'],
    [`x${OVERRIDE}`, '"x\\u{202e}"'],
    ['"', '"\\""'],
    ['', '""'],
  ] as const) {
    assert.equal(quoteName(name), shown, name);
  }
});

test('a request is described in words that its texts cannot change', () => {
  for (const [request, words] of [
    [sign('bob.near', call('pay')), 'Call pay of bob.near'],
    [sign('bob.near', call('a of good.near\n')), 'Call "a of good.near\\n" of bob.near'],
    [sign(`b${OVERRIDE}`, call('pay')), 'Call pay of "b\\u{202e}"'],
    [
      sign(ALICE, { DeleteAccount: { beneficiary_id: `b${OVERRIDE}` } }),
      'Delete alice.near and give what it has to "b\\u{202e}"',
    ],
    [
      sign(ALICE, { UseGlobalContractByAccountId: { account_id: `b${OVERRIDE}` } }),
      'Use the global contract of b\\u{202e} on alice.near',
    ],
    [
      login({ key: key('c.near', ['get', `set${OVERRIDE}`]) }),
      'Log in, and let this page call get, "set\\u{202e}" of c.near without asking',
    ],
    [
      login({ key: key(null), message: toBeSigned }),
      'Give this page full access to your account, and sign a message',
    ],
    [
      {
        kind: 'message',
        callback: CALLBACK,
        signerId: null,
        message: { ...toBeSigned, recipient: `a ${OVERRIDE}` },
      },
      'Sign a message for "a \\u{202e}"',
    ],
  ] as const) {
    assert.equal(describeRequest(request, ALICE), words);
  }
});

test('only the address of a page is shown as one, and a title as what somebody says', () => {
  const success = new URL('https://dapp.example/in');
  for (const [request, shown] of [
    [login({ callback: { success, failure: null }, title: 'Good' }), 'https://dapp.example'],
    [login({}), 'A program without a page'],
    [
      login({ title: `https://good.example${OVERRIDE}` }),
      'A program without a page, which calls itself "https://good.example\\u{202e}"',
    ],
    [sign('bob.near', call('pay')), 'A program without a page'],
  ] as const) {
    assert.equal(nameAsker(request), shown);
  }
  assert.ok(nameAsker(login({ title: 'x'.repeat(1_000_000) })).length < 120);
});

test('what outlasts automatic approval always needs a decision', () => {
  const permission = (kind: string): Tagged => ({
    AddKey: { access_key: { permission: { [kind]: {} } } },
  });
  for (const [request, expected] of [
    [sign(ALICE, { DeployContract: { code: '' } }), true],
    [sign(ALICE, { UseGlobalContract: { code_hash: 'x' } }), true],
    [sign(ALICE, { UseGlobalContractByAccountId: { account_id: 'x' } }), true],
    [sign(ALICE, { DeleteAccount: { beneficiary_id: 'x' } }), true],
    [sign(ALICE, call('pay'), { AddKey: { access_key: { permission: 'FullAccess' } } }), true],
    [sign(ALICE, permission('GasKeyFullAccess')), true],
    [sign(ALICE, permission('FunctionCall')), false],
    [sign('bob.near', { UseGlobalContract: { code_hash: 'x' } }), false],
    [sign(ALICE, call('pay')), false],
    [login({ key: key(null) }), true],
    [login({ key: key(ALICE) }), true],
    [login({ key: key('c.near') }), false],
    [login({}), false],
  ] as const) {
    assert.equal(isLasting(request, ALICE), expected, describeRequest(request, ALICE));
  }
});
