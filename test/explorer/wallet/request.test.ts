// What the wallet reads from its address, and what it answers, as MyNearWallet defines both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formReply } from '../../../explorer/wallet/reply.ts';
import {
  BadRequest,
  type DappRequest,
  originOf,
  readRequest,
} from '../../../explorer/wallet/request.ts';

const WALLET = 'http://127.0.0.1:3030';
const DAPP = 'http://localhost:5173';
const KEY = 'ed25519:9BmAFNRTa5mRRXpSAm6MxSEeqRASDGNh2FuuwZ4gyxTw';
const NONCE = Buffer.alloc(32, 7).toString('base64');

type Params = Readonly<Record<string, string>>;

function read(page: string, params: Params, mark = '?'): DappRequest {
  const request = readRequest(new URL(`${WALLET}/${page}${mark}${new URLSearchParams(params)}`));
  if (request.kind === 'home') throw new Error('not a request');
  return request;
}

const transfer = [{ receiver_id: 'bob.near', actions: [{ Transfer: { deposit: '5' } }] }];
const sign = { callbackUrl: `${DAPP}/a?b=1#c`, transactions_json: JSON.stringify(transfer) };
const message = { message: 'hi', nonce: NONCE, recipient: 'dapp.near', callbackUrl: DAPP };

test('a page without a request is the home page', () => {
  for (const path of ['/wallet', '/wallet/', '/wallet?x=1']) {
    assert.deepEqual(readRequest(new URL(WALLET + path)), { kind: 'home' });
  }
});

test('a login, with the key that it asks for', () => {
  const page = { success_url: `${DAPP}/in`, failure_url: `${DAPP}/out` };
  const plain = read('login/', page);
  assert.equal(plain.kind === 'login' && plain.key, null);
  assert.equal(originOf(plain), DAPP);
  const full = read('login', { ...page, public_key: KEY });
  assert.deepEqual(full.kind === 'login' && full.key, {
    publicKey: KEY,
    contractId: null,
    methodNames: [],
    allowance: '250000000000000000000000',
  });
  const some = readRequest(
    new URL(`${WALLET}//login/?public_key=${KEY}&contract_id=c.near&methodNames=a&methodNames=b`),
  );
  const key = some.kind === 'login' ? some.key : null;
  assert.deepEqual([key?.contractId, key?.methodNames], ['c.near', ['a', 'b']]);
});

test('requests that must not be served', () => {
  const cases: [string, Params, RegExp][] = [
    ['login', { success_url: 'javascript:alert(1)' }, /not the address of a page/],
    ['login', { failure_url: 'data:text/html,x' }, /not the address of a page/],
    ['login', { success_url: 'here' }, /not an address/],
    ['login', { public_key: 'ed25519:short' }, /public key/],
    ['login', { public_key: KEY, allowance: '-1' }, /allowance/],
    ['sign', { ...sign, callbackUrl: 'javascript:alert(1)//' }, /not the address of a page/],
    ['sign', { ...sign, callbackUrl: 'blob:http://localhost/x' }, /not the address of a page/],
    ['sign', { callbackUrl: DAPP }, /no transaction/],
    ['sign', { callbackUrl: DAPP, transactions: 'AAAA' }, /cannot be read/],
    ['sign', { callbackUrl: DAPP, transactions: '!' }, /cannot be read/],
    ['sign', { callbackUrl: DAPP, transactions_json: '{}' }, /cannot be read/],
    ['sign', { callbackUrl: DAPP, transactions_json: '[{"actions":[{"No":{}}]}]' }, /cannot be/],
    [
      'sign',
      { ...sign, transactions_json: JSON.stringify(Array(101).fill(transfer[0])) },
      /more than 100/,
    ],
    ['sign-message', { ...message, nonce: 'AAAA' }, /32 bytes/],
    ['sign-message', { ...message, nonce: '~' }, /nonce/],
    ['sign-message', { callbackUrl: DAPP, nonce: NONCE }, /recipient/],
    ['sign', { ...sign, meta: 'x'.repeat(4_000_001) }, /too long/],
  ];
  for (const [page, params, pattern] of cases) {
    const check = (error: unknown) => error instanceof BadRequest && pattern.test(error.message);
    assert.throws(() => read(page, params), check, JSON.stringify(params).slice(0, 100));
  }
});

test('a request behind the number sign is read too', () => {
  const request = read('sign', sign, '#');
  assert.equal(request.kind === 'sign' && request.transactions.length, 1);
});

test('a login is answered', () => {
  const request = read('login', { success_url: `${DAPP}/?a=1`, failure_url: `${DAPP}/no` });
  const outcome = {
    kind: 'loggedIn',
    accountId: 'alice.near',
    publicKey: null,
    allKeys: [KEY],
    signed: null,
  } as const;
  const { message: said, url } = formReply(request, outcome);
  assert.deepEqual(said, { status: 'success', account_id: 'alice.near', all_keys: [KEY] });
  const search = new URLSearchParams({ a: '1', account_id: 'alice.near', all_keys: KEY });
  assert.equal(url?.href, `${DAPP}/?${search}`);
  assert.equal(formReply(request, { kind: 'denied' }).url?.href, `${DAPP}/no`);
});

test('transactions are answered, and texts of failures are escaped twice', () => {
  const request = read('sign', { ...sign, meta: 'm' });
  const sent = formReply(request, { kind: 'sent', hashes: ['h1', 'h2'] });
  assert.deepEqual(sent.message, {
    status: 'success',
    signMeta: 'm',
    transactionHashes: 'h1,h2',
  });
  assert.equal(sent.url?.href, `${DAPP}/a?b=1&transactionHashes=h1%2Ch2&signMeta=m#c`);
  const denied = formReply(request, { kind: 'denied' }).url;
  assert.equal(
    denied?.href,
    `${DAPP}/a?b=1&errorCode=userRejected&errorMessage=User%2520rejected%2520transaction&signMeta=m#c`,
  );
  const failure = { kind: 'failed', code: 'ActionError', message: 'x'.repeat(200) } as const;
  const failed = formReply(request, failure);
  assert.equal(failed.url?.searchParams.get('errorMessage'), 'x'.repeat(100));
});

test('a message is answered in the fragment', () => {
  const request = read('sign-message', { ...message, state: 's t' });
  const signed = { accountId: 'a.near', publicKey: KEY, signature: Uint8Array.of(251, 255) };
  const { url } = formReply(request, { kind: 'signed', signed });
  assert.equal(
    url?.href,
    `${DAPP}/#accountId=a.near&signature=%2B%2F8%3D&publicKey=${encodeURIComponent(KEY)}&state=s%20t&`,
  );
  const denied = formReply(request, { kind: 'denied' });
  assert.equal(denied.url?.hash, '#error=User%20rejected&state=s%20t&');
});
