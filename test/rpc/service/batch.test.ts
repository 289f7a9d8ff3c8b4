// Batches at the root endpoint: the response to each entry, from here or from another node, the
// limits, and that nothing can be sent with one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../../src/base/bytes/bytes.ts';
import { EventLoopTurns } from '../../../src/base/scheduling/eventLoopTurns.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../../../src/http/httpResponse.ts';
import { RELEASE_RULES } from '../../../src/params/protocolRules.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { answerBatch } from '../../../src/rpc/service/batch.ts';
import { ask } from '../support/ask.ts';
import { createFakeContext } from '../support/fakeContext.ts';

const context = createFakeContext();
const entry = (id: unknown, method = 'health') => ({ jsonrpc: '2.0', id, method });

async function askBatch(entries: unknown, limits = context.limits) {
  const answer = await ask({ ...context, limits }, '/', JSON.stringify(entries));
  return { status: answer.status, body: answer.body === '' ? null : JSON.parse(answer.body) };
}

test('responses are in the order of the entries', async () => {
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

test('methods that send a transaction are not found', async () => {
  const methods = ['send_tx', 'broadcast_tx_async', 'broadcast_tx_commit', 'no_such'];
  const { status, body } = await askBatch(methods.map((method) => entry(method, method)));
  assert.equal(status, 200);
  for (const [index, answer] of body.entries()) {
    assert.equal(answer.id, methods[index]);
    assert.equal(answer.error.code, -32601);
  }
});

test('an entry that is not a request fails alone', async () => {
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

test('an empty batch is an invalid request', async () => {
  const epochs = { rules: RELEASE_RULES } as RpcContext['epochs'];
  const answer = await ask({ ...context, epochs }, '/', ' [ ] ');
  const { id, error } = JSON.parse(answer.body);
  assert.deepEqual([answer.status, error.code, error.message], [400, -32600, 'Invalid Request']);
  assert.deepEqual([id, error.cause.name], [null, 'PARSE_ERROR']);
});

test('only white space may follow a batch', async () => {
  const text = JSON.stringify([entry(1, 'network_info')]);
  for (const rest of [' x', '[]', ']', '\n\t{}', '\v', '\u00a0', ',']) {
    const { status, body } = await ask(context, '/', text + rest);
    const { id, error } = JSON.parse(body);
    assert.deepEqual([status, id, error.code], [400, null, -32700], JSON.stringify(rest));
  }
  for (const rest of ['', ' ', '\r\n\t ']) {
    const { status, body } = await ask(context, '/', text + rest);
    assert.deepEqual([status, JSON.parse(body)[0].id], [200, 1], JSON.stringify(rest));
  }
  // As in the reference, what follows a single request is ignored.
  const single = await ask(context, '/', `${JSON.stringify(entry(1, 'network_info'))} xyz`);
  assert.equal(single.status, 200);
});

test('notifications get no response', async () => {
  const notification = { jsonrpc: '2.0', method: 'network_info' };
  const { body } = await askBatch([notification, entry(null, 'network_info')]);
  assert.equal(body.length, 1);
  assert.equal(body[0].id, null);
  const all = await ask(context, '/', JSON.stringify([notification, notification]));
  assert.deepEqual([all.status, all.body, all.contentType], [204, '', null]);
});

test('too many entries, and too long a response, fail the whole batch', async () => {
  const entries = Array.from({ length: 3 }, (_, id) => entry(id, 'network_info'));
  const tooMany = await askBatch(entries, { ...context.limits, batchEntriesMax: 2 });
  assert.deepEqual([tooMany.status, tooMany.body.error.code, tooMany.body.id], [200, -32010, null]);
  const tooLong = await askBatch(entries, { ...context.limits, batchAnswerBytesMax: 100 });
  assert.deepEqual([tooLong.status, tooLong.body.error.code, tooLong.body.id], [200, -32011, null]);
  const within = await askBatch(entries, { ...context.limits, batchEntriesMax: 3 });
  assert.equal(within.body.length, 3);
});

test('a batch whose responses are too long is stopped as soon as that is known', async () => {
  let answered = 0;
  const method = 'network_info';
  const entries = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method }));
  const limits = { ...context.limits, batchConcurrencyMax: 4, batchAnswerBytesMax: 10_000 };
  const turns = new EventLoopTurns();
  const batch = { entries, hasTrailing: false };
  const answer = await answerBatch(batch, { ...context, limits, turns }, async () => {
    answered++;
    return 'x'.repeat(4_000);
  });
  assert.equal(answer.isRefused, true);
  assert.match(bytesToUtf8(answer.body), /"code":-32011/);
  assert.ok(answered <= 6, `${answered} entries were processed`);
});

test('no more entries than allowed run at once', async () => {
  let active = 0;
  let activeMax = 0;
  const limits = { ...context.limits, batchConcurrencyMax: 2 };
  const method = 'network_info';
  const entries = Array.from({ length: 10 }, (_, id) => ({ jsonrpc: '2.0', id, method }));
  const waiting: (() => void)[] = [];
  const turns = new EventLoopTurns();
  await answerBatch({ entries, hasTrailing: false }, { ...context, limits, turns }, async () => {
    activeMax = Math.max(activeMax, ++active);
    // The first of a pair waits for the second.
    if (active < 2) await new Promise<void>((resolve) => waiting.push(resolve));
    else waiting.shift()?.();
    active--;
    return '{}';
  });
  assert.equal(activeMax, 2);
});

const CALL = '{"id":7,"jsonrpc":"2.0","method":"query","params":{"request_type":"call_function"}}';

/** Sends to a service next to a node that handles everything except `network_info`. */
async function askBeside(entries: string, answer: HttpResponse, limits = context.limits) {
  const asked: unknown[] = [];
  const helped = createFakeContext({
    limits,
    upstream: {
      takes: (method) => method !== 'network_info',
      ask: async (path, body) => {
        asked.push([path, JSON.parse(bytesToUtf8(body))]);
        return answer;
      },
    },
  });
  const { status, body } = await ask(helped, '/', entries);
  assert.equal(status, 200);
  return { asked, body };
}

test('entries for another node are forwarded, with unchanged responses', async () => {
  const came = '{"jsonrpc":"2.0","result":{"b":1,"a":9007199254740993},"id":7}';
  const here = JSON.stringify(entry('h', 'network_info'));
  const { asked, body } = await askBeside(`[${CALL},${here}]`, jsonResponse(200, came));
  assert.deepEqual(asked, [['/', JSON.parse(CALL)]]);
  const own = await ask(context, '/', here);
  assert.equal(body, `[${came},${own.body}]`);
  const failed = '{"jsonrpc":"2.0","error":{"code":-32000},"id":7}';
  assert.equal((await askBeside(`[${CALL}]`, jsonResponse(500, failed))).body, `[${failed}]`);
});

test('sending and controls are not forwarded either', async () => {
  const entries = ['send_tx', 'perigee_mine', 'no_such'].map((method) => entry(method, method));
  const { asked, body } = await askBeside(JSON.stringify(entries), jsonResponse(200, '{}'));
  assert.deepEqual(asked, []);
  for (const answer of JSON.parse(body)) assert.equal(answer.error.code, -32601);
});

test('the refusal of another node has the id of the entry', async () => {
  const refusal = '{"jsonrpc":"2.0","error":{"code":-32005,"name":"X"},"id":null}';
  const { body } = await askBeside(`[${CALL}]`, jsonResponse(429, refusal));
  assert.equal(body, '[{"jsonrpc":"2.0","error":{"code":-32005,"name":"X"},"id":7}]');
});

test('an invalid response of another node is an error of its entry', async () => {
  const answers = [
    textResponse(502, 'nobody is there'),
    jsonResponse(200, ''),
    jsonResponse(200, 'null'),
    jsonResponse(200, '[{"jsonrpc":"2.0","result":1,"id":7}]'),
    jsonResponse(200, '{}'),
    jsonResponse(200, '{"jsonrpc":"2.0","result":1,"id":8}'),
    jsonResponse(200, '{"jsonrpc":"2.0","result":1,"id":null}'),
    jsonResponse(200, '{"jsonrpc":"2.0","result":1,"id":7},{}'),
    jsonResponse(200, '{"jsonrpc":"2.0","result":1'),
    textResponse(200, 'x'.repeat(5_000)),
  ];
  for (const answer of answers) {
    const text = bytesToUtf8(answer.body);
    const [{ id, error }] = JSON.parse((await askBeside(`[${CALL}]`, answer)).body);
    assert.deepEqual([id, error.name], [7, 'INTERNAL_ERROR'], text);
    const said = `the upstream node answers with status ${answer.status}: ${text.slice(0, 200)}`;
    assert.equal(error.cause.info.error_message, said);
  }
  const long = jsonResponse(200, `{"jsonrpc":"2.0","result":"${'x'.repeat(100)}","id":7}`);
  const { body } = await askBeside(`[${CALL}]`, long, { ...context.limits, answerBytesMax: 100 });
  assert.match(body, /the answer has more than the 100 bytes/);
});
