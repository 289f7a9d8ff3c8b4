// What a developer does in the explorer: the control panel of a local chain, and the console with
// its request log. What the page shows is compared with the node's own responses.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { recordedContract } from '../support/recordedContracts.ts';
import { startTestNode } from '../support/runningNode.ts';
import { NEAR, Sender, transfer } from '../support/sender.ts';
import { visit } from './support/browser.ts';
import { ALICE, BOB, type LivelyNode, startLivelyNode } from './support/livelyNode.ts';

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode('auto');
  url = node.rpc.url;
});

const main = (page: Page) => page.locator('main');
const panel = (page: Page, id: string) => page.locator(`section[aria-labelledby="${id}"]`);

async function heightNow(rpc = node.rpc): Promise<number> {
  const status = await rpc.call<{ sync_info: { latest_block_height: number } }>('status');
  return status.sync_info.latest_block_height;
}

async function balanceOf(account_id: string): Promise<bigint> {
  const params = { request_type: 'view_account', account_id, finality: 'optimistic' };
  return BigInt((await node.rpc.call<{ amount: string }>('query', params)).amount);
}

test('blocks are mined, and the mining mode is set, also from elsewhere', async () => {
  await visit(url, 'local', async (page) => {
    const before = await heightNow();
    await page.getByLabel('How many blocks').fill('5');
    await page.getByRole('button', { name: 'Mine blocks' }).click();
    await panel(page, 'mining').getByText('Mined 5 blocks.').waitFor();
    assert.ok((await heightNow()) >= before + 5);
    await main(page).getByRole('button', { name: 'To the next epoch' }).click();
    await panel(page, 'mining').getByText('A new epoch began.').waitFor();

    await page.getByText('By hand', { exact: true }).click();
    await page.locator('[data-mining="manual"]').waitFor();
    await node.rpc.call('perigee_set_mining', { mode: 'interval:50' });
    await page.locator('[data-mining="interval:50"]').waitFor();
    await page.getByLabel('Every').fill('0');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    assert.equal(await page.locator('[data-mining="interval:50"]').count(), 1, 'it is refused');
    await page.getByText('On each transaction', { exact: true }).click();
    await page.locator('[data-mining="auto"]').waitFor();
  });
});

test('the clock moves ahead, and not back', async () => {
  const timeNow = async () => {
    const status = await node.rpc.call<{ sync_info: { latest_block_time: string } }>('status');
    return new Date(status.sync_info.latest_block_time).getTime();
  };
  await visit(url, 'local', async (page) => {
    const before = await timeNow();
    await page.getByRole('button', { name: '+1 h' }).click();
    await panel(page, 'clock').getByText('A block was mined at').waitFor();
    assert.ok((await timeNow()) >= before + 3_600_000);
    await page.getByLabel('Move to').fill('2020-01-01T00:00');
    await page.getByRole('button', { name: 'Move there' }).click();
    await panel(page, 'clock').locator('.said.fail-ink').waitFor();
    assert.ok((await timeNow()) >= before + 3_600_000);
  });
});

test('a named snapshot is a point on the line, and says what going back removes', async () => {
  await visit(url, 'local', async (page) => {
    const had = await balanceOf(BOB);
    const snapshots = panel(page, 'snapshots');
    await page.getByText('There is none. Take one before you try something').waitFor();
    await page.getByRole('button', { name: 'Take one now' }).click();
    await snapshots.getByText('Snapshot 1 is taken.').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('before the gift');
    await page.getByRole('button', { name: 'Keep the name' }).click();

    await fund(page, BOB, '12.5');
    assert.equal((await balanceOf(BOB)) - had, 125n * 10n ** 23n);
    // Another visit finds the name, and what was sent since.
    await page.reload();
    const point = page.locator('[data-snapshot="1"]');
    assert.match((await point.getAttribute('aria-label')) ?? '', /^before the gift, block /);
    await point.focus();
    await page.keyboard.press('Enter');
    const choice = page.locator('[data-chosen="1"]');
    await choice.getByText(/going back removes \d+ blocks? and 1 transaction\./).waitFor();
    await choice.getByRole('button', { name: 'Go back to it' }).click();
    await snapshots.getByText('The chain is back at before the gift.').waitFor();
    await snapshots.getByText(/\d+ blocks given up/).waitFor();
    assert.equal(await balanceOf(BOB), had);
    await choice.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is none. Take one before you try something').waitFor();
  });
});

