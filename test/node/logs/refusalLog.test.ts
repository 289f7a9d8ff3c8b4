// Refused transactions in the log: a few in a while as lines of their own, the others counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusalLog } from '../../../src/node/logs/refusalLog.ts';
import type { RefusedTransaction } from '../../../src/rpc/core/refusedTransactions.ts';
import type { Logger } from '../../../src/telemetry/logger.ts';
import { PLAIN } from '../../../src/trace/text/styles.ts';

const REFUSED: RefusedTransaction = {
  timestamp: 0n,
  transactionHash: '5HsDBiJ8LQiM2snZ74xPLA4D5wYSSK8wwPPSY14ad6RJ',
  signerId: 'alice.near',
  receiverId: 'bob.near',
  actions: ['Transfer 1 NEAR'],
  error: 'InvalidNonce',
  explanation: 'the nonce is\u001b[2J too small',
  remedy: 'use another',
};

function createLog() {
  const lines: { fields: Record<string, unknown>; text: string }[] = [];
  const warn = (fields: Record<string, unknown>, text: string) => lines.push({ fields, text });
  let endWhile = () => {};
  const log = new RefusalLog({ warn } as unknown as Logger, PLAIN, (callback) => {
    endWhile = callback;
    return () => {};
  });
  return { log, lines, endWhile: () => endWhile() };
}

test('a refusal names who, what, why and what helps, and does nothing to a terminal', () => {
  const { log, lines } = createLog();
  log.onRefused(REFUSED);
  log.onRefused({ ...REFUSED, transactionHash: null, signerId: null, actions: [], remedy: null });
  assert.deepEqual(
    lines.map(({ text }) => text.split('\n')),
    [
      [
        'alice.near → bob.near  Transfer 1 NEAR  refused: InvalidNonce  5HsDBiJ8',
        '    the nonce is\\u{1b}[2J too small',
        '    → use another',
      ],
      ['a transaction refused: InvalidNonce', '    the nonce is\\u{1b}[2J too small'],
    ],
  );
  assert.deepEqual(lines[0]?.fields, {
    hash: REFUSED.transactionHash,
    signer: 'alice.near',
    receiver: 'bob.near',
    actions: ['Transfer 1 NEAR'],
    status: 'refused',
    error: 'InvalidNonce',
    explanation: REFUSED.explanation,
    remedy: 'use another',
  });
});

test('many refusals are counted, and then there are lines again', () => {
  const { log, lines, endWhile } = createLog();
  for (let count = 0; count < 10_000; count++) log.onRefused(REFUSED);
  assert.equal(lines.length, 10);
  endWhile();
  assert.match(lines.at(-1)?.text ?? '', /^9990 more transactions were refused/);
  assert.equal(lines.at(-1)?.fields.more, 9_990);
  log.onRefused(REFUSED);
  assert.equal(lines.length, 12);
  endWhile();
  assert.equal(lines.length, 12, 'nothing more was refused');
  for (let count = 0; count < 11; count++) log.onRefused(REFUSED);
  log.end();
  assert.match(lines.at(-1)?.text ?? '', /^1 more/);
});
