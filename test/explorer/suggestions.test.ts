// What the search box suggests for a text, from what the page knows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Known, suggest } from '../../explorer/chain/suggestions.ts';

const KEY = 'ed25519:H9PruqZdR1mp5Vk5pyp7pZyTorF9b7cVaKibYNRkYgCF';
const HASH = '8vKq2mUeHxGSVAUNNAcBiLqXmZNVFLiDgdFpV5taXw1c';

const RECEIPT = '7hKq2mUeHxGSVAUNNAcBiLqXmZNVFLiDgdFpV5taXw1c';

const KNOWN: Known = {
  names: ['alice.test.near', 'bob.test.near', 'swap.carol.test.near', 'test.near'],
  keys: [{ account: 'alice.test.near', key: KEY }],
  blocks: [{ hash: 'Fh1aaaaa', height: 602 }],
  transactions: [{ hash: HASH, words: 'alice sent 1 to bob' }],
  receipts: [{ hash: RECEIPT, words: 'alice to bob' }],
  headHeight: 1602,
  pages: [{ label: 'Local chain', page: 'local' }],
  isControlled: true,
};

const CASES: readonly (readonly [typed: string, labels: readonly string[]])[] = [
  ['', []],
  ['   ', []],
  ['swap', ['swap.carol.test.near']],
  ['CAROL', ['swap.carol.test.near']],
  ['test', ['test.near', 'bob.test.near', 'alice.test.near', 'swap.carol.test.near']],
  ['602', ['Block 602']],
  ['1,602', ['Block 1,602']],
  ['1603', []],
  ['Fh1', ['Block 602']],
  ['8vKq2', ['8vKq2mUe…Xw1c']],
  ['8v', []],
  ['7hKq2', ['7hKq2mUe…Xw1c']],
  ['H9Pruq', ['alice.test.near']],
  [KEY, ['alice.test.near']],
  [`${KEY.slice(0, -1)}G`, ['Accounts with ed25519:H9PruqZd…YgCG']],
  ['local', ['Local chain']],
  ['mine', ['Mine a block']],
  ['<img onerror=alert(1)>', []],
];

test('suggestions for what is typed', () => {
  for (const [typed, labels] of CASES) {
    assert.deepEqual(
      suggest(typed, KNOWN).map(({ label }) => label),
      labels,
      typed,
    );
  }
});

test('controls are suggested only where there are some', () => {
  assert.deepEqual(suggest('mine', { ...KNOWN, isControlled: false }), []);
});

test('of many names, few are suggested', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `user${at}.near`);
  const labels = suggest('user', { ...KNOWN, names }).map(({ label }) => label);
  assert.equal(labels.length, 6);
  assert.equal(labels[0], 'user0.near');
});
