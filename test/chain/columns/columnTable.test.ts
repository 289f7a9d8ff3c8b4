// ARCHITECTURE.md shows the columns as they are declared.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLUMNS } from '../../../src/chain/columns/columns.ts';
import { formatColumnTable } from '../../../src/chain/columns/columnTable.ts';
import { readText } from '../../support/repository.ts';

test('the table in ARCHITECTURE.md is up to date', () => {
  const page = readText('ARCHITECTURE.md');
  const part = /<!-- columns: [^\n]*-->\n(.*?)<!-- end of columns -->/s.exec(page);
  assert.equal(part?.[1], formatColumnTable(), 'run `npm run docs`');
});

test('every column has a line', () => {
  const lines = formatColumnTable().trimEnd().split('\n');
  assert.equal(lines.length, 2 + COLUMNS.length);
  for (const { name, number } of COLUMNS) {
    assert.ok(lines[2 + number]?.startsWith(`| ${number} | \`${name}\` | `), name);
  }
});
