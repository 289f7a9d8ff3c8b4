// What surrounds every page: navigation, titles, search with suggestions, keys, the theme, and what
// a local chain adds. And the page of a chain on which nothing has happened.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { visit } from './support/browser.ts';
import { ALICE, BOB, IVAN, type LivelyNode, startLivelyNode } from './support/livelyNode.ts';

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
});

const SEARCH = { name: /^Search/ } as const;

test('each page has its title, and an unknown one says so', async () => {
  const { transaction } = node.results.across;
  const short = `${transaction.hash.slice(0, 8)}…${transaction.hash.slice(-4)}`;
  const titles: [route: string, title: string][] = [
    ['', 'Home · Perigee'],
    [`tx/${transaction.hash}`, `Transaction · ${short} · Perigee`],
    [`account/${ALICE}`, `Account · ${ALICE} · Perigee`],
    ['local', 'Local chain · Perigee'],
    ['foo', 'No such page · Perigee'],
  ];
  await visit(url, '', async (page) => {
    for (const [route, title] of titles) {
      await page.goto(`${url}/#/${route}`);
      await page.waitForFunction('(title) => document.title === title', title);
    }
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    assert.equal(await page.locator('.transactions').count(), 0, 'it is not the home page');
  });
});

test('search completes names, hashes, heights, keys and commands', async () => {
  const { transaction, receipts_outcome } = node.results.across;
  const receipt = receipts_outcome[0]?.id ?? '';
  const keys = await node.rpc.call<{ accounts: { account_id: string; public_key: string }[] }>(
    'perigee_accounts',
  );
  const key = keys.accounts.find(({ account_id }) => account_id === BOB)?.public_key ?? '';
  const cases: [typed: string, option: string | RegExp, heading: string | RegExp][] = [
    ['ivan', IVAN, IVAN],
    ['sub.al', `sub.${ALICE}`, `sub.${ALICE}`],
    [transaction.hash.slice(0, 6), /alice\.test\.near called run/, /alice.*called run/],
    // The page does not have receipts: the node finds them.
    [receipt.slice(0, 7), new RegExp(`^${receipt.slice(0, 8)}`), 'Receipt'],
    ['12', 'Block 12', 'Block'],
    [key.slice(0, 16), /^bob/, BOB],
    [key.slice('ed25519:'.length, 20), /^bob/, BOB],
    ['local', 'Local chain', 'Local chain'],
  ];
  await visit(url, '', async (page) => {
    await page.locator('.transactions li').first().waitFor();
    for (const [typed, option, heading] of cases) {
      await page.locator('body').press('/');
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: option }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor();
      await page.locator('main').focus();
    }
    await page.getByRole('combobox', SEARCH).fill('a');
    await page.locator('.suggestions').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.suggestions').waitFor({ state: 'detached' });
  });
});

test('a command of the search box does what it says', async () => {
  const { height } = await node.rpc.call<{ height: number }>('perigee_mine');
  await visit(url, '', async (page) => {
    await page.getByRole('combobox', SEARCH).fill('mine');
    await page.getByRole('option', { name: 'Mine a block' }).click();
    await page
      .locator('.height', { hasText: `${height + 1}` })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    await page
      .locator('.height', { hasText: `${height + 2}` })
      .first()
      .waitFor();
  });
});

test('the theme and the acting account are kept', async () => {
  await visit(url, '', async (page) => {
    const theme = () => page.evaluate('document.documentElement.dataset.theme ?? "system"');
    await page.getByLabel('Act as').selectOption(BOB);
    await page.getByText('Dark', { exact: true }).click({ force: true });
    assert.equal(await theme(), 'dark');
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.reload();
    await page.locator('.transactions li').first().waitFor();
    assert.equal(await theme(), 'dark');
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), ground);
    await page.getByText('By bob', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Act as').inputValue(), BOB);
    await page.getByText('Auto', { exact: true }).click({ force: true });
    assert.equal(await theme(), 'system');
    await page.getByLabel('Act as').selectOption(ALICE);
  });
});

test('the question mark lists the keys, and arrows walk between blocks and rows', async () => {
  await visit(url, '', async (page) => {
    await page.locator('.transactions li').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'hidden' });
    const focused = () => page.locator(':focus').getAttribute('href');
    const bars = page.locator('.tape a');
    await bars.last().focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(), await bars.nth((await bars.count()) - 2).getAttribute('href'));
    const rows = page.locator('[data-row]');
    await rows.first().locator('a').first().focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), await rows.nth(1).locator('a').first().getAttribute('href'));
  });
});

test('in a narrow window the list of keys is shown, and the page goes on after it', async () => {
  await visit(url, '', async (page) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await page.locator('.transactions li').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Accounts' }).first().waitFor({ state: 'hidden' });
    await page.getByRole('combobox', SEARCH).click();
  });
});

test('the feed can be filtered, and failures are grouped', async () => {
  await visit(url, '', async (page) => {
    const rows = page.locator('[data-row]');
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByText('Failed', { exact: true }).click();
    const failed = await rows.count();
    assert.ok(failed > 0 && failed < all);
    for (const text of await rows.allInnerTexts()) assert.match(text, /^(Failed|Partly failed):/);
    const reasons = await page.locator('.reasons').innerText();
    assert.match(reasons, /Slippage: got …, wanted at least …/);
    const partly = page.locator(`[data-hash="${node.results.partly.transaction.hash}"]`);
    assert.match(await partly.innerText(), /alice\.test\.near moved 500 of bob\.test\.near/);
  });
});

test('refused transactions are listed with their cause and what helps', async () => {
  const refused = { signed_tx_base64: 'AAAA', wait_until: 'INCLUDED' };
  await assert.rejects(node.rpc.call('send_tx', refused));
  const poor = await new Sender(node.rpc, ALICE).sign(BOB, [transfer(10n ** 34n)]);
  await assert.rejects(
    node.rpc.call('send_tx', { ...refused, signed_tx_base64: bytesToBase64(poor.bytes) }),
  );
  await visit(url, '', async (page) => {
    const panel = page.locator('section[aria-labelledby="refused"]');
    await panel.locator('li').nth(1).waitFor();
    assert.match(await panel.locator('li').first().innerText(), /alice\.test\.near → bob/);
    assert.match(await panel.locator('li').nth(1).innerText(), /not decodable/);
  });
});

test('a chain on which nothing has happened says what to do', async () => {
  const fresh = await startTestNode();
  await visit(fresh.rpc.url, '', async (page) => {
    await page.getByRole('heading', { name: /Nothing has happened/ }).waitFor();
    await page.getByText(fresh.rpc.url, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send 1 NEAR to bob' }).click();
    await page.getByText('Succeeded: ').waitFor();
    assert.match(
      await page.locator('[data-row]').innerText(),
      /alice\.test\.near sent 1 NEAR to bob\.test\.near/,
    );
  });
});