async function fund(page: Page, account: string, amount: string): Promise<void> {
  const row = page.locator(`tr[data-account="${account}"]`);
  await row.getByRole('button', { name: `Fund ${account}` }).click();
  await page.getByLabel(`NEAR for ${account}`).fill(amount);
  await page.getByRole('button', { name: 'Send it from' }).click();
  await page.getByText(`${account} has ${amount} NEAR more.`).waitFor();
}

test('accounts are created, acted as, and their keys shown', async () => {
  await visit(url, 'local', async (page) => {
    await page.getByLabel('Name of the new account').fill('shop.alice.test.near');
    await page.getByLabel('Its balance').fill('3');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('has 3 NEAR and the key of alice.test.near.').waitFor();
    assert.equal(await balanceOf('shop.alice.test.near'), 3n * NEAR);
    await page.getByRole('button', { name: 'Create' }).click();
    await panel(page, 'accounts').locator('.said.fail-ink').waitFor();
    assert.match(
      await panel(page, 'accounts').locator('.said.fail-ink').innerText(),
      /already exists/i,
    );

    const row = page.locator('tr[data-account="shop.alice.test.near"]');
    await row.getByRole('button', { name: 'Keys' }).click();
    await page.getByText('The node did not make its keys').waitFor();
    await page.locator(`tr[data-account="${BOB}"]`).getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Copy the secret key' }).waitFor();
    await row.getByRole('button', { name: 'Act as' }).click();
    await row.getByText('acting').waitFor();
    await page.getByLabel('Receiver').fill(ALICE);
    await page.getByRole('textbox', { name: 'Amount, NEAR' }).fill('0.5');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('It succeeded: transaction').waitFor();
    assert.ok((await balanceOf('shop.alice.test.near')) < 2_500n * 10n ** 21n);
    await page
      .locator(`tr[data-account="${ALICE}"]`)
      .getByRole('button', { name: 'Act as' })
      .click();
  });
});

test('contracts are deployed and called, and a failure is shown next to the button', async () => {
  await visit(url, 'local', async (page) => {
    const send = panel(page, 'send');
    const said = send.locator('.said');
    await send.getByText('Deploy', { exact: true }).click();
    const file = { name: 'contract.wasm', mimeType: 'application/wasm' };
    const buffer = Buffer.from(recordedContract('hostcall'));
    await send.getByLabel('Code of the acting account').setInputFiles({ ...file, buffer });
    await send.getByRole('button', { name: 'Send' }).click();
    await said.getByText('It succeeded').waitFor();
    await send.getByText('Call', { exact: true }).click();
    await send.getByLabel('Contract').fill(ALICE);
    await send.getByLabel('Method').fill('echo');
    await send.getByRole('button', { name: 'Send' }).click();
    await said.getByText('It succeeded').waitFor();
    await send.getByLabel('Method').fill('there_is_none');
    await send.getByRole('button', { name: 'Send' }).click();
    await send.locator('.said.fail-ink').waitFor();
    assert.match(await said.innerText(), /there_is_none|method/i);
  });
});

