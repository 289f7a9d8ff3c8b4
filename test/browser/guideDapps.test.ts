// The dapps of docs/guide/wallet.md, as a reader would use them.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { serveGuideDapp } from './support/dapp.ts';
import { approve, expectWallet, openContext, openPage } from './support/walletWindow.ts';

let node: TestNode;

before(async () => {
  node = await startTestNode();
});

/** Presses a button, approves, and returns what the page shows. */
async function press(context: BrowserContext, page: Page, name: string): Promise<string> {
  await page.locator('#result').evaluate((result) => {
    result.textContent = '';
  });
  const wallet = await expectWallet(context, () => page.getByRole('button', { name }).click());
  await approve(wallet, ALICE);
  await page.waitForFunction(`document.getElementById('result').textContent !== ''`);
  return (await page.locator('#result').textContent()) ?? '';
}

test('with near-connect', async () => {
  const context = await openContext();
  const dapp = await serveGuideDapp('@hot-labs/near-connect', node.rpc.url);
  const page = await openPage(context, dapp);
  const [account] = JSON.parse(await press(context, page, 'Log in'));
  assert.equal(account.accountId, ALICE);
  const sent = JSON.parse(await press(context, page, 'Send 1 NEAR to bob'));
  assert.deepEqual(sent.status, { SuccessValue: '' });
  assert.equal(sent.transaction.receiver_id, BOB);
  const signed = JSON.parse(await press(context, page, 'Sign a message'));
  assert.equal(signed.accountId, ALICE);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('"Logged out"').waitFor();
  await page.getByRole('button', { name: 'Send 1 NEAR to bob' }).click();
  await page.getByText('No accounts found').waitFor();
  await context.close();
});

test('with wallet-selector', async () => {
  const context = await openContext();
  const dapp = await serveGuideDapp('@near-wallet-selector/core', node.rpc.url);
  const page = await openPage(context, dapp);
  await page.waitForFunction(`document.getElementById('login').onclick !== null`);
  const [account] = JSON.parse(await press(context, page, 'Log in'));
  assert.equal(account.accountId, ALICE);
  assert.match(account.publicKey, /^ed25519:/);
  await context.close();
});
