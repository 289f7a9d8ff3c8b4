// Every page of the explorer is opened once in a real browser against a real node: it must show
// what it is about, without a complaint of the browser or a request to another host. What the pages
// can do is tested at length in test/browser.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { findBarriers, readAmounts, visit } from '../browser/support/browser.ts';
import {
  ALICE,
  CAROL,
  IVAN,
  type LivelyNode,
  startLivelyNode,
} from '../browser/support/livelyNode.ts';

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
});

interface Sight {
  readonly route: string;
  readonly heading: string;
  /** A text that stands on the page when it is complete. */
  readonly text: string | RegExp;
}

async function listSights(): Promise<Sight[]> {
  const { transaction, transaction_outcome, receipts_outcome } = node.results.across;
  const { block_hash } = transaction_outcome;
  const { header, chunks } = await node.rpc.call<{
    header: { height: number; epoch_id: string };
    chunks: { chunk_hash: string }[];
  }>('block', { block_id: block_hash });
  return [
    { route: '', heading: 'Transactions', text: 'send 3 NEAR' },
    { route: `tx/${transaction.hash}`, heading: 'Transaction', text: /outcomes are proven/ },
    { route: `receipt/${receipts_outcome[0]?.id}`, heading: 'Receipt', text: ALICE },
    { route: `account/${ALICE}`, heading: 'Account', text: `sub.${ALICE}` },
    { route: `contract/${IVAN}`, heading: 'Contract', text: 'Try a method' },
    { route: `contract/${CAROL}`, heading: 'Contract', text: 'tells of 3 methods' },
    { route: `block/${header.height}`, heading: 'Block', text: block_hash },
    { route: `chunk/${chunks[0]?.chunk_hash}`, heading: 'Chunk', text: 'State root' },
    { route: 'epoch', heading: 'Epoch', text: 'test.near' },
    { route: 'search/nothing at all', heading: 'Search', text: /Nothing on this chain/ },
    { route: 'local', heading: 'Local chain', text: 'in force: auto' },
    { route: 'rpc/block', heading: 'RPC', text: 'Asked by other programs' },
  ];
}

test('every page opens', async () => {
  for (const { route, heading, text } of await listSights()) {
    await visit(url, route, async (page) => {
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.locator('main').getByText(text).locator('visible=true').first().waitFor();
    });
  }
});

test('what an account has, and what a transaction burnt, is what the node says', async () => {
  const params = { request_type: 'view_account', account_id: ALICE, finality: 'optimistic' };
  const { amount } = await node.rpc.call<{ amount: string }>('query', params);
  await visit(url, `account/${ALICE}`, async (page) => {
    await page.locator('.facts data').first().waitFor();
    assert.equal((await readAmounts(page, '.facts'))[0], amount);
    assert.deepEqual(await findBarriers(page), []);
  });
  const { transaction, transaction_outcome, receipts_outcome } = node.results.across;
  const outcomes = [transaction_outcome, ...receipts_outcome].map(({ outcome }) => outcome);
  const gas = outcomes.reduce((sum, { gas_burnt }) => sum + gas_burnt, 0);
  await visit(url, `tx/${transaction.hash}`, async (page) => {
    await page.locator('.total data').first().waitFor();
    assert.equal((await readAmounts(page, '.total'))[0], `${gas}`);
  });
});
