// Waits longer than a node does: polls until the milestone or the deadline, and reports progress.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, result, ScriptedNode } from './scriptedNode.ts';

const included = { final_execution_status: 'INCLUDED' };
const notObserved = () => failure('TIMEOUT_ERROR', '{"cause":"NOT_OBSERVED"}', 408);
const pending = () =>
  failure('TIMEOUT_ERROR', `{"cause":"PENDING","status":${JSON.stringify(included)}}`, 408);

test('polls again after a timeout, and reports how far the transaction is', async () => {
  const script = [notObserved(), failure('UNKNOWN_TRANSACTION'), pending()];
  const node = new ScriptedNode([...script, result('{"final_execution_status":"FINAL"}')]);
  const progress: unknown[] = [];
  const status = await node.client.waitForTransaction('hash', 'alice.near', {
    until: 'FINAL',
    onProgress: (reached) => progress.push(reached),
  });
  assert.equal(status.final_execution_status, 'FINAL');
  assert.deepEqual(progress, [null, null, included]);
  assert.deepEqual(JSON.parse(node.seen[0]?.body ?? '').params, {
    tx_hash: 'hash',
    sender_account_id: 'alice.near',
    wait_until: 'FINAL',
  });
});

test('gives up at the deadline with the error of the last poll', async () => {
  const node = new ScriptedNode(Array.from({ length: 10 }, pending));
  const waiting = node.client.waitForTransaction('hash', 'alice.near', { deadlineMs: 1_600 });
  await assert.rejects(waiting, { code: 'rpc', message: /TIMEOUT_ERROR/ });
  assert.equal(node.seen.length, 4);
});

test('any other error ends the wait', async () => {
  const node = new ScriptedNode([failure('INVALID_TRANSACTION')]);
  await assert.rejects(node.client.waitForTransaction('hash', 'alice.near'), {
    message: /INVALID_TRANSACTION/,
  });
  const old = new ScriptedNode([failure('TIMEOUT_ERROR', 'null'), result('{}')]);
  await old.client.waitForTransaction('hash', 'alice.near');
  assert.equal(old.seen.length, 2);
});
