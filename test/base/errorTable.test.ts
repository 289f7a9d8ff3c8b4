// The table of errors is the program's vocabulary: one spelling, no unused code, and the reference
// page is generated from it. (A code outside the table does not compile.)

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatErrorsPage } from '../../src/base/errorsPage.ts';
import { ERROR_AREAS, ERROR_TABLE, type ErrorCode, wireCode } from '../../src/base/errorTable.ts';
import * as library from '../../src/index.ts';
import { listFiles, readText } from '../support/repository.ts';

const CODES = Object.keys(ERROR_TABLE) as ErrorCode[];

test('codes have one spelling, and belong to one area', () => {
  for (const code of CODES) assert.match(code, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
  const ofAreas = Object.values(ERROR_AREAS).flatMap((codes) => Object.keys(codes));
  assert.deepEqual([...ofAreas].sort(), [...CODES].sort());
});

test('a meaning and a remedy are sentences', () => {
  for (const [code, { meaning, remedy }] of Object.entries(ERROR_TABLE)) {
    for (const sentence of [meaning, remedy]) assert.match(sentence, /^[A-Z`].*\.$/, code);
  }
});

test('every code is used', () => {
  const sources = listFiles('src')
    .filter((path) => path !== 'src/base/errorTable.ts')
    .map(readText)
    .join('\n');
  const unused = CODES.filter((code) => !sources.includes(`'${code}'`));
  assert.deepEqual(unused, []);
});

test('RPC responses keep the spellings that were published', () => {
  const renamed = CODES.filter((code) => wireCode(code) !== code).map(wireCode);
  assert.deepEqual(renamed.sort(), ['rowDamaged', 'rowMissing', 'storeDamaged', 'storeFull']);
});

test('the reference page is up to date', () => {
  assert.equal(readText('docs/reference/errors.md'), formatErrorsPage(), 'run `npm run docs`');
});

test('the package exports the table and the class', () => {
  assert.equal(library.ERROR_TABLE, ERROR_TABLE);
  assert.ok(new library.ArgumentError('a', 'b') instanceof library.PerigeeError);
});
