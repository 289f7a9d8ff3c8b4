// A real browser for tests. Every page is watched: a script error, a content-security-policy
// report, a dialog, or a request to another host fails the test that opened it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { repositoryPath } from '../../support/repository.ts';
import { launchChromium } from './chromium.ts';

/** Ends a test that would hang; even on a slow machine everything happens sooner. */
const WAIT_MS_MAX = 300_000;

let launched: Promise<Browser> | null = null;

after(async () => {
  await (await launched)?.close();
});

export interface OpenOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** Pages with the same look share a browser context: scripts are loaded and compiled once. */
const contexts = new Map<string, Promise<BrowserContext>>();

function contextFor({ width = 1000, colorScheme = 'light' }: OpenOptions): Promise<BrowserContext> {
  const name = `${width} ${colorScheme}`;
  const known = contexts.get(name);
  if (known !== undefined) return known;
  launched ??= launchChromium();
  const context = launched.then((browser) =>
    browser.newContext({ viewport: { width, height: 800 }, colorScheme }),
  );
  contexts.set(name, context);
  return context;
}

/** A page with the errors on it. */
export interface WatchedPage {
  readonly page: Page;
  /** The browser's complaints, except about a node that was stopped. */
  readonly complaints: string[];
  /** Every request that the page sent. */
  readonly requests: string[];
}

export async function openExplorer(
  url: string,
  route: string,
  options: OpenOptions = {},
): Promise<WatchedPage> {
  const page = await (await contextFor(options)).newPage();
  page.setDefaultTimeout(WAIT_MS_MAX);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('console', (message) => {
    const isLost = message.text().includes('net::ERR_');
    if (message.type() === 'error' && !isLost) complaints.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${url}/#/${route}`);
  return { page, complaints, requests };
}

/** Nothing went wrong, and no other host was contacted. */
export function assertQuiet({ complaints, requests }: WatchedPage, url: string): void {
  assert.deepEqual(complaints, []);
  const others = requests.filter((request) => !/^(data|blob):/.test(request));
  for (const request of others) assert.ok(request.startsWith(`${url}/`), request);
}

/** Opens a page, runs the test on it, and checks that nothing went wrong. */
export async function visit(
  url: string,
  route: string,
  look: (page: Page, watched: WatchedPage) => Promise<void>,
): Promise<void> {
  const watched = await openExplorer(url, route);
  try {
    await look(watched.page, watched);
    assertQuiet(watched, url);
  } finally {
    await watched.page.close();
  }
}

const AXE = repositoryPath('test', 'node_modules', 'axe-core', 'axe.min.js');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** The serious findings of an accessibility check, one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const violations = await page.evaluate<Violation[]>(
    'axe.run().then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The exact values that a part of a page shows. */
export async function readAmounts(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(`${selector} data`)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('value') ?? ''));
}
