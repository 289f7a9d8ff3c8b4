// Batches: answers in the order of the calls, each with its own outcome, and splits until every
// part is within the limits of the node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/client/createClient.ts';
import { TransportError } from '../../src/client/transportError.ts';
import { formatError, reply, ScriptedNode } from './scriptedNode.ts';

const CALL = { method: 'block', params: { finality: 'final' } } as const;

function calls(count: number) {
  return Array.from({ length: count }, (_, height) => ({
    method: 'block' as const,
    params: { block_id: height },
  }));
}

/** A node with limits, which answers each block with its height; the lengths of its batches. */
function limitedNode(callsMax: number, heightsMax: number) {
  const lengths: number[] = [];
  const answer = (request: { id: string; params: { block_id: number } }) => ({
    id: request.id,
    result: request.params.block_id,
  });
  const refuse = (code: number) => reply(formatError('PARSE_ERROR', '{}', code));
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const request = JSON.parse(`${init?.body}`);
    if (!Array.isArray(request)) {
      lengths.push(1);
      return reply(JSON.stringify(answer(request)));
    }
    lengths.push(request.length);
    if (request.length > callsMax) return refuse(-32010);
    const sum = request.reduce((total, { params }) => total + params.block_id, 0);
    if (sum > heightsMax) return refuse(-32011);
    return reply(JSON.stringify(request.map(answer).toReversed()));
  };
  return { client: createClient('http://node.example', { fetch }), lengths };
}

test('answers have the order of the calls', async () => {
  const { client, lengths } = limitedNode(100, Number.POSITIVE_INFINITY);
  const answers = await client.batch(calls(250));
  assert.deepEqual(lengths, [100, 100, 50]);
  assert.deepEqual(
    answers.map((answer) => answer.ok && answer.result),
    Array.from({ length: 250 }, (_, height) => height),
  );
  assert.deepEqual(await client.batch([]), []);
});

test('a batch beyond a limit is split until each part is within it', async () => {
  for (const [callsMax, heightsMax] of [
    [10, Number.POSITIVE_INFINITY],
    [100, 20],
    [1, 0],
  ] as const) {
    const { client } = limitedNode(callsMax, heightsMax);
    const answers = await client.batch(calls(33));
    const heights = answers.map((answer) => answer.ok && answer.result);
    assert.deepEqual(heights, [...calls(33).keys()], `${callsMax}, ${heightsMax}`);
  }
});

test('each call has its own outcome', async () => {
  const refused = formatError('UNKNOWN_BLOCK').replace('"perigee"', '"1"');
  const node = new ScriptedNode([reply(`[{"id":"0","result":5},${refused}]`)]);
  const [first, second] = await node.client.batch([CALL, CALL]);
  assert.deepEqual(first, { ok: true, result: 5 });
  assert.ok(!second.ok);
  assert.equal(second.error.info.error.cause.name, 'UNKNOWN_BLOCK');
});

test('a batch that is refused as a whole, or answered in part, is an error', async () => {
  const refused = new ScriptedNode([reply(formatError('PARSE_ERROR', '{}', -32700), 400)]);
  await assert.rejects(refused.client.batch([CALL, CALL]), { code: 'rpc' });
  const partial = new ScriptedNode([reply('[{"id":"0","result":5}]')]);
  await assert.rejects(partial.client.batch([CALL, CALL]), TransportError);
});

test('a batch is repeated like a read', async () => {
  const node = new ScriptedNode([
    reply('', 502),
    reply('[{"id":"0","result":1},{"id":"1","result":2}]'),
  ]);
  const answers = await node.client.batch([CALL, CALL]);
  assert.deepEqual(
    answers.map(({ ok }) => ok),
    [true, true],
  );
});
