// Amounts, ages and names as the explorer writes them: what differs can be told apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareNear,
  formatToken,
  markChange,
  shortenSame,
} from '../../explorer/format/amounts.ts';
import { gasHeight, gasLevel, gasScale } from '../../explorer/format/gas.ts';
import { describeMining } from '../../explorer/format/mining.ts';
import { placeOrbit, shorten } from '../../explorer/format/names.ts';
import { formatAge, formatClockDifference } from '../../explorer/format/times.ts';

const NEAR = 10n ** 24n;

test('two amounts are never rounded until they look equal', () => {
  const cases: [before: bigint, after: bigint, shown: [string, string], change: string][] = [
    [NEAR, 2n * NEAR, ['[1.00000]', '[2.00000]'], '+1 NEAR'],
    [30n * NEAR, 31n * NEAR, ['3[0.00000]', '3[1.00000]'], '+1 NEAR'],
    // What five decimals would show as 30.00203 twice.
    [
      30_002_031n * 10n ** 18n,
      30_002_039n * 10n ** 18n,
      ['30.00203[100]', '30.00203[900]'],
      '+<0.00001 NEAR',
    ],
    [5n, 4n, [`0.${'0'.repeat(23)}[5]`, `0.${'0'.repeat(23)}[4]`], '−1 yocto'],
    [9n * NEAR, 10n * NEAR, ['[9.00000]', '[10.00000]'], '+1 NEAR'],
    [0n, 1n, [`0.${'0'.repeat(23)}[0]`, `0.${'0'.repeat(23)}[1]`], '+1 yocto'],
  ];
  for (const [before, after, shown, change] of cases) {
    const found = compareNear(before, after);
    const texts = [found.before, found.after].map(({ same, changed }) => `${same}[${changed}]`);
    assert.deepEqual(texts, shown);
    assert.equal(`${found.change.number} ${found.change.unit}`, change);
  }
  assert.deepEqual(markChange('61', '62').after, { same: '6', changed: '2' });
  assert.deepEqual(markChange('9', '10').after, { same: '', changed: '10' }, 'other places');
});

test('digits in common are left out where they are many', () => {
  assert.equal(shortenSame('30.00203'), '30.00203');
  assert.equal(shortenSame('1,234,567.123'), '1,234,567.123');
  assert.equal(shortenSame('50.0037500000000000000000'), '50.003750…000');
});

test('tokens in their own units', () => {
  const cases: [amount: string, decimals: number, text: string][] = [
    ['500000000', 6, '500'],
    ['1234567', 6, '1.234567'],
    ['1', 6, '0.000001'],
    ['0', 24, '0'],
    ['12345678', 0, '12,345,678'],
  ];
  for (const [amount, decimals, text] of cases) assert.equal(formatToken(amount, decimals), text);
});

test('ages and clocks', () => {
  const ages: [ms: number, text: string][] = [
    [-5000, 'now'],
    [999, 'now'],
    [2000, '2 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [7_200_000, '2 h'],
    [86_400_000, '1 day'],
    [864_000_000, '10 days'],
  ];
  for (const [ms, text] of ages) assert.equal(formatAge(ms), text);
  assert.equal(formatClockDifference(7_200_000), '+2 h ahead');
  assert.equal(formatClockDifference(-60_000), '1 min behind');
  assert.equal(formatClockDifference(1500), 'real time');
});

test('mining modes in words', () => {
  const modes: [mode: string, words: string][] = [
    ['auto', 'on transaction'],
    ['auto:60000', 'on transaction'],
    ['interval:2000', 'every 2 s'],
    ['interval:250', 'every 250 ms'],
    ['manual', 'by hand'],
    ['of tomorrow', 'of tomorrow'],
  ];
  for (const [mode, words] of modes) assert.equal(describeMining(mode), words);
});

test('short names, and marks of accounts', () => {
  const hash = '8vKq2mUeHxGSVAUNNAcBiLqXmZNVFLiDgdFpV5taXw1c';
  assert.equal(shorten(hash), '8vKq2mUe…Xw1c');
  assert.equal(shorten(`ed25519:${hash}`), 'ed25519:8vKq2mUe…Xw1c');
  assert.equal(shorten('alice.test.near'), 'alice.test.near');
  const names = ['alice.near', 'alicf.near', 'bob.near', 'a', ''];
  const marks = names.map((name) => JSON.stringify(placeOrbit(name, false)));
  assert.equal(new Set(marks).size, names.length, 'each looks different');
  for (const name of names) {
    const { moon } = placeOrbit(name, true);
    const reach = Math.max(Math.abs(moon.x - 10), Math.abs(moon.y - 10));
    assert.ok(Math.abs(reach - 7.4) < 0.11, 'the moon is on the square');
  }
});

test('gas as colours and heights', () => {
  const scale = gasScale([1e12, 300e12]);
  assert.equal(scale, 300e12);
  assert.equal(gasScale([]), gasScale([1e12]), 'little gas does not fill a bar');
  assert.deepEqual(
    [0, 1e12, 299e12].map((gas) => gasLevel(gas, scale)),
    [0, 1, 5],
  );
  assert.deepEqual(
    [0, 1, 2].map((share) => gasHeight(share, 6, 68)),
    [6, 68, 68],
  );
});