test('an upgrade and a split are staged, and go into force', async () => {
  const staged = await startTestNode({ shards: 2, protocol: 87 });
  await visit(staged.rpc.url, 'local', async (page) => {
    await page.locator('[data-version="87"]').waitFor();
    await page.getByLabel('Version').fill('1000');
    await page.getByRole('button', { name: 'Stage it' }).click();
    await panel(page, 'upgrade').locator('.said.fail-ink').waitFor();
    await page.getByLabel('Version').fill('88');
    await page.getByRole('button', { name: 'Stage it' }).click();
    await panel(page, 'upgrade').getByText('88 is in force from block').waitFor();
    await page.getByRole('button', { name: 'Mine until it is in force' }).click();
    await page.getByText(/88 is in force, after \d epochs?\./).waitFor();
    await page.locator('[data-version="88"]').waitFor();

    const ids = await page.locator('[data-shard]').count();
    assert.equal(ids, 2);
    await page.getByLabel('at', { exact: true }).fill('carol.test.near');
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    await panel(page, 'shards').locator('.said').getByText('cut at carol.test.near').waitFor();
    await page.getByText(/split of shard \d is staged/).waitFor();
    await staged.rpc.call('perigee_mine', { epochs: 2 });
    await page.locator('[data-shard]').nth(2).waitFor();
    await page.goto(`${staged.rpc.url}/#/epoch`);
    await page.locator('[data-shard-row]').getByText('carol.test.near').waitFor();
    await page
      .locator('.shard-map')
      .getByText(/was shard \d/)
      .waitFor();
    assert.equal(await page.locator('[data-shard-row]').count(), 3);
  });
});

test('the console calls any method with a form', async () => {
  await visit(url, 'rpc/query', async (page) => {
    await page.getByLabel('Params').selectOption({ label: 'finality, view_account, account_id' });
    await page.locator('#param-finality').selectOption('final');
    await page.getByRole('textbox', { name: /^account_id/ }).fill(ALICE);
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('.response pre');
    await answer.waitFor();
    assert.match(await answer.innerText(), /"storage_usage"/);
    await page.locator('.response summary').click();
    await answer.waitFor({ state: 'hidden' });
    await page.locator('.response summary').click();
    await page.getByRole('button', { name: 'Ask again' }).first().click();
    await answer.waitFor();
    await node.rpc.ask('gas_price', [null]);
    await page.getByRole('button', { name: 'Look again' }).click();
    const [newest] = await page.locator('.requests li').all();
    await page.locator('.requests').getByText('gas_price', { exact: true }).first().waitFor();
    await newest?.getByRole('button', { name: 'Ask again' }).click();
    await newest?.getByText('"result"').waitFor();
  });
});

test('methods are found by a filter, the history is kept, and the page stays short', async () => {
  await visit(url, 'rpc', async (page) => {
    await page.getByLabel('Filter methods').fill('gas_pri');
    const links = page.locator('.method-list a');
    await page.waitForFunction("document.querySelectorAll('.method-list a').length === 1");
    await links.click();
    await page.getByRole('heading', { name: 'gas_price' }).waitFor();
    assert.equal(await page.getByLabel('Filter methods').inputValue(), 'gas_pri');
    await page.getByLabel('As JSON').fill('{"block_id":"no hash"}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.response .badge.fail').waitFor();
    await page.reload();
    await page
      .locator('section[aria-labelledby="log"]')
      .getByText('{"block_id":"no hash"}')
      .waitFor();
    for (let at = 0; at < 60; at++) await node.rpc.ask('gas_price', [null]);
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.locator('.requests li').nth(19).waitFor();
    assert.equal(await page.locator('.requests li').count(), 20);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    assert.ok(height < 3000, `${height} pixels`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Requests that you send appear here.').waitFor();
  });
});

test('a chain that is reset starts over, also on an open page', async () => {
  const other = await startTestNode();
  await new Sender(other.rpc, ALICE).send(BOB, [transfer(1n)]);
  await visit(other.rpc.url, 'local', async (page) => {
    await page.getByRole('button', { name: 'Restart the chain…' }).click();
    await page.getByRole('button', { name: 'Yes, remove everything after genesis' }).click();
    await page.getByText('The chain starts over.').waitFor();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByText('Nothing has happened on this chain yet').waitFor();
  });
});
