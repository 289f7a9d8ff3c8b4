// The wallet's pages in a real browser: what a hostile page cannot do, automatic approval, imported
// keys, and how the pages look.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { formatSecretKey, keyFromSeed } from '../../src/base/crypto/keys.ts';
import { ALICE, BOB, CAROL, startTestNode, type TestNode } from '../support/runningNode.ts';
import { serve } from '../support/serve.ts';
import { findBarriers } from './support/browser.ts';
import { approve, openContext, openPage } from './support/walletWindow.ts';

const NEAR = '1000000000000000000000000';
const MARKUP = '<img src=x onerror="alert(1)">';

let node: TestNode;
/** Two pages that may ask; they keep the messages that they receive. */
let dapp: string;
let stranger: string;

before(async () => {
  node = await startTestNode();
  const page = `<!doctype html><title>Page</title><script>
    onmessage = ({ data, origin }) => { globalThis.told = { data, origin }; };
  </script>`;
  [dapp, stranger] = await Promise.all([servePage(page), servePage(page)]);
});

function servePage(page: string): Promise<string> {
  return serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page);
  });
}

interface Asked {
  readonly callback?: string;
  readonly action?: object;
  readonly signer?: string;
}

function signAddress({ callback = `${dapp}/back`, action, signer }: Asked = {}): string {
  const actions = [action ?? { Transfer: { deposit: NEAR } }];
  const params = new URLSearchParams({
    callbackUrl: callback,
    transactions_json: JSON.stringify([{ receiver_id: BOB, actions }]),
    ...(signer !== undefined && { signer_id: signer }),
  });
  return `${node.rpc.url}/sign#${params}`;
}

/** A page opens an address in a window of its own. */
async function openFrom(context: BrowserContext, page: Page, address: string): Promise<Page> {
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(`void open(${JSON.stringify(address)}, '_blank')`),
  ]);
  return opened;
}

async function balanceOf(account_id: string): Promise<bigint> {
  const params = { request_type: 'view_account', finality: 'optimistic', account_id };
  const { amount } = await node.rpc.call<{ amount: string }>('query', params);
  return BigInt(amount);
}

