// The table of pages, read as text because pages need a browser: every page that a link names is
// registered, and every page has an entry.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

const table = readText('explorer/pages.ts');
const names = [...table.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
const sources = listFiles('explorer').filter((path) => /\.tsx?$/.test(path));

test('every page has an entry', () => {
  const pages = sources.filter((path) => path.endsWith('Page.tsx'));
  for (const path of pages) assert.ok(table.includes(path.replace('explorer', '.')), path);
  assert.equal(names.length, pages.length);
});

test('links name pages that are registered', () => {
  const links = sources.flatMap((path) =>
    [...readText(path).matchAll(/\bpage(?:: '|=")(\w+)['"]/g)].map(([, name]) => ({ path, name })),
  );
  assert.ok(links.length > 10, 'links are found');
  for (const { path, name } of links) assert.ok(names.includes(name), `${path} links to ${name}`);
});
