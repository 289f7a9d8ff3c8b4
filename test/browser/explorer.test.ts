// The explorer in a real browser against a real node: each page is opened and clicked through, and
// its numbers are compared with the node's own responses.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { formatMiningMode } from '../../src/chain/production/mining.ts';
import type { OutcomeWithId, TransactionResult } from '../support/sender.ts';
import { Sender, transfer } from '../support/sender.ts';
import { openExplorer, readAmounts, visit } from './support/browser.ts';
import {
  ALICE,
  BOB,
  CAROL,
  type LivelyNode,
  MARKUP,
  NO_IDLE_BLOCKS,
  startLivelyNode,
} from './support/livelyNode.ts';

const SCRIPT_BYTES_MAX = 60_000;
const BOB_KEY = formatPublicKey(secretToPublic(keyFromSeed('ed25519', BOB)));

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
});

function outcomesOf(result: TransactionResult): OutcomeWithId[] {
  return [result.transaction_outcome, ...result.receipts_outcome];
}

function sumOf(result: TransactionResult): { gas: number; tokens: bigint } {
  const outcomes = outcomesOf(result).map(({ outcome }) => outcome);
  return {
    gas: outcomes.reduce((sum, { gas_burnt }) => sum + gas_burnt, 0),
    tokens: outcomes.reduce((sum, { tokens_burnt }) => sum + BigInt(tokens_burnt), 0n),
  };
}

test('the live feed shows transactions as they land', async () => {
  await visit(url, '', async (page) => {
    const { panic, across } = node.results;
    const { gas } = sumOf(across);
    const row = page.locator(`[data-hash="${across.transaction.hash}"]`);
    await row.locator(`data[value="${gas}"]`).waitFor();
    const failed = page.locator(`[data-hash="${panic.transaction.hash}"]`);
    assert.match(await failed.innerText(), /^Failed:/);
    assert.ok((await failed.innerText()).includes(`${MARKUP} went wrong`));

    const sent = await new Sender(node.rpc, BOB).send(ALICE, [transfer(7n * 10n ** 24n)]);
    const landed = page.locator(`[data-hash="${sent.transaction.hash}"]`);
    await landed.getByText('Succeeded: ').waitFor();
    assert.match(await landed.innerText(), /bob\.test\.near sent 7 NEAR to alice\.test\.near/);
  });
});

test('the first view is small', async () => {
  const watched = await openExplorer('about:blank', '');
  let scriptBytes = 0;
  watched.page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('javascript')) return;
    assert.equal(response.headers()['content-encoding'], 'gzip', response.url());
    scriptBytes += Number(response.headers()['content-length']);
  });
  await watched.page.goto(url);
  await watched.page.locator('.transactions li').first().waitFor();
  assert.ok(scriptBytes > 0 && scriptBytes < SCRIPT_BYTES_MAX, `${scriptBytes} bytes`);
  await watched.page.close();
});

test('a transaction with its receipts on two shards', async () => {
  const { across } = node.results;
  await visit(url, `tx/${across.transaction.hash}`, async (page) => {
    await page.locator('.proven').waitFor();
    const outcomes = outcomesOf(across);
    const { gas, tokens } = sumOf(across);
    assert.deepEqual(await readAmounts(page, '.total'), [`${gas}`, `${tokens}`]);
    assert.equal(await page.locator('[data-receipt]').count(), outcomes.length);
    await page.getByText('List', { exact: true }).click();
    for (const { id, outcome } of outcomes) {
      const shown = await readAmounts(page, `[data-receipt="${id}"]`);
      assert.deepEqual(shown, [`${outcome.gas_burnt}`], id);
    }
    const shards = await page.locator('[data-receipt]').allInnerTexts();
    assert.ok(
      shards.some((text) => text.includes('shard 2')),
      'the shard of Bob',
    );
    assert.ok(
      shards.some((text) => text.includes('shard 0')),
      'the shard of Ivan',
    );
    await page.getByText('By shard', { exact: true }).click();
    assert.equal(await page.locator('.logs').getByText('inner call').count(), 1);
    assert.match(await page.locator('.result').innerText(), /"answer": 42/);
    const refunds = outcomes.filter(({ outcome }) => outcome.executor_id === ALICE).length - 1;
    assert.ok(refunds > 0);
    assert.equal(await page.locator('[data-box]').count(), outcomes.length - refunds);
    assert.ok((await page.locator('circle.refund').count()) > 0);
    await page.getByLabel('Refunds').uncheck();
    assert.equal(await page.locator('circle.refund').count(), 0);
    await page.getByLabel('Refunds').check();
    assert.match(
      await page.locator('.proven').innerText(),
      new RegExp(`${outcomes.length} of ${outcomes.length} outcomes by block`),
    );
  });
});

test('the milestones of a transaction, with their blocks', async () => {
  const { across } = node.results;
  const heightOf = async (hash: string) => {
    const block = await node.rpc.call<{ header: { height: number } }>('block', { block_id: hash });
    return block.header.height;
  };
  const included = await heightOf(across.transaction_outcome.block_hash);
  await visit(url, `tx/${across.transaction.hash}`, async (page) => {
    const steps = page.locator('.steps [data-milestone]');
    await steps.first().waitFor();
    const names = await steps.evaluateAll((items) =>
      items.map((item) => item.getAttribute('data-milestone')),
    );
    assert.deepEqual(names, [
      'INCLUDED',
      'EXECUTED_OPTIMISTIC',
      'INCLUDED_FINAL',
      'EXECUTED',
      'FINAL',
    ]);
    assert.equal(await page.locator('.steps .done[data-milestone]').count(), names.length);
    const shown = await page.locator('[data-milestone="INCLUDED"] a').innerText();
    assert.equal(Number(shown.replaceAll(',', '')), included);
  });
});

