// The look of the explorer, read as text: icons are in the sprite, styles are linked, and nothing
// needs a style that the content-security policy forbids.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

const sources = listFiles('explorer').filter((path) => /\.tsx?$/.test(path));

test('every icon is in the sprite, and the sprite has no other', () => {
  const names = [...readText('explorer/parts/ui/icon.tsx').matchAll(/\| '(\w+)'/g)];
  const drawn = [...readText('explorer/icons.svg').matchAll(/id="i-(\w+)"/g)];
  const sorted = (found: RegExpMatchArray[]) => found.map(([, name]) => name).sort();
  assert.ok(names.length > 30);
  assert.deepEqual(sorted(names), sorted(drawn));
});

test('every style sheet is linked', () => {
  const pages = ['index.html', 'wallet.html'].map((name) => readText(`explorer/${name}`)).join();
  const sheets = listFiles('explorer/styles');
  assert.ok(sheets.length > 5);
  for (const path of sheets) assert.ok(pages.includes(path), path);
});

test('no element has a style attribute', () => {
  for (const path of sources) assert.doesNotMatch(readText(path), /\bstyle=|\.style\./, path);
});

test('colours are tokens', () => {
  for (const path of listFiles('explorer/styles')) {
    if (path.endsWith('tokens.css')) continue;
    const colours = readText(path).match(/#[\da-f]{6}\b|\brgba?\(|\bhsla?\(/gi) ?? [];
    assert.deepEqual(colours, [], path);
  }
});
