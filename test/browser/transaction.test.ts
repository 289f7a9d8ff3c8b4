// The page of a transaction in which something failed: the warning at the top, the diagram, and the
// panels of the receipt that is selected.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openExplorer, readAmounts, visit } from './support/browser.ts';
import { BOB, type LivelyNode, startLivelyNode } from './support/livelyNode.ts';

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
});

const REASON = 'Smart contract panicked: Slippage: got 19, wanted at least 20';

test('a success with a failed receipt does not look like a success', async () => {
  const { partly } = node.results;
  await visit(url, `tx/${partly.transaction.hash}`, async (page) => {
    await page.locator('.badge.big').waitFor();
    assert.equal(await page.locator('.badge.big').innerText(), 'Partly failed');
    assert.match(await page.locator('h1').innerText(), /alice\.test\.near moved 500 of bob/);
    assert.ok((await page.locator('.cause').innerText()).includes(REASON));
    // The failed receipt is selected, with its stack and host calls.
    const receipt = page.locator('section[aria-labelledby="receipt"]');
    assert.match(await receipt.locator('h2').innerText(), /Why run failed/);
    assert.equal(await receipt.locator('.msg').innerText(), REASON);
    await receipt.locator('.frames li').first().waitFor();
    assert.match(await receipt.locator('.frames').innerText(), /run/);
    const calls = await page.locator('.trace li').allInnerTexts();
    assert.match(calls.at(-1) ?? '', /panic_utf8.*Slippage/);
    assert.equal(await page.locator('.trace .bad').count(), 1);
    await page.locator('.flame rect').nth(3).waitFor();
    assert.match(await page.locator('.events').innerText(), /ft_transfer/);
  });
});

test('the selected receipt decides what the panels show', async () => {
  const { partly } = node.results;
  await visit(url, `tx/${partly.transaction.hash}`, async (page) => {
    const receipt = page.locator('section[aria-labelledby="receipt"]');
    await page.locator('.trace li').first().waitFor();
    const boxes = page.locator('[data-box]');
    const first = partly.receipts_outcome.find(({ outcome }) => outcome.executor_id === BOB);
    await page.locator(`[data-box="${first?.id}"]`).click();
    await receipt.getByText('Returned').waitFor();
    assert.match(await receipt.locator('.returned').innerText(), /"done"/);
    assert.equal(await page.locator('.trace .bad').count(), 0);
    const [gas] = await readAmounts(page, 'section[aria-labelledby="receipt"] .facts');
    assert.equal(gas, `${first?.outcome.gas_burnt}`);
    assert.equal(await boxes.locator('xpath=self::*[@aria-current]').count(), 1);
    await page.locator('.cause').getByRole('button').click();
    await receipt.locator('.msg').waitFor();
    await page.getByText('By account', { exact: true }).click();
    assert.ok((await page.locator('.flow .lane').count()) >= 3);
  });
});

test('on a phone, receipts are a list', async () => {
  const { partly } = node.results;
  const watched = await openExplorer(url, `tx/${partly.transaction.hash}`, { width: 390 });
  const { page } = watched;
  await page.locator('.flow-list li').first().waitFor();
  assert.equal(await page.locator('.flow').isVisible(), false);
  await page.locator('.flow-list').getByRole('button').first().click();
  await page.getByRole('heading', { name: 'Receipt signed' }).waitFor();
  assert.deepEqual(watched.complaints, []);
  await page.close();
});
