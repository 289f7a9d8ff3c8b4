// Who gets the wallet's page: browsers on this machine, under a name of this machine, whatever page
// led them there.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ReceivedRequest } from '../../src/http/access/localRequest.ts';
import { ServedFiles } from '../../src/http/servedFiles.ts';
import { createWalletPages } from '../../src/http/walletPages.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const folder = createTemporaryFolder();
writeFileSync(join(folder, 'wallet.html'), '<!doctype html>');
const page = createWalletPages(new ServedFiles(folder));

function requestFrom(remoteAddress: string, headers: Record<string, string>): ReceivedRequest {
  return { socket: { remoteAddress }, headers, httpVersionMinor: 1 };
}

const local = requestFrom('127.0.0.1', { host: '127.0.0.1:3030' });

test('the page is at every path of the protocol', () => {
  const paths = [
    '/wallet',
    '/wallet/',
    '/login',
    '/login/',
    '//login/',
    '/sign',
    '/sign-message',
    '/wallet/login/',
    '/wallet//login/',
    '/wallet/sign',
  ];
  for (const path of paths) {
    const answer = page(path, local);
    assert.equal(answer?.status, 200, path);
    const policy = answer?.headers?.find(([name]) => name === 'content-security-policy')?.[1] ?? '';
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
  }
  for (const path of ['/', '/loginx', '/sign/x', '/wallet/x', '/x/login', '/wallet.html']) {
    assert.equal(page(path, local), null, path);
  }
});

test('only browsers on this machine get it', () => {
  const cases: [string, ReceivedRequest, number][] = [
    ['IPv6', requestFrom('::1', { host: '[::1]:3030' }), 200],
    ['localhost', requestFrom('127.0.0.1', { host: 'localhost:3030' }), 200],
    [
      'led there by a page',
      requestFrom('127.0.0.1', { host: 'localhost:3030', 'sec-fetch-site': 'cross-site' }),
      200,
    ],
    ['another machine', requestFrom('192.168.1.5', { host: '127.0.0.1:3030' }), 403],
    ['DNS rebinding', requestFrom('127.0.0.1', { host: 'evil.example:3030' }), 403],
    ['a lookalike', requestFrom('127.0.0.1', { host: 'localhost.evil.example' }), 403],
    ['a proxy', requestFrom('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '8.8.8.8' }), 403],
    ['HTTP/1.0', { ...local, httpVersionMinor: 0 }, 403],
  ];
  for (const [name, request, status] of cases) {
    for (const path of ['/wallet', '/sign', '/wallet/manifest.json']) {
      assert.equal(page(path, request)?.status, status, `${name} ${path}`);
    }
  }
});

test('the manifest names the address that it was read from', () => {
  const body = page('/wallet/manifest.json', local)?.body ?? new Uint8Array();
  const { wallets } = JSON.parse(Buffer.from(body).toString());
  const [{ id, type, executor, permissions, features }] = wallets;
  assert.deepEqual([id, type], ['perigee', 'sandbox']);
  assert.equal(executor, 'http://127.0.0.1:3030/wallet/connect.js');
  assert.deepEqual(permissions.allowsOpen, ['http://127.0.0.1:3030']);
  assert.equal(features.testnet, true);
});
