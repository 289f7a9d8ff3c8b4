// How long each page of the explorer takes to open in a real browser, on a chain with 100,000
// transactions and 10,000 accounts: from the request for the page until what it is about can be
// read. Prints a table; `node .build/profiling/explorer.js [TRANSACTIONS [ACCOUNTS [HOME]]]`, from
// the root, after `npm test` has built everything once. A home folder is kept, and used again.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode } from '../src/embed/createNode.ts';
import { launchChromium } from '../test/browser/support/chromium.ts';
import { recordedContract } from '../test/support/recordedContracts.ts';
import { type BusyChain, makeBusyChain } from './busyChain.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;

const TRANSACTIONS = 100_000;
const ACCOUNTS = 10_000;
const OPENINGS = 5;
const GOAL_MS = 500;
const CONTENT_FILE = 'content.json';

/** A page, and what is on it when it can be read. */
interface Sight {
  readonly what: string;
  readonly route: string;
  readonly isOpen: string;
}

function listSights(chain: BusyChain): Sight[] {
  const { transfer, call, account, parent, contract, fullHeight, height } = chain;
  const transactions = '.transactions :is(li, tr)';
  return [
    { what: 'live feed', route: '', isOpen: transactions },
    { what: 'transaction: a transfer', route: `tx/${transfer}`, isOpen: '[data-box]' },
    { what: 'transaction: a call', route: `tx/${call}`, isOpen: '[data-box]' },
    { what: 'account', route: `account/${account}`, isOpen: transactions },
    { what: 'account with sub-accounts', route: `account/${parent}`, isOpen: '.names li' },
    { what: 'account with a contract', route: `account/${contract}`, isOpen: transactions },
    { what: 'contract', route: `contract/${contract}`, isOpen: '#try' },
    { what: 'block with 1,000 transactions', route: `block/${fullHeight}`, isOpen: transactions },
    { what: 'block without any', route: `block/${height}`, isOpen: '[data-chunk]' },
    { what: 'epoch', route: 'epoch', isOpen: 'tr[data-account]' },
    { what: 'search: a transaction', route: `search/${call}`, isOpen: '[data-box]' },
    { what: 'local chain', route: 'local', isOpen: '[data-mining]' },
    { what: 'RPC console', route: 'rpc/block', isOpen: 'form select' },
  ];
}

/** A script for the page, before it loads: notes when a matching element has been painted. */
function notePainted(selector: string): string {
  return `{
    const look = () => {
      if (!document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) {
        requestAnimationFrame(look);
      } else {
        requestAnimationFrame(() => setTimeout(() => performance.mark('painted')));
      }
    };
    requestAnimationFrame(look);
  }`;
}

/**
 * With an empty cache, as the browser's clock has it: from the start of the navigation until what
 * the page is about has been painted.
 */
async function openOnce(browser: Browser, url: string, sight: Sight): Promise<number> {
  const page = await browser.newPage();
  await page.addInitScript(notePainted(sight.isOpen));
  await page.goto(`${url}/#/${sight.route}`);
  await page.locator(sight.isOpen).first().waitFor();
  const marks = () => performance.getEntriesByName('painted').map(({ startTime }) => startTime);
  let [ms] = await page.evaluate(marks);
  while (ms === undefined) [ms] = await page.evaluate(marks);
  await page.close();
  return ms;
}

async function measure(browser: Browser, url: string, sights: readonly Sight[]): Promise<boolean> {
  let isGood = true;
  for (const sight of sights) {
    const times: number[] = [];
    for (let i = 0; i < OPENINGS; i++) times.push(await openOnce(browser, url, sight));
    const [first = 0] = times;
    const median = times.toSorted((a, b) => a - b)[Math.floor(OPENINGS / 2)] ?? 0;
    isGood &&= median < GOAL_MS;
    const note = median < GOAL_MS ? '' : '  over the goal';
    process.stdout.write(
      `${sight.what.padEnd(32)} ${median.toFixed(0).padStart(5)} ms, ` +
        `the first time ${first.toFixed(0).padStart(5)} ms${note}\n`,
    );
  }
  return isGood;
}

/** From a typed text to the completion with an account that is not printed by the node. */
async function measureSearch(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/#/epoch`);
  await page.locator('tr[data-account]').first().waitFor();
  const start = performance.now();
  await page.getByRole('combobox', { name: /^Search/ }).fill('user42');
  await page
    .getByRole('option', { name: /^user42/ })
    .first()
    .waitFor();
  process.stdout.write(`completion: ${(performance.now() - start).toFixed(0)} ms\n`);
  await page.close();
}

async function prepare(home: string, transactions: number, accounts: number): Promise<BusyChain> {
  const content = join(home, CONTENT_FILE);
  if (existsSync(content)) return JSON.parse(readFileSync(content, 'utf8')) as BusyChain;
  const start = performance.now();
  const code = recordedContract('hostcall');
  const chain = await makeBusyChain({ home, transactions, accounts, code });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `${transactions} transactions, ${accounts} accounts, ${chain.height} blocks: ${seconds} s\n`,
  );
  writeFileSync(content, JSON.stringify(chain));
  return chain;
}

async function main(transactions: number, accounts: number, kept?: string): Promise<void> {
  const home = kept ?? mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  mkdirSync(home, { recursive: true });
  try {
    const chain = await prepare(home, transactions, accounts);
    const node = await createNode({ home, mining: 'manual' });
    const browser = await launchChromium();
    try {
      const sights = listSights(chain);
      const { chunks } = await node.rpc('block', { block_id: chain.fullHeight });
      const chunk = chunks[0]?.chunk_hash;
      sights.push({ what: 'chunk', route: `chunk/${chunk}`, isOpen: '#chunk-transactions' });
      const isGood = await measure(browser, node.url, sights);
      await measureSearch(browser, node.url);
      if (!isGood) process.exitCode = 1;
    } finally {
      await browser.close();
      await node.stop();
    }
  } finally {
    if (kept === undefined) rmSync(home, { recursive: true, force: true });
  }
}

const [transactions, accounts, kept] = process.argv.slice(2);
await main(Number(transactions ?? TRANSACTIONS), Number(accounts ?? ACCOUNTS), kept);
