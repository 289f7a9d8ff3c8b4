// How URLs that contain keys are shown: keys in the path, in the query, as a password.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { hideUrl, repeatsKey, showUrl, splitCredentials } from '../../src/base/shownUrl.ts';

const URL_TEXT =
  'https://operator:p%40ssword@rpc.example.org:8443/v1/k3y-of-path/?apiKey=k3y+query';
const SECRETS = ['operator', 'p@ssword', 'p%40ssword', 'k3y-of-path', 'k3y+query', 'k3y query'];

test('an operator sees scheme, host and port', () => {
  assert.equal(showUrl(URL_TEXT), 'https://rpc.example.org:8443');
  assert.equal(showUrl(new URL('http://[::1]:3030/x')), 'http://[::1]:3030');
  assert.equal(showUrl('k3y'), 'an address that cannot be read');
});

test('a URL is removed from text that repeats it', () => {
  const said = ['no', URL_TEXT, ...SECRETS, 'rpc.example.org:8443', 'rpc.example.org', 'v1'];
  const shown = hideUrl(said.join(' | '), URL_TEXT);
  for (const secret of [...SECRETS, 'example']) assert.ok(!shown.includes(secret), shown);
  assert.match(shown, /^no \|.*\| v1$/);
});

test('a response that repeats a key is detected, and one that repeats a word is not', () => {
  for (const secret of SECRETS) {
    assert.equal(repeatsKey(utf8ToBytes(`Cannot POST /${secret}`), URL_TEXT), true, secret);
  }
  assert.equal(repeatsKey(utf8ToBytes('{"result":"v1 at rpc.example.org"}'), URL_TEXT), false);
  assert.equal(repeatsKey(utf8ToBytes('{}'), 'http://127.0.0.1:3030'), false);
});

test('user and password go into a header', () => {
  const { url, header } = splitCredentials(new URL(URL_TEXT));
  assert.equal(`${url}`, 'https://rpc.example.org:8443/v1/k3y-of-path/?apiKey=k3y+query');
  assert.equal(header, `Basic ${Buffer.from('operator:p@ssword').toString('base64')}`);
  const plain = new URL('http://127.0.0.1:3030/');
  assert.deepEqual(splitCredentials(plain), { url: plain, header: null });
});