test('what a transaction changed', async () => {
  const { across } = node.results;
  await visit(url, `tx/${across.transaction.hash}`, async (page) => {
    const rows = page.locator('section[aria-labelledby="changes"] tbody tr[data-field]');
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    assert.ok(texts.some((text) => /storage\s+name\s+none\s+value/.test(text)));
    const balance = '[data-field="alice.test.near account amount"]';
    assert.deepEqual(await readAmounts(page, balance), [`${-sumOf(across).tokens}`]);
    const cells = await page.locator(`${balance} td`).allInnerTexts();
    assert.notEqual(cells[1], cells[2], 'the amounts can be told apart');
    assert.notEqual(await page.locator(`${balance} ins`).innerText(), '');
  });
});

test('the raw response and the command that requests it', async () => {
  const { transfer: sent } = node.results;
  await visit(url, `tx/${sent.transaction.hash}`, async (page) => {
    const raw = page.locator('details.raw');
    // Panels above may still be loading, and move what a click would aim at.
    await raw.locator('summary').press('Enter');
    await raw.locator('pre').nth(1).waitFor();
    assert.match(await raw.locator('pre').nth(0).innerText(), /^curl -s http:.*\/tx_status -H/);
    assert.match(await raw.locator('pre').nth(1).innerText(), /"final_execution_status"/);
  });
});

test('long lists are shown part by part', async () => {
  const carol = new Sender(node.rpc, CAROL);
  await node.rpc.call('perigee_set_mining', { mode: 'manual' });
  const { height } = await node.rpc.call<{ height: number }>('perigee_mine');
  for (let i = 0; i < 60; i++) {
    await carol.submit(await carol.sign(BOB, [transfer(BigInt(i))]), 'NONE');
  }
  await node.rpc.call('perigee_mine', { blocks: 6 });
  await node.rpc.call('perigee_set_mining', { mode: formatMiningMode(NO_IDLE_BLOCKS) });
  const rows = (page: Page) => page.locator('.transactions :is(li, tr)');
  await visit(url, `block/${height + 1}`, async (page) => {
    await page.getByText('50 of 60').waitFor();
    assert.equal(await rows(page).count(), 50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page).nth(59).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
  });
  await visit(url, `account/${CAROL}`, async (page) => {
    await rows(page).first().waitFor();
    while ((await page.getByRole('button', { name: 'Show older ones' }).count()) > 0) {
      const count = await rows(page).count();
      await page.getByRole('button', { name: 'Show older ones' }).click();
      await rows(page).nth(count).waitFor();
    }
    // The deployment, what the form above sent to it, and the transfers.
    assert.ok((await rows(page).count()) >= 61);
    assert.match(await rows(page).last().innerText(), /deploy/);
  });
});

test('a block, a chunk and an epoch', async () => {
  const { block_hash } = node.results.across.transaction_outcome;
  interface BlockAnswer {
    readonly header: { readonly height: number; readonly epoch_id: string };
    readonly chunks: readonly { readonly chunk_hash: string; readonly shard_id: number }[];
  }
  const block = await node.rpc.call<BlockAnswer>('block', { block_id: block_hash });
  await visit(url, `block/${block.header.height}`, async (page) => {
    await page.locator('[data-chunk]').first().waitFor();
    assert.equal(await page.locator('[data-chunk]').count(), block.chunks.length);
    assert.ok((await page.locator('.facts').innerText()).includes(block_hash));
    const row = page.locator(`[data-hash="${node.results.across.transaction.hash}"]`);
    assert.match(await row.innerText(), /Succeeded/);
    await page.locator('[data-chunk] a').first().click();
    await page.getByRole('heading', { name: /^Shard \d in block/ }).waitFor();
    await page.locator('.facts').waitFor();
  });
  await visit(url, 'epoch', async (page) => {
    const row = page.locator('tr[data-account="test.near"]');
    await row.waitFor();
    const { current_validators } = await node.rpc.call<{
      current_validators: { stake: string }[];
    }>('validators', 'latest');
    assert.deepEqual(await readAmounts(page, 'tr[data-account="test.near"]'), [
      current_validators[0]?.stake,
    ]);
  });
});

test('search finds everything by any of its names', async () => {
  const { across } = node.results;
  const { header } = await node.rpc.call<{ header: { height: number; hash: string } }>('block', {
    block_id: across.transaction_outcome.block_hash,
  });
  const cases: [text: string, heading: string][] = [
    [across.transaction.hash, 'alice.test.near called run of bob.test.near'],
    [header.hash, 'Block'],
    [`${header.height}`, 'Block'],
    [across.receipts_outcome[0]?.id ?? '', 'alice.test.near called run of bob.test.near'],
    [ALICE, ALICE],
    [BOB_KEY, BOB],
  ];
  await visit(url, '', async (page) => {
    for (const [text, heading] of cases) {
      await page.getByRole('combobox', { name: /^Search/ }).fill(text);
      await page.getByRole('combobox', { name: /^Search/ }).press('Enter');
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    await page.getByRole('combobox', { name: /^Search/ }).fill('there is nothing of this name');
    await page.getByRole('combobox', { name: /^Search/ }).press('Enter');
    await page.getByText('Nothing on this chain has this name.').waitFor();
  });
});
