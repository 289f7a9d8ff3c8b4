// A node has one service: requests over HTTP and in the process share the same limits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { startNode } from '../../src/node/startNode.ts';
import { request } from '../rpc/support/ask.ts';
import { createStartOptions } from '../support/runningNode.ts';

const WAIT = request('tx', {
  tx_hash: '1'.repeat(32),
  sender_account_id: 'test.near',
  wait_until: 'FINAL',
});

test('--max-waits holds for the process as a whole', async () => {
  const options = createStartOptions({ mining: 'manual' });
  const limits = { ...options.limits, waitsMax: 1, pollingTimeoutMs: 5_000 };
  const node = await startNode({ ...options, limits });
  const ask = async () => {
    const { body } = await node.service.handle({ kind: 'root' }, utf8ToBytes(WAIT));
    return bytesToUtf8(body);
  };
  const inside = ask();
  const headers = { 'content-type': 'application/json' };
  const overHttp = fetch(node.url, { method: 'POST', headers, body: WAIT }).then((response) =>
    response.text(),
  );
  assert.match(await Promise.race([inside, overHttp]), /1 requests are waiting already/);
  await node.stop();
  await Promise.all([inside, overHttp]);
});
