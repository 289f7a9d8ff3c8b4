// The banner of a local node fits on a screen, with any number of accounts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed } from '../../../src/base/crypto/keys.ts';
import { bannerFields, formatBanner } from '../../../src/node/logs/banner.ts';
import { PLAIN } from '../../../src/trace/text/styles.ts';

const SCREEN_LINES = 24;
const SCREEN_COLUMNS = 80;

const accountsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    accountId: `account${index}.test.near`,
    secretKey: keyFromSeed('ed25519', `${index}`),
  }));

const facts = {
  url: 'http://127.0.0.1:3030',
  home: '/srv/project/.perigee',
  chainId: 'localnet',
  height: 12,
  accounts: accountsOf(11),
  showsKeys: false,
  isTemporary: false,
};

for (const count of [11, 1_001]) {
  test(`${count} accounts fit on a screen`, () => {
    const lines = formatBanner({ ...facts, accounts: accountsOf(count) }, PLAIN).split('\n');
    assert.ok(lines.length < SCREEN_LINES);
    for (const line of lines) assert.ok(line.length < SCREEN_COLUMNS, line);
    assert.equal(lines.includes('  account0.test.near'), true);
    assert.equal(lines.includes(`  and ${count - 11} more`), count > 11);
    assert.ok(!lines.some((line) => line.includes('ed25519')));
  });
}

test('keys are shown if they are asked for', () => {
  const text = formatBanner({ ...facts, showsKeys: true }, PLAIN);
  assert.equal(text.split('secret  ed25519:').length - 1, 11);
  assert.match(text, /everybody can know these keys/);
});

test('the chain ID of another network sends nothing to the terminal but text', () => {
  const [title] = formatBanner({ ...facts, chainId: 'a\u001b[2Jb\nc' }, PLAIN).split('\n');
  assert.match(title as string, /: chain a\\u\{1b\}\[2Jb\\nc at height 12$/);
});

test('a chain that ends with the program says so', () => {
  assert.match(formatBanner({ ...facts, isTemporary: true }, PLAIN), /Home +in memory: nothing/);
});

test('the fields of the line of the log', () => {
  const { accounts, ...rest } = bannerFields(facts);
  assert.equal(accounts.length, 11);
  assert.deepEqual(rest, {
    url: facts.url,
    chain: 'localnet',
    height: 12,
    home: facts.home,
  });
});
