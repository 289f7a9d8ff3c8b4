// How every page looks, light, dark and on a phone: compared with the pictures in docs/images, or
// with PERIGEE_IMAGES=1 the pictures themselves. The chain, the time, the fonts and the addresses
// are the same on every machine.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { startTestNode, type TestNode, writeGenesis } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { launchChromium } from './support/chromium.ts';
import { checkPicture } from './support/pictures.ts';
import {
  ALICE,
  BOB,
  GREETER,
  type StudioChain,
  startStudioChain,
  TOKEN,
} from './support/studioChain.ts';

/** What the pages see; the servers listen on free ports. */
const STUDIO = 'http://127.0.0.1:3030';
const FRESH = 'http://localhost:3030';
const DAPP = 'http://localhost:8080';

const WAIT_MS_MAX = 60_000;
const NS_PER_MS = 1_000_000n;
const SHOTS_MAX = 20;

const LOOKS = [
  { suffix: '', width: 1280, height: 800, colorScheme: 'light' },
  { suffix: '-dark', width: 1280, height: 800, colorScheme: 'dark' },
  { suffix: '-phone', width: 390, height: 844, colorScheme: 'light' },
] as const;

interface Picture {
  readonly url: (chain: StudioChain) => string;
  /** Selectors of what is there once the page is complete. */
  readonly complete: readonly string[];
  /** What a user does before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Only what fits on the screen. */
  readonly isScreen?: boolean;
  /** A phone has no keys. */
  readonly isWide?: boolean;
}

const route = (path: (chain: StudioChain) => string) => (chain: StudioChain) =>
  `${STUDIO}/#/${path(chain)}`;

const login = new URLSearchParams({
  success_url: DAPP,
  public_key: 'ed25519:9BmAFNRTa5mRRXpSAm6MxSEeqRASDGNh2FuuwZ4gyxTw',
  contract_id: GREETER,
});
for (const name of ['greet', 'set_greeting']) login.append('methodNames', name);
const payment = {
  method_name: 'ft_transfer',
  args: bytesToBase64(utf8ToBytes(JSON.stringify({ receiver_id: BOB, amount: '2500000' }))),
  gas: '30000000000000',
  deposit: '1',
};
const sign = new URLSearchParams({
  callbackUrl: `${DAPP}/back`,
  signer_id: ALICE,
  transactions_json: JSON.stringify([{ receiver_id: TOKEN, actions: [{ FunctionCall: payment }] }]),
});

/** By the name of the picture. */
const PICTURES: Record<string, Picture> = {
  home: { url: route(() => ''), complete: ['.transactions li', '.tape a', '.tape-mini'] },
  fresh: { url: () => `${FRESH}/`, complete: ['h1'], isScreen: true },
  search: {
    url: route(() => ''),
    complete: ['.transactions li'],
    act: async (page) => {
      await page.getByRole('combobox', { name: /^Search/ }).fill('al');
      await page.locator('.suggestions').waitFor();
    },
    isScreen: true,
  },
  nothing: { url: route(() => 'search/nothing'), complete: ['.notice'], isScreen: true },
  keys: {
    url: route(() => 'epoch'),
    complete: ['tr[data-account]'],
    act: (page) => page.keyboard.press('?'),
    isScreen: true,
    isWide: true,
  },
  transaction: {
    url: route(({ traded }) => `tx/${traded}`),
    complete: ['.proven', '.trace li', '[aria-labelledby=changes] tbody tr'],
  },
  partly: {
    url: route(({ partly }) => `tx/${partly}`),
    complete: ['.proven', '.trace li', '[aria-labelledby=changes] tbody tr'],
  },
  account: {
    url: route(() => `account/${ALICE}`),
    complete: ['.transactions tr', '[aria-labelledby=tokens] li', '.balance-plot, svg.plot'],
  },
  contract: {
    url: route(() => `contract/${TOKEN}`),
    complete: ['#try', '.transactions tr', '.ranges li', '.storage tbody tr'],
  },
  described: {
    url: route(() => `contract/${GREETER}`),
    complete: ['#try', '.transactions tr', '.ranges li'],
  },
  block: { url: route(({ height }) => `block/${height}`), complete: ['[data-chunk]'] },
  chunk: { url: route(({ chunk }) => `chunk/${chunk}`), complete: ['.facts'] },
  receipt: { url: route(({ receipt }) => `receipt/${receipt}`), complete: ['.facts'] },
  epoch: { url: route(() => 'epoch'), complete: ['tr[data-account]'] },
  local: { url: route(() => 'local'), complete: ['[data-mining]', 'tbody data'] },
  console: { url: route(() => 'rpc/query'), complete: ['.requests li'] },
  wallet: { url: () => `${STUDIO}/wallet`, complete: ['button:has-text("Import")'] },
  'wallet-login': {
    url: () => `${STUDIO}/login/?${login}`,
    complete: ['button:has-text("Approve"):enabled'],
  },
  'wallet-sign': {
    url: () => `${STUDIO}/sign#${sign}`,
    complete: ['button:has-text("Approve"):enabled'],
  },
};

