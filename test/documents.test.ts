// Checks the repository's pages for what goes stale or comes back unnoticed: files and links that
// they name, and phrases that were replaced because readers stumbled over them.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { LAYERS } from './support/layers.ts';
import { listFiles, readText, repositoryPath } from './support/repository.ts';

const pages = listFiles('')
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readText(path) }));

/** The path of a file or folder in backquotes, possibly followed by arguments. */
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

test('pages about the code name source files that exist', () => {
  const names = new Set(listFiles('').map((path) => posix.basename(path)));
  // The configuration of a user's project.
  names.add('perigee.config.ts');
  const about = pages.filter(({ path }) => /^(?:[A-Z]+|docs\/internals\/.+)\.md$/.test(path));
  const missing = about.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./-]+\.tsx?)`/g)]
      .map(([, target = '']) => target)
      .filter((target) => !names.has(posix.basename(target)))
      .map((target) => `${path}: ${target}`),
  );
  assert.deepEqual(missing, []);
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

/**
 * Phrases that readers stumbled over, and what to write. A phrase that comments do not use any more
 * gets `inCode`, so that it stays out of them as well.
 */
const STUMBLING_BLOCKS: readonly { pattern: RegExp; instead: string; inCode?: true }[] = [
  {
    pattern: /\b(is|are|was|were) told\b/i,
    instead: '"receives", "learns", "reports"',
    inCode: true,
  },
  { pattern: /\btells? of\b/i, instead: '"reports", "describes"', inCode: true },
  {
    pattern: /\bstands? (in|above|beside)\b/i,
    instead: '"is in", "overrides", "is next to"',
    inCode: true,
  },
  { pattern: /\bwhoever\b|\bwho asks\b/i, instead: '"a caller", "a client"', inCode: true },
  { pattern: /\bso many\b/i, instead: 'the quantity that is meant', inCode: true },
  { pattern: /\b(that|which) (is|are) no (?!longer\b|more\b)/i, instead: '"that is not a"' },
  { pattern: /\b(body|text|answer|file) is no\b(?! longer)/i, instead: '"is not a"' },
  {
    pattern: /\bof one's own\b|\bbeside each other\b/i,
    instead: '"separate", "side by side"',
    inCode: true,
  },
  {
    pattern: /\bone (file|page|row|line|batch) a (?=\w)/i,
    instead: '"one file per"',
    inCode: true,
  },
  {
    pattern: /\bat the door\b|\b(two|both|root) doors?\b/i,
    instead: '"endpoint", "on arrival"',
    inCode: true,
  },
  { pattern: /\b(in|on) the lane\b/i, instead: '"on the fast path"', inCode: true },
  { pattern: /\b(takes?|taken|took|taking) back\b/i, instead: '"revert"' },
  { pattern: /\bhears? of\b/i, instead: '"is notified of"', inCode: true },
  { pattern: /\banew\b/i, instead: '"again"', inCode: true },
];
/** Made from texts in the code, which this list does not cover yet. */
const GENERATED = /^docs\/reference\/(caches|cli|errors|metrics|rpc)\.md$/;

test('no phrases that readers stumbled over', () => {
  const code = listFiles('')
    .filter((path) => /\.(tsx?|js)$/.test(path) && path !== 'test/documents.test.ts')
    .map((path) => ({ path, text: readText(path) }));
  const written = pages.filter(({ path }) => !GENERATED.test(path));
  const found = STUMBLING_BLOCKS.flatMap(({ pattern, instead, inCode }) =>
    (inCode === true ? [...written, ...code] : written).flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const phrase = pattern.exec(line)?.[0];
        if (phrase === undefined) return [];
        return [`${path}:${index + 1} has '${phrase}': write ${instead}`];
      }),
    ),
  );
  assert.deepEqual(found, []);
});
