// Many requests at once, as the explorer sends them, to a service with small limits: what is
// refused for its size is split, and other refusals are passed on.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { askMany, NodeRefusal } from '../../explorer/chain/node.ts';
import { jsonResponse } from '../../src/http/httpResponse.ts';
import type { RpcLimits } from '../../src/rpc/core/context.ts';
import { formatError, NO_ID } from '../../src/rpc/messages/envelope.ts';
import { callerRefused } from '../../src/rpc/messages/errors.ts';
import { ask } from '../rpc/support/ask.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';

const context = createFakeContext();
const realFetch = globalThis.fetch;
after(() => {
  globalThis.fetch = realFetch;
});

/** Responds from a service with these limits; returns the length of each batch. */
function serve(limits: Partial<RpcLimits>): number[] {
  const lengths: number[] = [];
  const limited = { ...context, limits: { ...context.limits, ...limits } };
  globalThis.fetch = async (path, init) => {
    const text = init?.body as string;
    lengths.push(JSON.parse(text).length);
    const { status, body } = await ask(limited, path as string, text);
    return new Response(body, { status });
  };
  return lengths;
}

/** Every other one is refused. */
const questions = Array.from({ length: 10 }, (_, index) => ({
  method: index % 2 === 0 ? 'client_config' : 'no_such',
  params: null,
}));

async function askAll(): Promise<void> {
  const answers = await askMany<{ chain_id: string }>(questions);
  const chains = answers.map((answer) => answer?.chain_id ?? null);
  assert.deepEqual(
    chains,
    questions.map(({ method }) => (method === 'client_config' ? 'localnet' : null)),
  );
}

test('responses that are too long together are requested in halves', async () => {
  const one = await ask(context, '/', JSON.stringify([{ jsonrpc: '2.0', id: 0, ...questions[0] }]));
  const lengths = serve({ batchAnswerBytesMax: 3 * one.body.length });
  await askAll();
  // Three configurations are among the first five, and two among the others.
  assert.deepEqual(lengths, [10, 5, 3, 2, 5]);
});

test('a single response that is too long is reported', async () => {
  serve({ batchAnswerBytesMax: 100 });
  const tooLong = { name: 'NodeRefusal', message: 'the answers take more than 100 bytes' };
  await assert.rejects(askMany(questions), tooLong);
});

test('a node with a smaller batch limit gets smaller batches from then on', async () => {
  const lengths = serve({ batchEntriesMax: 3 });
  await askAll();
  assert.deepEqual(lengths.splice(0), [10, 5, 3, 2, 5, 3, 2]);
  await askAll();
  assert.deepEqual(lengths, [3, 3, 3, 1]);
});

test("a caller without access gets the node's message", async () => {
  const refusal = callerRefused('TOO_MANY_REQUESTS', 'try again in 5 ms');
  const { status, body } = jsonResponse(429, formatError(refusal, NO_ID));
  globalThis.fetch = async () => new Response(body, { status });
  await assert.rejects(askMany(questions), (error) => {
    assert.ok(error instanceof NodeRefusal);
    assert.deepEqual([error.kind, error.message], ['TOO_MANY_REQUESTS', 'try again in 5 ms']);
    return true;
  });
});
