// The page of an account: what it has according to the node and to token contracts, who may act for
// it, what it did from its point of view, and the creation of one that does not exist.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { callContract, NEAR, Sender, transfer } from '../support/sender.ts';
import { findBarriers, openExplorer, readAmounts, visit } from './support/browser.ts';
import { ALICE, BOB, CAROL, type LivelyNode, startLivelyNode } from './support/livelyNode.ts';
import { deployToken, TOKEN_BALANCE } from './support/tokenContract.ts';

let node: LivelyNode;
let url: string;
const DAPP_KEY = secretToPublic(keyFromSeed('ed25519', 'dapp'));

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
  await deployToken(node, CAROL);
  const alice = new Sender(node.rpc, ALICE);
  await alice.send(CAROL, [callContract('ft_mint', utf8ToBytes('{}'))]);
  await new Sender(node.rpc, BOB).send(ALICE, [transfer(10n * NEAR)]);
  const permission = {
    FunctionCall: { allowance: `${NEAR / 4n}`, receiver_id: BOB, method_names: ['vote', 'run'] },
  };
  await node.rpc.call('perigee_set_access_key', {
    account_id: ALICE,
    public_key: formatPublicKey(DAPP_KEY),
    access_key: { nonce: 7, permission },
  });
});

async function accountOf(account_id: string) {
  return node.rpc.call<{ amount: string; locked: string; storage_usage: number }>('query', {
    request_type: 'view_account',
    account_id,
    finality: 'optimistic',
  });
}

test('what it can spend, and how its balance developed', async () => {
  const account = await accountOf(ALICE);
  await visit(url, `account/${ALICE}`, async (page) => {
    await page.locator('.plot').waitFor();
    const [spendable, storage, kept, locked] = await readAmounts(page, '.holdings');
    const cost = account.storage_usage > 770 ? BigInt(account.storage_usage) * 10n ** 19n : 0n;
    assert.deepEqual(
      [spendable, storage, kept, locked],
      [`${BigInt(account.amount) - cost}`, `${account.storage_usage}`, `${cost}`, account.locked],
    );
    const label = (await page.locator('.plot').getAttribute('aria-label')) ?? '';
    assert.match(label, /^Balance from .+ NEAR at block \d+ to .+ NEAR at block \d+$/);
    assert.ok(((await page.locator('.plot .spark').getAttribute('d')) ?? '').split('H').length > 5);
  });
});

test('keys stand out by what they may do', async () => {
  await visit(url, `account/${ALICE}`, async (page) => {
    const rows = page.locator('.keys tbody tr');
    await rows.nth(1).waitFor();
    const full = rows.filter({ hasText: 'full access' });
    assert.equal(await full.locator('.badge.warn').count(), 1);
    const dapp = rows.filter({ hasText: formatPublicKey(DAPP_KEY) });
    const words = await dapp.innerText();
    assert.match(words, /call\s+vote, run of bob\.test\.near\s+up to 0\.25 NEAR/);
    assert.match(words, /7$/);
    const width = (await dapp.locator('code').boundingBox())?.width ?? 0;
    assert.ok(width > 200, `the key column is ${width} px wide`);
  });
});

test('tokens are what contracts claim, also where one does not answer', async () => {
  await visit(url, `account/${ALICE}`, async (page) => {
    const tokens = page.locator('.tokens li');
    await tokens.filter({ hasText: CAROL }).getByText('TOK', { exact: false }).waitFor();
    const [amount] = await readAmounts(page, `.tokens li:has-text("${CAROL}")`);
    assert.equal(amount, TOKEN_BALANCE);
    // Bob's contract logged a transfer, but has no balances.
    assert.match(await tokens.filter({ hasText: BOB }).innerText(), /gives no balance/);
  });
});

test('history from the point of view of the account, with filters', async () => {
  const { across, transfer: sent, partly } = node.results;
  await visit(url, `account/${ALICE}`, async (page) => {
    const row = (hash: string) => page.locator(`[data-hash="${hash}"]`);
    await row(across.transaction.hash).waitFor();
    assert.match(
      await row(sent.transaction.hash).innerText(),
      /\tsent 3 NEAR to bob.test.near · signed/,
    );
    const said = await row(partly.transaction.hash).innerText();
    assert.match(said, /\tmoved 500 .*signed, executed \d receipts?/s);
    assert.match(said, /Slippage/);
    const rows = page.locator('.transactions tr');
    const all = await rows.count();
    await page.getByText('Received', { exact: true }).click();
    await page.getByText('received 10 NEAR from').waitFor();
    assert.equal(await rows.count(), 1);
    await page.getByText('Failed', { exact: true }).click();
    await row(partly.transaction.hash).waitFor();
    const failed = await rows.count();
    assert.ok(failed > 1 && failed < all);
    await page.getByText('All', { exact: true }).click();
    await page.getByPlaceholder('method, account, text').fill('SLIPPAGE');
    await rows.nth(1).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 1);
    await page.getByPlaceholder('method, account, text').fill('nothing is like this');
    await page.getByText('None of them is like that.').waitFor();
    await page.getByPlaceholder('method, account, text').fill('');
    await page.locator('.names').getByText(`sub.${ALICE}`, { exact: true }).waitFor();
    assert.equal(await page.locator('.names li').count(), 1);
  });
});

test('the change of the balance is exact', async () => {
  const { transfer: sent } = node.results;
  const outcomes = [sent.transaction_outcome, ...sent.receipts_outcome];
  const burnt = outcomes
    .filter(({ outcome }) => outcome.executor_id === ALICE)
    .reduce((sum, { outcome }) => sum + BigInt(outcome.tokens_burnt), 0n);
  assert.ok(burnt > 0n);
  await visit(url, `account/${ALICE}`, async (page) => {
    const cell = `[data-hash="${sent.transaction.hash}"] td.r`;
    // The balances come after the transactions.
    await page.locator(`${cell} data`).waitFor();
    const shown = await readAmounts(page, cell);
    const change = BigInt(shown[0] ?? 0);
    assert.ok(change < -3n * NEAR && change > -3n * NEAR - NEAR / 100n, `${change}`);
  });
});

test('an account that does not exist can be created, and funded', async () => {
  const name = `new.${ALICE}`;
  await visit(url, `account/${name}`, async (page) => {
    await page.getByText('There is no such account').waitFor();
    await page.getByLabel('Amount in NEAR').fill('12.5');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.locator('.keys tbody tr').waitFor();
    assert.equal((await accountOf(name)).amount, `${(25n * NEAR) / 2n}`);
    await page.getByLabel('Amount in NEAR').fill('7');
    await page.getByRole('button', { name: 'Fund' }).click();
    await page.getByText('7 NEAR more, from test.near.').waitFor();
    assert.equal((await accountOf(name)).amount, `${(39n * NEAR) / 2n}`);
    // Its key is the one that the page named, so it can act.
    await page.locator('.transactions tr').waitFor();
  });
});

test('a name that cannot be one is refused beside the button', async () => {
  await visit(url, 'account/x', async (page) => {
    await page.locator('h1').waitFor();
    assert.equal(await page.locator('.keys').count(), 0);
  });
});

test('accessible at all widths', async () => {
  for (const look of [
    { width: 390 },
    { width: 1400 },
    { width: 2560, colorScheme: 'dark' },
  ] as const) {
    const { page, complaints } = await openExplorer(url, `account/${ALICE}`, look);
    await page.locator('.transactions tr').first().waitFor();
    await page.locator('.tokens li').first().waitFor();
    assert.deepEqual(await findBarriers(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), look.width);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});
