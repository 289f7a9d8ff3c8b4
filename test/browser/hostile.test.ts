// Every page shows texts of strangers: contracts, dapps, other programs, and authors of links.
// Each page is opened with markup in all of them; it is shown as text, nothing of it runs, and no
// page gets wider.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { startTestNode, type TestNode } from '../support/runningNode.ts';
import {
  callContract,
  deploy,
  Sender,
  type TransactionResult,
  transfer,
} from '../support/sender.ts';
import { openExplorer, visit } from './support/browser.ts';
import { BAD_MARKUP, hostileContract, SHORT_MARKUP } from './support/hostileContract.ts';
import { ALICE, BOB } from './support/livelyNode.ts';

let node: TestNode;
let url: string;
let logged: TransactionResult;
let failed: TransactionResult;

const JSON_ARGUMENTS = utf8ToBytes(JSON.stringify({ [BAD_MARKUP]: BAD_MARKUP, memo: BAD_MARKUP }));

before(async () => {
  node = await startTestNode({ shards: 2, mining: { heartbeatMs: 3_600_000 } });
  url = node.rpc.url;
  const [alice, bob] = [ALICE, BOB].map((id) => new Sender(node.rpc, id)) as [Sender, Sender];
  await bob.send(BOB, [deploy(hostileContract)]);
  logged = await alice.send(BOB, [callContract('log', JSON_ARGUMENTS)]);
  failed = await alice.send(BOB, [callContract('fail', JSON_ARGUMENTS)]);
  await alice.send(BOB, [callContract(BAD_MARKUP, JSON_ARGUMENTS)]);
  await node.rpc.call('perigee_set_storage', {
    account_id: BOB,
    key_base64: bytesToBase64(utf8ToBytes(BAD_MARKUP)),
    value_base64: bytesToBase64(utf8ToBytes(BAD_MARKUP)),
  });
  await node.rpc.call('perigee_set_access_key', {
    account_id: ALICE,
    public_key: formatPublicKey(secretToPublic(keyFromSeed('ed25519', 'dapp'))),
    access_key: {
      nonce: 1,
      permission: {
        FunctionCall: { allowance: null, receiver_id: BOB, method_names: [BAD_MARKUP] },
      },
    },
  });
  const poor = await alice.sign(BOB, [transfer(10n ** 34n)]);
  const refused = { signed_tx_base64: bytesToBase64(poor.bytes), wait_until: 'INCLUDED' };
  await assert.rejects(node.rpc.call('send_tx', refused));
  const method = BAD_MARKUP;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { [BAD_MARKUP]: BAD_MARKUP },
  });
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await node.mine(5);
});

async function assertHarmless(page: Page, route: string, width: number): Promise<void> {
  const found = page.locator('main :is(img, script, iframe, object, embed, base, meta, link)');
  assert.equal(await found.count(), 0, `${route} has an element that was a text`);
  const links = await page
    .locator('main a')
    .evaluateAll((elements) => elements.map((link) => link.getAttribute('href') ?? ''));
  for (const href of links) assert.doesNotMatch(href, /^\s*(javascript|data):/i, route);
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(wide, width, `${route} is wider than the screen`);
}

/** With what is there when the page is complete; false where no hostile text is expected. */
function listPages(): [route: string, content: string, isHostile: boolean][] {
  const receipt = logged.receipts_outcome[0]?.id;
  const { block_hash } = logged.transaction_outcome;
  return [
    ['', '[data-row]', true],
    [`tx/${logged.transaction.hash}`, '.proven', true],
    [`tx/${failed.transaction.hash}`, '.trace li', true],
    [`account/${ALICE}`, '.tokens li', true],
    [`account/${BOB}`, '.transactions tr', true],
    [`contract/${BOB}`, '.storage tbody td', true],
    [`receipt/${receipt}`, '.facts', true],
    [`block/${block_hash}`, '[data-chunk]', false],
    ['epoch', 'tr[data-account]', false],
    ['local', '[data-mining]', false],
    ['rpc', '.requests li', false],
  ];
}

test('what contracts and programs wrote is text on every page', async () => {
  for (const width of [1000, 390]) {
    for (const [route, content, isHostile] of listPages()) {
      const { page, complaints } = await openExplorer(url, route, { width });
      await page.locator(content).first().waitFor({ state: 'attached' });
      // A name of this length may be cut.
      const shown = page.locator('main').getByText(BAD_MARKUP.slice(0, 24)).first();
      if (isHostile) await shown.waitFor({ state: 'attached' });
      await assertHarmless(page, route, width);
      assert.deepEqual(complaints, [], route);
      await page.close();
    }
  }
});

test('tokens of a hostile contract are names and numbers', async () => {
  await visit(url, `account/${ALICE}`, async (page) => {
    await page.locator('.tokens').getByText(SHORT_MARKUP).first().waitFor();
    await page.getByRole('button', { name: 'Show transfers' }).click();
    await page.locator('.transfers li').first().waitFor();
    assert.match(await page.locator('.transfers').innerText(), /\+5 <img src=x> from <img/);
    await assertHarmless(page, 'transfers', 1000);
  });
});

test('a link with markup in it opens a page that says what it did not find', async () => {
  const text = encodeURIComponent(BAD_MARKUP);
  const pages = [
    'tx',
    'account',
    'contract',
    'block',
    'chunk',
    'receipt',
    'epoch',
    'rpc',
    'search',
  ];
  for (const route of [...pages.map((name) => `${name}/${text}`), text, '%', `account/%E0%A4%A`]) {
    await visit(url, route, async (page) => {
      await page.locator('main :is(h1, .empty, .notice, .callout)').first().waitFor();
      await assertHarmless(page, route, 1000);
    });
  }
});

test('forms and the search box take markup as text', async () => {
  await visit(url, `contract/${BOB}`, async (page) => {
    await page.locator('#try').waitFor();
    await page.getByRole('button', { name: 'View' }).click();
    await page.locator('[aria-live] .value').waitFor();
    assert.ok((await page.locator('[aria-live] .value').innerText()).includes(BAD_MARKUP));
    await page.getByRole('combobox', { name: /^Search/ }).fill(BAD_MARKUP);
    await page.getByRole('combobox', { name: /^Search/ }).press('Enter');
    await page.getByText('Nothing on this chain has this name.').waitFor();
    await assertHarmless(page, 'search', 1000);
  });
  await visit(url, 'local', async (page) => {
    await page.getByRole('button', { name: 'Take one now' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill(SHORT_MARKUP);
    await page.getByRole('button', { name: 'Keep the name' }).click();
    await page.getByLabel('Name of the new account').fill(BAD_MARKUP);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('section[aria-labelledby="accounts"] .said.fail-ink').waitFor();
    await assertHarmless(page, 'local', 1000);
  });
});