test('a page of the web cannot frame the wallet, read its keys, or sign by requests', async () => {
  const context = await openContext();
  const page = await openPage(context, dapp);
  await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.src = ${JSON.stringify(signAddress())};
    frame.onload = resolve;
    document.body.append(frame);
  })`);
  const [, inner] = page.frames();
  assert.match(inner?.url() ?? '', /^chrome-error:/, 'the frame stays empty');
  const answer = await page.evaluate(`fetch('${node.rpc.url}/perigee_accounts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"perigee_accounts","params":{}}',
  }).then((response) => response.text())`);
  assert.match(String(answer), /public_key/);
  assert.doesNotMatch(String(answer), /secret_key/);
  await context.close();
});

test('an address that is not a page is refused, and nothing runs', async () => {
  const context = await openContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  for (const callback of ['javascript:alert(document.domain)', 'data:text/html,<p>x']) {
    await page.goto('about:blank');
    await page.goto(signAddress({ callback }));
    await page.getByText('is not the address of a page').waitFor();
    assert.equal(await page.getByRole('button', { name: /Approve/ }).count(), 0);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('only a window of the page that is named gets the answer', async () => {
  const context = await openContext();
  const page = await openPage(context, stranger);
  const wallet = await openFrom(context, page, signAddress());
  await wallet.getByText('The browser does not confirm that this page asks.').waitFor();
  await approve(wallet, ALICE);
  // The answer goes to the page that was named.
  await wallet.waitForURL(`${dapp}/back?transactionHashes=*`);
  assert.equal(await page.evaluate('globalThis.told'), undefined);
  await context.close();
});

test('texts of a dapp are texts', async () => {
  const context = await openContext();
  const call = { FunctionCall: { method_name: MARKUP, args: '', gas: 1, deposit: '0' } };
  const page = await openPage(context, signAddress({ action: call }));
  await page.getByRole('heading', { name: `Call ${JSON.stringify(MARKUP)} of ${BOB}` }).waitFor();
  assert.equal(await page.locator('img').count(), 0);
  await context.close();
});

test('automatic approval, for a page that was chosen and that the browser confirms', async () => {
  const context = await openContext();
  const page = await openPage(context, dapp);
  const before = await balanceOf(BOB);
  const first = await openFrom(context, page, signAddress());
  await first.getByRole('checkbox', { name: /Approve everything/ }).check();
  await approve(first, ALICE);
  await first.waitForURL(`${dapp}/back?*`);
  // From now on nobody is asked.
  const second = await openFrom(context, page, signAddress());
  await second.waitForURL(`${dapp}/back?*`);
  assert.equal((await balanceOf(BOB)) - before, 2n * BigInt(NEAR));
  // Another page in its name is asked, and so is what would outlast the switch.
  const other = await openPage(context, stranger);
  const key = { public_key: 'ed25519:9BmAFNRTa5mRRXpSAm6MxSEeqRASDGNh2FuuwZ4gyxTw' };
  const full = { AddKey: { ...key, access_key: { nonce: 0, permission: 'FullAccess' } } };
  const lasting = new URL(signAddress({ action: full, signer: BOB }));
  for (const [opener, address] of [
    [other, signAddress()],
    [page, lasting.href],
  ] as const) {
    const wallet = await openFrom(context, opener, address);
    await wallet.getByRole('button', { name: /^Approve as/, disabled: false }).waitFor();
  }
  assert.equal((await balanceOf(BOB)) - before, 2n * BigInt(NEAR));
  // Switched off, it asks again.
  const home = await openPage(context, `${node.rpc.url}/wallet`);
  await home.getByRole('button', { name: `Ask again for ${dapp}` }).click();
  const third = await openFrom(context, page, signAddress());
  await third.getByRole('button', { name: /^Approve as/, disabled: false }).waitFor();
  await context.close();
});

test('an imported key signs, and cannot be read again', async () => {
  const context = await openContext();
  const page = await openPage(context, `${node.rpc.url}/wallet`);
  const add = async (account: string, secret: string) => {
    await page.getByRole('textbox', { name: 'Account' }).fill(account);
    await page.getByLabel('Secret key').fill(secret);
    await page.getByRole('button', { name: 'Import' }).click();
  };
  const secret = formatSecretKey(keyFromSeed('ed25519', CAROL));
  await add(CAROL, 'ed25519:nonsense');
  await page.getByText('The wallet signs with ed25519 keys only.').waitFor();
  await add(BOB, secret);
  await page.getByText(`${BOB} does not have this key on this chain.`).waitFor();
  await add(CAROL, secret);
  await page.getByText(`The wallet can sign for ${CAROL} now.`).waitFor();
  const isReadable = await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('perigee-wallet');
    opening.onsuccess = () => {
      const all = opening.result.transaction('keys').objectStore('keys').getAll();
      all.onsuccess = () => resolve(all.result.map(({ key }) => key.extractable));
    };
  })`);
  assert.deepEqual(isReadable, [false]);
  await page.goto(signAddress());
  await page.getByRole('combobox', { name: 'Account' }).selectOption(`${CAROL} (imported)`);
  const before = await balanceOf(BOB);
  await approve(page, CAROL);
  await page.waitForURL(`${dapp}/back?transactionHashes=*`);
  assert.equal((await balanceOf(BOB)) - before, BigInt(NEAR));
  await context.close();
});

test('the pages have no barriers, on a screen and on a phone, light and dark', async () => {
  const context = await openContext();
  const login = new URLSearchParams({
    success_url: dapp,
    public_key: 'ed25519:9BmAFNRTa5mRRXpSAm6MxSEeqRASDGNh2FuuwZ4gyxTw',
    contract_id: BOB,
    methodNames: 'add_message',
  });
  const pages = {
    wallet: `${node.rpc.url}/wallet`,
    'wallet-sign': signAddress(),
    'wallet-login': `${node.rpc.url}/login/?${login}`,
  };
  const page = await context.newPage();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [1200, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      for (const [name, address] of Object.entries(pages)) {
        await page.goto('about:blank');
        await page.goto(address, { referer: `${dapp}/` });
        await page.getByRole('button', { name: /Import|Approve as/, disabled: false }).waitFor();
        const looks = `${name} ${colorScheme} ${width}`;
        assert.deepEqual(await findBarriers(page), [], looks);
        const scroll = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(Number(scroll) <= width, `${looks} is ${scroll} wide`);
        if (name !== 'wallet') {
          assert.ok(await page.getByRole('button', { name: 'Deny' }).isVisible(), looks);
        }
      }
    }
  }
  await context.close();
});

test('a decision by keyboard', async () => {
  const context = await openContext();
  const page = await openPage(context, signAddress());
  const deny = page.getByRole('button', { name: 'Deny', disabled: false });
  await deny.waitFor();
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement?.textContent === 'Deny'`)) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(`${dapp}/back?errorCode=userRejected*`);
  await context.close();
});
