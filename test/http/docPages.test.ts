// The guide and the reference as a node serves them, and the list of their pages.

import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { formatLlmsText } from '../../scripts/llmsText.js';
import { createDocPages } from '../../src/http/docPages.ts';
import { findDocFiles } from '../../src/http/servedFiles.ts';
import { readText, repositoryPath } from '../support/repository.ts';

const pages = createDocPages(findDocFiles);
const get = (path: string) => pages(path, { headers: {}, socket: {}, httpVersionMinor: 1 });
const textOf = (path: string) => Buffer.from(get(path)?.body ?? []).toString();

test('llms.txt leads to the list, and every link of the list to a page', () => {
  const { status, headers = [] } = get('/llms.txt') ?? assert.fail();
  assert.deepEqual([status, headers], [302, [['location', '/docs/llms.txt']]]);
  assert.equal(get('/docs/llms.txt')?.contentType, 'text/plain; charset=utf-8');
  const list = textOf('/docs/llms.txt');
  assert.match(list, /^# Perigee\n\n> /);
  const links = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link);
  assert.ok(links.length > 80);
  for (const link of links) {
    assert.equal(textOf(posix.join('/docs', link)), readText(`docs/${link}`), link);
  }
});

test('the list is up to date', () => {
  const list = formatLlmsText(repositoryPath('docs'));
  assert.equal(readText('docs/llms.txt'), list, 'run `node scripts/llmsText.js`');
});

test('pages are Markdown; nothing else is served', () => {
  assert.equal(get('/docs/guide/mcp.md')?.contentType, 'text/markdown; charset=utf-8');
  for (const path of ['/docs/images/wallet.png', '/docs/../package.json', '/docs/nope.md', '/x']) {
    assert.equal(get(path), null, path);
  }
});
