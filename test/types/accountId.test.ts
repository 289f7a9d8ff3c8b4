// Account ids: the reference's own lists of accepted and refused names, its error texts, and the
// kinds of ids.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountIdFault,
  isAccountId,
  isDeterministic,
  isEthImplicit,
  isImplicit,
  isNearImplicit,
  isSubAccountOf,
  isTopLevel,
} from '../../src/types/accountId.ts';

const OLD = { universalAccounts: false };

const ACCEPTED =
  'aa a-a a-aa 100 0o com near bowen b-o_w_e-n b.owen bro.wen a.ha a.b-a.ra system over.9000 ' +
  'google.com illia.cheapaccounts.near 0o0ooo00oo00o alex-skidanov 10-4.8-2 no_lols near.a';
const REFUSED =
  'a A Abc -near near- -near- near. .near near@ @near неар @@@@@ 0__0 0_-_0 .. a..near nEar _bowen';

test('the accepted ids have no error', () => {
  for (const id of [...ACCEPTED.split(' '), '1'.repeat(64)]) {
    assert.equal(accountIdFault(id), null, id);
    assert.ok(isAccountId(id), id);
  }
});

test('the refused ids have an error, and both checks agree', () => {
  for (const id of [...REFUSED.split(' '), '', 'hello world', 'a'.repeat(65)]) {
    assert.notEqual(accountIdFault(id), null, id);
    assert.ok(!isAccountId(id), id);
  }
});

test('errors have the texts of the reference', () => {
  const cases = {
    BAD: "the Account ID contains an invalid character 'B' at index 0",
    'a\0': "the Account ID contains an invalid character '\\0' at index 1",
    "a'": "the Account ID contains an invalid character '\\'' at index 1",
    'a"': `the Account ID contains an invalid character '"' at index 1`,
    a: 'the Account ID is too short',
    'a..b': "the Account ID has a redundant separator '.' at index 2",
    'near.': "the Account ID has a redundant separator '.' at index 4",
  };
  for (const [id, fault] of Object.entries(cases)) assert.equal(accountIdFault(id), fault, id);
});

test('kinds and families of ids', () => {
  assert.ok(isNearImplicit('0f'.repeat(32)) && isImplicit('0f'.repeat(32), OLD));
  assert.ok(isEthImplicit(`0x${'ab'.repeat(20)}`));
  assert.ok(isDeterministic(`0s${'ab'.repeat(20)}`));
  assert.ok(!isImplicit(`0u${'0'.repeat(52)}`, OLD));
  assert.ok(isImplicit(`0u${'0'.repeat(52)}`, { universalAccounts: true }));
  assert.ok(!isImplicit(`0x${'AB'.repeat(20)}`, OLD));
  assert.ok(isTopLevel('near') && !isTopLevel('a.near') && !isTopLevel('system'));
  assert.ok(isSubAccountOf('a.near', 'near'));
  assert.ok(!isSubAccountOf('b.a.near', 'near') && !isSubAccountOf('anear', 'near'));
  assert.ok(!isSubAccountOf('near', 'near') && !isSubAccountOf('.near', 'near'));
});
