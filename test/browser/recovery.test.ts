// A page that stays open while its node restarts: it shows that the node is down, and recovers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { openExplorer } from './support/browser.ts';

const ALICE = 'alice.test.near';
const BOB = 'bob.test.near';

test('a page survives a restart of its node', async () => {
  const first = await startTestNode();
  const { url } = first.rpc;
  const sent = await new Sender(first.rpc, ALICE).send(BOB, [transfer(1n)]);
  const { page, complaints } = await openExplorer(url, '');
  await page.locator(`[data-hash="${sent.transaction.hash}"]`).waitFor();

  await first.stop();
  await page.getByText('The node does not answer.').waitFor();

  const second = await startTestNode({ home: first.home, port: Number(new URL(url).port) });
  await page.locator('.live.open').waitFor();
  const again = await new Sender(second.rpc, ALICE).send(BOB, [transfer(2n)]);
  await page.locator(`[data-hash="${again.transaction.hash}"]`).waitFor();
  assert.equal(await page.locator(`[data-hash="${sent.transaction.hash}"]`).count(), 1);
  assert.equal(await page.getByText('The node does not answer.').count(), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a page that is opened on an empty chain says what to do', async () => {
  const node = await startTestNode({ mining: 'manual' });
  const { page, complaints } = await openExplorer(node.rpc.url, '');
  await page.getByText('Nothing has happened on this chain yet').waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});
