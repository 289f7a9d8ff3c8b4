// How long each page of the explorer takes to open in a real browser, on a chain with 100,000
// transactions: from the request for the page until what it is about can be read. Prints a table;
// `node .build/profiling/explorer.js [TRANSACTIONS]` from the root, after `npm test` has built
// everything once.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode } from '../src/embed/createNode.ts';
import { launchChromium } from '../test/browser/support/chromium.ts';
import { recordedContract } from '../test/support/recordedContracts.ts';
import { type BusyChain, makeBusyChain } from './busyChain.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;

const TRANSACTIONS = 100_000;
const OPENINGS = 5;
const GOAL_MS = 1_000;

/** A page, and what is on it when it can be read. */
interface Sight {
  readonly what: string;
  readonly route: string;
  readonly isOpen: string;
}

function listSights(chain: BusyChain): Sight[] {
  const { transfer, call, account, contract, fullHeight, height } = chain;
  const transactions = '.transactions :is(li, tr)';
  return [
    { what: 'live feed', route: '', isOpen: transactions },
    { what: 'transaction: a transfer', route: `tx/${transfer}`, isOpen: '.proven' },
    { what: 'transaction: a call', route: `tx/${call}`, isOpen: '.proven' },
    { what: 'account', route: `account/${account}`, isOpen: transactions },
    { what: 'account with a contract', route: `account/${contract}`, isOpen: transactions },
    { what: 'contract', route: `contract/${contract}`, isOpen: '#try' },
    { what: 'block with 1,000 transactions', route: `block/${fullHeight}`, isOpen: transactions },
    { what: 'block without any', route: `block/${height}`, isOpen: '.chunks li' },
    { what: 'epoch', route: 'epoch', isOpen: 'tr[data-account]' },
    { what: 'search: a transaction', route: `search/${call}`, isOpen: '.proven' },
    { what: 'local chain', route: 'local', isOpen: '[data-mining]' },
    { what: 'RPC console', route: 'rpc/block', isOpen: 'form select' },
  ];
}

async function openOnce(browser: Browser, url: string, sight: Sight): Promise<number> {
  const page = await browser.newPage();
  const start = performance.now();
  await page.goto(`${url}/#/${sight.route}`);
  await page.locator(sight.isOpen).first().waitFor();
  const ms = performance.now() - start;
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

async function main(transactions: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  try {
    const start = performance.now();
    const chain = await makeBusyChain({ home, transactions, code: recordedContract('hostcall') });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stdout.write(`${transactions} transactions in ${chain.height} blocks: ${seconds} s\n`);
    const node = await createNode({ home, mining: 'manual' });
    const browser = await launchChromium();
    try {
      const sights = listSights(chain);
      const params = { block_id: chain.fullHeight };
      const { chunks } = await node.rpc('block', params);
      const chunk = chunks[0]?.chunk_hash;
      const isOpen = '#chunk-transactions';
      sights.push({ what: 'chunk', route: `chunk/${chunk}`, isOpen });
      if (!(await measure(browser, node.url, sights))) process.exitCode = 1;
    } finally {
      await browser.close();
      await node.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? TRANSACTIONS));
