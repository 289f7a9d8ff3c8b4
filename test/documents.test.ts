// The pages of the repository, checked for what goes stale or comes back unnoticed: files and links
// that they name, and phrases that were replaced because readers stumbled over them.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, repositoryPath } from './support/repository.ts';

const pages = listFiles('')
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readText(path) }));

/** A path of a file or a folder in backquotes; `…` and `<name>` are placeholders. */
const NAMED_PATH =
  /`((?:src|test|scripts|bin|bench|explorer|docs|\.github|\.vscode)\/[\w./-]*)(?: [^`]*)?`/g;
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g;

/** Made by the build or by a test run, so a clone does not have them. */
const MADE = /^(dist|\.build)\//;

function listMissing(found: (text: string, path: string) => string[]): string[] {
  return pages.flatMap(({ path, text }) =>
    found(text, path)
      .filter((target) => !MADE.test(target) && !existsSync(repositoryPath(target)))
      .map((target) => `${path}: ${target}`),
  );
}

test('pages name files that exist', () => {
  const missing = listMissing((text) =>
    [...text.matchAll(NAMED_PATH)].map(([, target = '']) => target),
  );
  assert.deepEqual(missing, []);
});

test('links lead to pages that exist', () => {
  const missing = listMissing((text, path) =>
    [...text.matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => posix.join(posix.dirname(path), target)),
  );
  assert.deepEqual(missing, []);
});

test('every term of the glossary has a meaning and a file', () => {
  const glossary = readText('docs/internals/glossary.md');
  const rows = glossary.split('\n').filter((line) => /^\| (?!term )/.test(line));
  assert.ok(rows.length > 40);
  for (const row of rows) assert.match(row, /^\| [^|]+ \| [^|]+\. \| `[^`|]+` \|$/);
});