let chain: StudioChain;
let fresh: TestNode;
let browser: Browser;
let context: BrowserContext;

before(async () => {
  chain = await startStudioChain();
  const home = createTemporaryFolder();
  writeGenesis(home, {});
  fresh = await startTestNode({ home, mining: 'manual' });
  browser = await launchChromium({
    [new URL(STUDIO).host]: portOf(chain.node.rpc.url),
    [new URL(FRESH).host]: portOf(fresh.rpc.url),
  });
  context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WAIT_MS_MAX);
  await context.clock.setFixedTime(chain.nowMs);
  await context.addInitScript('performance.now = () => 0');
  await stopClock();
});

after(() => browser?.close());

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** The clock of a node goes on while pictures are taken; pages see the moment of the picture. */
async function stopClock(): Promise<void> {
  const now = `${BigInt(chain.nowMs) * NS_PER_MS}`;
  await context.route(/\/perigee_(controls|requests)$/, async (request) => {
    const asked = request.request().url();
    const url = asked.replace(STUDIO, chain.node.rpc.url).replace(FRESH, fresh.rpc.url);
    const response = await request.fetch({ url });
    const text = await response.text();
    const body = text.replace(/("timestamp": ?)("?)\d+\2/g, `$1$2${now}$2`);
    await request.fulfill({ response, body });
  });
}

async function open({ url, complete, act }: Picture): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url(chain), { referer: `${DAPP}/` });
  for (const selector of complete) await page.locator(selector).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.sk').first().waitFor({ state: 'detached' });
  await act?.(page);
  return page;
}

/** Of a page that does not change any more. */
async function takeScreenshot(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ animations: 'disabled' });
  let last = await take();
  for (let shots = 1; shots < SHOTS_MAX; shots++) {
    const next = await take();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error('the page does not settle');
}

/** A window in which nothing scrolls: what is fixed to its lower edge is at the end of the page. */
async function fitHeight(page: Page, width: number, least: number): Promise<void> {
  const content = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(least, content) });
}

async function checkLooks(name: string, picture: Picture): Promise<string[]> {
  const page = await open(picture);
  const faults: string[] = [];
  for (const { suffix, width, height, colorScheme } of LOOKS) {
    if (picture.isWide === true && suffix === '-phone') continue;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    if (picture.isScreen !== true) await fitHeight(page, width, height);
    const fault = await checkPicture(`${name}${suffix}`, await takeScreenshot(page));
    if (fault !== null) faults.push(fault);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    if (wide !== width) faults.push(`${name}${suffix} is ${wide} wide, and scrolls sideways`);
  }
  await page.close();
  return faults;
}

for (const [name, picture] of Object.entries(PICTURES)) {
  test(`the look of ${name}`, async () => {
    const faults = await checkLooks(name, picture);
    assert.deepEqual(faults, []);
  });
}
