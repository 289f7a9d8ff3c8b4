// The log line of a transaction over a chain in memory, once with each block announced as it is
// produced, and once with all blocks stored before the first is announced: both print the same at
// the same block.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectOutcomes } from '../../../src/chain/stored/transactionOutcomes.ts';
import { TransactionLog } from '../../../src/node/logs/transactionLog.ts';
import type { Logger } from '../../../src/telemetry/logger.ts';
import { PLAIN } from '../../../src/trace/text/styles.ts';
import {
  ALICE,
  BOB,
  callAction,
  createLocalChain,
  signTransaction,
} from '../../chain/localChain.ts';
import { storageContract } from '../../support/storageContract.ts';

const BLOCKS = 6;

/** The line, the height that completed it, and what it should say. */
async function logCall(isAhead: boolean) {
  const local = createLocalChain();
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId: BOB, code: storageContract } }],
  });
  const { stored } = local.chain;
  const first = stored.head().height + 1;
  const lines: { height: number; line: string }[] = [];
  let height = first;
  const info = (_: object, line: string) => lines.push({ height, line });
  const logger = { isLevelEnabled: () => true, info } as unknown as Logger;
  const log = new TransactionLog(stored, logger, PLAIN, () => 0);
  const transaction = signTransaction(local, ALICE, BOB, [callAction('put', 'text')]);
  local.producer.submit(transaction);
  if (isAhead) await local.controls.run({ kind: 'mine', blocks: BLOCKS });
  for (; height < first + BLOCKS; height++) {
    if (!isAhead) await local.controls.run({ kind: 'mine', blocks: 1 });
    const included = stored.transaction(transaction.hash);
    const isHere = included && stored.block(included.blockHash)?.header.lite.height === height;
    const hashes = isHere ? transaction.hash : new Uint8Array();
    log.onBlock({ height, transactions: { hashes, waitedMs: new Float64Array(isHere ? 1 : 0) } });
  }
  const outcomes = collectOutcomes(stored, transaction.hash);
  const gas = outcomes.reduce((sum, { outcome }) => sum + outcome.gasBurnt, 0n);
  const heights = outcomes.map(({ blockHash }) => stored.block(blockHash)?.header.lite.height);
  const last = Math.max(...heights.map((one) => one ?? 0));
  return { lines, tgas: (Number(gas) / 1e12).toFixed(2), last, receipts: outcomes.length - 1 };
}

for (const isAhead of [false, true]) {
  const when = isAhead ? 'the store is ahead' : 'each block is announced at once';
  test(`the line comes with the last receipt and counts the refund, if ${when}`, async () => {
    const { lines, tgas, last, receipts } = await logCall(isAhead);
    assert.equal(receipts, 2, 'the call and its refund');
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.height, last);
    assert.match(
      lines[0]?.line ?? '',
      new RegExp(`  put\\(\\)  ok  ${tgas} Tgas burnt \\(.*30 attached\\), 0 ms  \\w{8}$`),
    );
  });
}
