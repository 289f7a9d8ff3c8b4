// Batches at the root door: what each entry gets, the limits, and that nothing can be sent with
// one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from './support/ask.ts';
import { createFakeContext } from './support/fakeContext.ts';

const context = createFakeContext();
const entry = (id: unknown, method = 'health') => ({ jsonrpc: '2.0', id, method });

async function askBatch(entries: unknown, limits = context.limits) {
  const answer = await ask({ ...context, limits }, '/', JSON.stringify(entries));
  return { status: answer.status, body: answer.body === '' ? null : JSON.parse(answer.body) };
}

test('entries are answered in their order', async () => {
  const { status, body } = await askBatch([entry(1, 'network_info'), entry('b', 'client_config')]);
  assert.equal(status, 200);
  assert.deepEqual(
    body.map(({ id }: { id: unknown }) => id),
    [1, 'b'],
  );
  assert.equal(body[0].result.num_active_peers, 0);
  assert.equal(body[1].result.chain_id, 'localnet');
});

test('a batch of one is a batch', async () => {
  const { body } = await askBatch([entry(1, 'network_info')]);
  assert.equal(body.length, 1);
});

test('what sends a transaction is not found', async () => {
  const methods = ['send_tx', 'broadcast_tx_async', 'broadcast_tx_commit', 'no_such'];
  const { status, body } = await askBatch(methods.map((method) => entry(method, method)));
  assert.equal(status, 200);
  for (const [index, answer] of body.entries()) {
    assert.equal(answer.id, methods[index]);
    assert.equal(answer.error.code, -32601);
  }
});

test('an entry that is no request fails alone', async () => {
  const entries = [
    5,
    [entry(1)],
    { jsonrpc: '2.0', id: 1, result: 1 },
    { ...entry(1), extra: 1 },
    { ...entry(1), params: 'text' },
    entry(true),
    entry([1]),
    entry({ a: 1 }),
    entry(9, 'network_info'),
  ];
  const { status, body } = await askBatch(entries);
  assert.equal(status, 200);
  assert.equal(body.length, entries.length);
  for (const answer of body.slice(0, -1)) {
    assert.equal(answer.error.code, -32600);
    assert.equal(answer.id, null);
  }
  assert.equal(body.at(-1).id, 9);
});

test('notifications are not answered', async () => {
  const notification = { jsonrpc: '2.0', method: 'network_info' };
  const { body } = await askBatch([notification, entry(null, 'network_info')]);
  assert.equal(body.length, 1);
  assert.equal(body[0].id, null);
  const all = await ask(context, '/', JSON.stringify([notification, notification]));
  assert.deepEqual([all.status, all.body, all.contentType], [204, '', null]);
});

test('too many entries, and too long an answer, replace the whole batch', async () => {
  const entries = Array.from({ length: 3 }, (_, id) => entry(id, 'network_info'));
  const tooMany = await askBatch(entries, { ...context.limits, batchEntriesMax: 2 });
  assert.deepEqual([tooMany.status, tooMany.body.error.code, tooMany.body.id], [200, -32010, null]);
  const tooLong = await askBatch(entries, { ...context.limits, batchAnswerBytesMax: 100 });
  assert.deepEqual([tooLong.status, tooLong.body.error.code, tooLong.body.id], [200, -32011, null]);
  const within = await askBatch(entries, { ...context.limits, batchEntriesMax: 3 });
  assert.equal(within.body.length, 3);
});

test('no more entries than allowed are under way at once', async () => {
  let active = 0;
  let activeMax = 0;
  const callers = createFakeContext({
    metrics: {
      ...context.metrics,
      startRequest: () => {
        activeMax = Math.max(activeMax, ++active);
        return () => void active--;
      },
    },
    limits: { ...context.limits, batchConcurrencyMax: 2 },
  });
  const entries = Array.from({ length: 10 }, (_, id) => entry(id, 'network_info'));
  await ask(callers, '/', JSON.stringify(entries));
  assert.equal(activeMax, 2);
});
