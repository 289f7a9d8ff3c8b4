// The pages of the repository, checked for what goes stale or comes back unnoticed: files and links
// that they name, and phrases that were replaced because readers stumbled over them.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { LAYERS } from './support/layers.ts';
import { listFiles, readText, repositoryPath } from './support/repository.ts';

const pages = listFiles('')
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readText(path) }));

/** The path of a file or folder in backquotes, perhaps with arguments behind it. */
const NAMED_PATH =
  /`((?:src|test|scripts|bin|bench|explorer|docs|\.github|\.vscode)\/[\w./-]*)(?: [^`]*)?`/g;
const LINK = /\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g;

test('pages name files that exist', () => {
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(NAMED_PATH)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(repositoryPath(target)))
      .map((target) => `${path}: ${target}`),
  );
  assert.deepEqual(missing, []);
});

/** The anchors that GitHub gives the headings of a page. */
function listAnchors(page: string): Set<string> {
  const headings = readText(page).matchAll(/^#+ (.*)$/gm);
  const anchors = [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(anchors);
}

test('links lead to pages and headings that exist', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(LINK)]
      .filter(([, target = '']) => !/^[a-z]+:/.test(target))
      .filter(([, target = '', anchor]) => {
        const page = target === '' ? path : posix.join(posix.dirname(path), target);
        if (!existsSync(repositoryPath(page))) return true;
        return anchor !== undefined && !listAnchors(page).has(anchor);
      })
      .map(([link]) => `${path}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('every term of the glossary has a meaning and a file', () => {
  const glossary = readText('docs/internals/glossary.md');
  const rows = glossary.split('\n').filter((line) => /^\| (?!term )/.test(line));
  assert.ok(rows.length > 40);
  for (const row of rows) assert.match(row, /^\| [^|]+ \| [^|]+\. \| `[^`|]+` \|$/);
});

test('every layer has its row in ARCHITECTURE.md, in order, and its page', () => {
  const folders = LAYERS.filter((name) => !name.endsWith('.ts'));
  const heading = '\n## What each folder is responsible for\n';
  const [, section = ''] = readText('ARCHITECTURE.md').split(heading);
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(rows, folders);
  const index = readText('docs/internals/README.md');
  const links = [...index.matchAll(/^\| \[(\w+)\]\(\1\.md\) \|/gm)].map(([, name]) => name);
  assert.deepEqual(links, folders);
  for (const name of folders) assert.ok(readText(`docs/internals/${name}.md`).startsWith('# '));
});
