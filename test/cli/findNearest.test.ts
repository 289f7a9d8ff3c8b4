// The word that a mistyped one means, and words that mean none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearest } from '../../src/cli/findNearest.ts';

const WORDS = ['start', 'accounts', 'create', 'tx', 'view', '--in-memory', '--port'];

test('the nearest word', () => {
  const rows: [typed: string, nearest: string | null][] = [
    ['start', 'start'],
    ['strat', 'start'],
    ['acounts', 'accounts'],
    ['creat', 'create'],
    ['xt', 'tx'],
    ['--in-memmory', '--in-memory'],
    ['--prot', '--port'],
    ['fly', null],
    ['', null],
    ['--durable', null],
    ['x'.repeat(100_000), null],
  ];
  for (const [typed, nearest] of rows) {
    assert.equal(findNearest(typed, WORDS), nearest, typed.slice(0, 20));
  }
});
