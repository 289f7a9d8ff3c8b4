// The windows of dapps and of the wallet, in one browser context without anything remembered.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

const WAIT_MS_MAX = 300_000;

let launched: Promise<Browser> | null = null;

after(async () => {
  await (await launched)?.close();
});

/** A new user: nothing is stored. */
export async function openContext(): Promise<BrowserContext> {
  launched ??= launchChromium();
  const context = await (await launched).newContext({ viewport: { width: 1000, height: 800 } });
  context.setDefaultTimeout(WAIT_MS_MAX);
  return context;
}

export async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Does something that opens the wallet, and returns its window. */
export async function expectWallet(context: BrowserContext, act: () => unknown): Promise<Page> {
  const [wallet] = await Promise.all([context.waitForEvent('page'), act()]);
  await wallet.getByRole('button', { name: 'Deny' }).waitFor();
  return wallet;
}

export async function approve(wallet: Page, accountId: string): Promise<void> {
  await wallet.getByRole('button', { name: `Approve as ${accountId}`, exact: true }).click();
}

export async function deny(wallet: Page): Promise<void> {
  await wallet.getByRole('button', { name: 'Deny', exact: true }).click();
}

/** Runs an asynchronous call of the dapp, whose result or message of failure is awaited later. */
export function callDapp(page: Page, call: string): Promise<unknown> {
  return page.evaluate(`(async () => ${call})()`).then(
    (value) => value,
    (error: Error) => ({ failure: error.message }),
  );
}

export function assertFailure(result: unknown, pattern: RegExp): void {
  assert.match(String((result as { failure?: string } | undefined)?.failure), pattern);
}
