// What a developer does in the explorer: the control panel of a local chain, and the console with
// its request log. What the page shows is compared with the node's own responses.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { takePicture, visit } from './support/browser.ts';
import { ALICE, BOB, type LivelyNode, startLivelyNode } from './support/livelyNode.ts';

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode('auto');
  url = node.rpc.url;
});

test('the local chain is controlled from its panel', async () => {
  await visit(url, 'local', async (page) => {
    await page.getByText('test.near', { exact: true }).waitFor();
    const heightNow = async () => {
      const status = await node.rpc.call<{ sync_info: { latest_block_height: number } }>('status');
      return status.sync_info.latest_block_height;
    };
    const before = await heightNow();
    await page.getByLabel('How many').fill('5');
    await page.locator('main').getByRole('button', { name: 'Mine' }).click();
    await page.getByText('Made 5 blocks.').waitFor();
    assert.ok((await heightNow()) >= before + 5);

    await page.locator('[data-mining="auto"]').waitFor();
    await page.getByLabel('Mining').fill('manual');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.locator('[data-mining="manual"]').waitFor();
    await node.rpc.call('perigee_set_mining', { mode: 'interval:50' });
    await page.locator('[data-mining="interval:50"]').waitFor();
    await page.getByLabel('Mining').fill('auto');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.locator('[data-mining="auto"]').waitFor();

    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByText('Taken.').waitFor();
    await page.locator('[data-snapshot]').waitFor();
    const balanceOf = async (account_id: string) => {
      const params = { request_type: 'view_account', account_id, finality: 'optimistic' };
      return BigInt((await node.rpc.call<{ amount: string }>('query', params)).amount);
    };
    const had = await balanceOf(BOB);
    await page.getByRole('textbox', { name: 'Account', exact: true }).fill(BOB);
    await page.getByRole('textbox', { name: 'NEAR' }).fill('12.5');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(`${BOB} has 12.5 NEAR more`).waitFor();
    assert.equal((await balanceOf(BOB)) - had, 125n * 10n ** 23n);
    await takePicture(page, 'explorer-local');
    // Another page sees it as well, with its height.
    await page.reload();
    const { snapshots } = await node.rpc.call<{ snapshots: { id: number; height: number }[] }>(
      'perigee_controls',
    );
    assert.equal(snapshots.length, 1);
    const row = page.locator(`[data-snapshot="${snapshots[0]?.id}"]`);
    const height = (await row.locator('a').innerText()).replaceAll(',', '');
    assert.equal(Number(height), snapshots[0]?.height);
    await row.getByRole('button', { name: 'Revert to it' }).click();
    await page.getByText('Back at snapshot').waitFor();
    assert.equal(await balanceOf(BOB), had);
    await row.getByRole('button', { name: 'Drop it' }).click();
    await page.getByText('There is none. They end with the node.').waitFor();
  });
});

test('the console calls any method with a form', async () => {
  await visit(url, 'rpc/query', async (page) => {
    await page.getByLabel('Params').selectOption({ label: 'finality, view_account, account_id' });
    await page.getByLabel('finality', { exact: true }).selectOption('final');
    await page.getByRole('textbox', { name: /^account_id/ }).fill(ALICE);
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('section[aria-labelledby="answer"] pre');
    await answer.waitFor();
    assert.match(await answer.innerText(), /"storage_usage"/);
    await page.getByRole('button', { name: 'Ask again' }).first().click();
    await takePicture(page, 'explorer-rpc');
    await node.rpc.ask('gas_price', [null]);
    await page.getByRole('button', { name: 'Look again' }).click();
    const [newest] = await page.locator('.requests li').all();
    await page.locator('.requests').getByText('POST /gas_price').first().waitFor();
    await newest?.getByRole('button', { name: 'Ask again' }).click();
    await newest?.getByText('"result"').waitFor();
  });
});

test('a chain that is reset starts over, also on an open page', async () => {
  const other = await startTestNode();
  await new Sender(other.rpc, ALICE).send(BOB, [transfer(1n)]);
  await visit(other.rpc.url, 'local', async (page) => {
    await page.getByRole('button', { name: 'Reset the chain…' }).click();
    await page.getByRole('button', { name: 'Yes, remove everything after genesis' }).click();
    await page.getByText('The chain starts over.').waitFor();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByText('Nothing has happened on this chain yet').waitFor();
  });
});
