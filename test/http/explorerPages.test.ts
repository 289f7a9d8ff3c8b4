// The explorer's files as the node serves them: from a folder of the test, requested as by
// browsers.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createExplorerPages } from '../../src/http/explorerPages.ts';
import { ServedFiles } from '../../src/http/servedFiles.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const folder = createTemporaryFolder();

const PAGE = '<!doctype html><script type="module" src="explorer/main.js"></script>';
const SCRIPT = `${'export const x = 1;'.repeat(100)}\n`;

mkdirSync(join(folder, 'pages'));
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'main.js'), SCRIPT);
writeFileSync(join(folder, 'pages', 'feed.js'), SCRIPT);
writeFileSync(join(folder, 'secret.txt'), 'secret');
const pages = createExplorerPages(new ServedFiles(folder));
const page = (path: string, headers: Record<string, string>) =>
  pages(path, { headers, socket: {}, httpVersionMinor: 1 });

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

function headerOf(path: string, name: string, headers: Record<string, string> = BROWSER) {
  return page(path, headers)?.headers?.find(([key]) => key === name)?.[1];
}

test('the root is the page, for browsers only', () => {
  const answer = page('/', BROWSER);
  assert.equal(answer?.status, 200);
  assert.equal(answer?.contentType, 'text/html; charset=utf-8');
  assert.equal(Buffer.from(answer?.body ?? []).toString(), PAGE);
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    assert.equal(page('/', headers), null);
  }
});

test('nothing but its own files may run', () => {
  const policy = headerOf('/', 'content-security-policy') ?? '';
  assert.ok(policy.startsWith("default-src 'self'; "));
  assert.ok(!/unsafe|sha256|script-src/.test(policy));
});

test('files with their types', () => {
  for (const path of ['/explorer/main.js', '/explorer/pages/feed.js']) {
    assert.equal(page(path, {})?.contentType, 'text/javascript; charset=utf-8');
    assert.equal(Buffer.from(page(path, {})?.body ?? []).toString(), SCRIPT);
  }
});

test('files are compressed for clients that support it', () => {
  const cases: [string, boolean][] = [
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8', true],
    ['identity', false],
    ['gzip;q=0', false],
    ['', false],
  ];
  for (const [encodings, isCompressed] of cases) {
    const headers = { 'accept-encoding': encodings };
    const encoding = headerOf('/explorer/main.js', 'content-encoding', headers);
    assert.equal(encoding, isCompressed ? 'gzip' : undefined, encodings);
    if (!isCompressed) continue;
    const body = page('/explorer/main.js', headers)?.body ?? new Uint8Array();
    assert.ok(body.length < SCRIPT.length / 10);
    assert.equal(gunzipSync(body).toString(), SCRIPT);
  }
});

test('files that a browser has cached are not sent again', () => {
  const etag = headerOf('/explorer/main.js', 'etag') ?? '';
  const again = page('/explorer/main.js', { 'if-none-match': etag });
  assert.equal(again?.status, 304);
  assert.equal(again?.body.length, 0);
  assert.equal(page('/explorer/main.js', { 'if-none-match': '"other"' })?.status, 200);
});

test('only listed files are found', () => {
  const paths = [
    '/explorer/nope.js',
    '/explorer/secret.txt',
    '/explorer/../secret.txt',
    '/explorer/pages/../main.js',
    '/explorer/%2e%2e/main.js',
    '/explorer/pages',
    '/explorer/',
    '/explorer',
    '/main.js',
    '/index.html',
  ];
  for (const path of paths) assert.equal(page(path, BROWSER), null, path);
  assert.equal(new ServedFiles(null).answer('index.html', BROWSER), null);
});
