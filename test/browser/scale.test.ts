// What pages do on a chain with much content: what they ask the node and what they show has bounds
// that do not depend on the chain, so that they open as fast on a chain that is a hundred times as
// long, and they ask at once what can be asked at once. How long that takes is measured by
// profiling/explorer.ts, on a chain with 100,000 transactions and 10,000 accounts.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { type BusyChain, makeBusyChain } from '../../profiling/busyChain.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { startTestNode, type TestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { openExplorer, visit } from './support/browser.ts';

const TRANSACTIONS = 3_000;
const ACCOUNTS = 400;
/** Of what is needed until the page can be read. */
const REQUESTS_MAX = 40;
const RESPONSE_BYTES_MAX = 1_000_000;
const ELEMENTS_MAX = 3_000;

let chain: BusyChain;
let node: TestNode;

before(async () => {
  const home = createTemporaryFolder();
  const code = recordedContract('hostcall');
  chain = await makeBusyChain({ home, transactions: TRANSACTIONS, accounts: ACCOUNTS, code });
  node = await startTestNode({ home, mining: 'manual' });
});

test('each page asks and shows a bounded part of the chain', async () => {
  const rows = '.transactions :is(li, tr)';
  const pages: [route: string, content: string][] = [
    ['', rows],
    [`tx/${chain.call}`, '.proven'],
    [`account/${chain.account}`, rows],
    [`account/${chain.parent}`, '.names li'],
    [`account/${chain.contract}`, rows],
    [`contract/${chain.contract}`, rows],
    [`block/${chain.fullHeight}`, rows],
    ['epoch', 'tr[data-account]'],
    [`search/${chain.transfer}`, '.proven'],
    ['local', '[data-mining]'],
    ['rpc/block', 'form select'],
  ];
  for (const [route, content] of pages) {
    await visit(node.rpc.url, '', async (page) => {
      await page.locator(rows).first().waitFor();
      let requests = 0;
      const bodies: Promise<number>[] = [];
      page.on('response', (response) => {
        if (response.request().method() !== 'POST') return;
        requests += 1;
        bodies.push(
          response.body().then(
            ({ length }) => length,
            () => 0,
          ),
        );
      });
      await page.goto(`${node.rpc.url}/#/${route}`);
      await page.locator(content).first().waitFor();
      const bytes = (await Promise.all(bodies)).reduce((sum, length) => sum + length, 0);
      const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
      assert.ok(requests <= REQUESTS_MAX, `${route}: ${requests} requests`);
      assert.ok(bytes <= RESPONSE_BYTES_MAX, `${route}: ${bytes} bytes`);
      assert.ok(elements <= ELEMENTS_MAX, `${route}: ${elements} elements`);
    });
  }
});

test('what a page shows needs few requests that wait for each other', async () => {
  const rows = '.transactions :is(li, tr)';
  const pages: [route: string, content: string, roundsMax: number][] = [
    ['', rows, 3],
    [`account/${chain.account}`, rows, 2],
    [`account/${chain.parent}`, '.names li', 2],
    [`block/${chain.fullHeight}`, rows, 2],
    [`tx/${chain.call}`, '[data-box]', 3],
  ];
  for (const [route, content, roundsMax] of pages) {
    const rounds = await countRounds(route, content);
    assert.ok(rounds <= roundsMax, `${route}: ${rounds} rounds`);
  }
});

/** A page that sends nothing for so long waits for responses. */
const SETTLED_MS = 500;
const ROUNDS_MAX = 20;

/**
 * How often a page has to wait for the node before its content is there. The node responds to
 * nothing until the page has sent all that it can, and then to everything.
 */
async function countRounds(route: string, content: string): Promise<number> {
  const { page } = await openExplorer('about:blank', '');
  let held: Route[] = [];
  let newestMs = Number.POSITIVE_INFINITY;
  page.on('requestfinished', (request) => {
    // The module of the page is the last one to be loaded.
    if (/Page-\w+\.js$/.test(request.url())) newestMs = performance.now();
  });
  const isStatic = ({ pathname }: URL) => pathname.startsWith('/explorer/');
  await page.route(
    (url) => !isStatic(url),
    async (request) => {
      if (request.request().isNavigationRequest()) return request.continue();
      if (newestMs !== Number.POSITIVE_INFINITY) newestMs = performance.now();
      held.push(request);
    },
  );
  // Nor does a page give up a request that takes long: the test is what holds it.
  await page.addInitScript('AbortSignal.timeout = () => new AbortController().signal');
  await page.goto(`${node.rpc.url}/#/${route}`);
  let rounds = 0;
  while ((await page.locator(content).count()) === 0 && rounds < ROUNDS_MAX) {
    await setTimeout(SETTLED_MS / 4);
    if (held.length === 0 || performance.now() - newestMs < SETTLED_MS) continue;
    rounds += 1;
    const released = held;
    held = [];
    for (const request of released) await request.continue();
  }
  await page.close();
  return rounds;
}

test('any of the accounts is found by a part of its name', async () => {
  await visit(node.rpc.url, 'epoch', async (page) => {
    await page.locator('tr[data-account]').first().waitFor();
    await page.getByRole('combobox', { name: /^Search/ }).fill('user299.');
    await page.getByRole('option', { name: `user299.${chain.parent}` }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `user299.${chain.parent}`, level: 1 }).waitFor();
  });
});
