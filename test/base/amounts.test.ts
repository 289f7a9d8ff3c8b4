// Tokens and gas as people write them: exact values, and everything else is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGas, parseTokens } from '../../src/base/amounts.ts';

const NEAR = 10n ** 24n;
const TGAS = 10n ** 12n;

test('tokens', () => {
  const rows: [text: string, yocto: bigint | null][] = [
    ['1', NEAR],
    ['1.5 NEAR', (3n * NEAR) / 2n],
    ['1.5near', (3n * NEAR) / 2n],
    ['.5 Near', NEAR / 2n],
    ['1_000 NEAR', 1_000n * NEAR],
    ['1,000.25', 1_000n * NEAR + NEAR / 4n],
    ['0.000000000000000000000001', 1n],
    ['7 yocto', 7n],
    ['7 yoctoNEAR', 7n],
    ['0', 0n],
    ['0.0000000000000000000000001', null],
    ['1.5 yocto', null],
    ['', null],
    ['.', null],
    ['NEAR', null],
    ['-1', null],
    ['1e3', null],
    ['1 EUR', null],
    ['1.2.3', null],
  ];
  for (const [text, yocto] of rows) assert.equal(parseTokens(text), yocto, text);
});

test('gas', () => {
  const rows: [text: string, gas: bigint | null][] = [
    ['30 Tgas', 30n * TGAS],
    ['30Tgas', 30n * TGAS],
    ['30T', 30n * TGAS],
    ['2.5 tgas', (5n * TGAS) / 2n],
    ['500 Ggas', TGAS / 2n],
    ['30000000000000', 30n * TGAS],
    ['12 gas', 12n],
    ['1.5 gas', null],
    ['30 Pgas', null],
    ['', null],
    ['Tgas', null],
  ];
  for (const [text, gas] of rows) assert.equal(parseGas(text), gas, text);
});
