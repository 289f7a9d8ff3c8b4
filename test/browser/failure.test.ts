// The page of a transaction whose contract has debug information: why it failed, with the place in
// the source, for the receipt that failed first and for the one that failed because of it.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { repositoryPath } from '../support/repository.ts';
import { ALICE, BOB, CAROL, startTestNode } from '../support/runningNode.ts';
import { callContract, deploy, Sender } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';
import { visit } from './support/browser.ts';
import { NO_IDLE_BLOCKS } from './support/livelyNode.ts';

test('a failure has the lines of the source', async () => {
  const folder = createTemporaryFolder();
  for (const name of ['gateway', 'ledger'] as const) {
    writeFileSync(join(folder, `${name}.wasm`), readBuilt(`${name}.lines.wasm`));
  }
  const { rpc } = await startTestNode({ mining: NO_IDLE_BLOCKS, debugInfo: folder });
  const text = (args: object) => utf8ToBytes(JSON.stringify(args));
  await new Sender(rpc, CAROL).send(CAROL, [deploy(readBuilt('ledger.wasm'))]);
  await new Sender(rpc, BOB).send(BOB, [
    deploy(readBuilt('gateway.wasm')),
    callContract('new', text({ ledger: CAROL })),
  ]);
  const payment = text({ amount: 5, callback_ggas: 15_000 });
  const failed = await new Sender(rpc, ALICE).send(BOB, [callContract('pay_via', payment)]);
  const failureOf = (account: string) =>
    failed.receipts_outcome.find(({ outcome: { executor_id, status } }) => {
      return executor_id === account && typeof status === 'object' && 'Failure' in status;
    });
  await visit(rpc.url, `tx/${failed.transaction.hash}`, async (page) => {
    const frames = page.locator('section[aria-labelledby="receipt"] .frames');
    for (const [account, place] of [
      [BOB, /gateway::check.*src\/lib\.rs:51/s],
      [CAROL, /debit.*src\/lib\.rs:61.*ledger::settle.*lib\.rs:56/s],
    ] as const) {
      await page.locator(`[data-box="${failureOf(account)?.id}"]`).click();
      await frames.filter({ hasText: place }).waitFor();
    }
    assert.match(await page.locator('.trace').innerText(), /panic_utf8/);
    await page.locator('.flame rect').nth(3).waitFor();
    // Hashes and times differ from run to run, so it is only written.
    if (process.env.PERIGEE_IMAGES === undefined) return;
    const path = repositoryPath('docs', 'images', 'explorer-failure.png');
    await page.screenshot({ path, fullPage: true });
  });
});
