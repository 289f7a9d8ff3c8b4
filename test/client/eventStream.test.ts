// The event stream: however a connection is cut, the events arrive once and in order; a stream ends
// where it was asked to, and only there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChainEvent } from '../../src/client/eventTypes.ts';
import { SseReader } from '../../src/client/sseReader.ts';
import { reply, result, ScriptedNode } from './scriptedNode.ts';

const HEADERS = { 'content-type': 'text/event-stream' };

function formatBlock(height: number): string {
  return `id: ${height}.0\nevent: block\ndata: {"height":${height}}\n\n`;
}

/** A connection that sends these pieces, and then ends or breaks. */
function stream(pieces: readonly string[], isBroken = false): Response {
  const body = new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (!isBroken) controller.close();
    },
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  return new Response(body, { headers: HEADERS });
}

async function collect(events: AsyncIterable<ChainEvent>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of events) ids.push(id);
  return ids;
}

test('lines become messages, wherever the text is cut', () => {
  const text = `retry: 1000\n\n${formatBlock(1)}: beat\nid: 7\r\n\r\n${formatBlock(8)}`;
  const whole = new SseReader().push(text);
  assert.deepEqual(whole, [
    { id: '1.0', event: 'block', data: '{"height":1}' },
    { id: '7', event: null, data: null },
    { id: '8.0', event: 'block', data: '{"height":8}' },
  ]);
  for (let cut = 0; cut <= text.length; cut++) {
    const reader = new SseReader();
    const messages = [...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut))];
    assert.deepEqual(messages, whole, `${cut}`);
  }
});

test('a broken stream continues after the last event or heartbeat', async () => {
  const node = new ScriptedNode([
    stream([formatBlock(1)], true),
    new TypeError('refused'),
    reply('', 503),
    stream([`: beat\nid: 4\n\n`], true),
    stream([formatBlock(5), ': end\nid: 5\n\n']),
  ]);
  const events = node.client.events({ kinds: ['block'], account: ['a', 'b'], from: 1, to: 5 });
  assert.deepEqual(await collect(events), ['1.0', '5.0']);
  const after = node.seen.map(({ url }) => new URL(url).searchParams.get('after'));
  assert.deepEqual(after, [null, '1.0', '1.0', '1.0', '4']);
  assert.equal(
    node.seen[0]?.url,
    'http://node.example/rpc/events?kinds=block&account=a%2Cb&from=1&to=5',
  );
});

test('a stream without its last position has not ended, only its connection', async () => {
  const node = new ScriptedNode([
    stream([formatBlock(1), formatBlock(2)]),
    stream([formatBlock(3), ': end\nid: 3\n\n']),
  ]);
  assert.deepEqual(await collect(node.client.events({ from: 1, to: 3 })), ['1.0', '2.0', '3.0']);
});

test('a stream of news begins after the head, so that a cut at once loses nothing', async () => {
  const status = result('{"sync_info":{"latest_block_height":41}}');
  const node = new ScriptedNode([status, stream([], true), stream([formatBlock(42)])]);
  for await (const event of node.client.events({ kinds: ['block'] })) {
    assert.ok(event.kind === 'block' && event.data.height === 42);
    break;
  }
  const after = node.seen.slice(1).map(({ url }) => new URL(url).searchParams.get('after'));
  assert.deepEqual(after, ['41', '41']);
});

test('leaving the loop and aborting close the connection', async () => {
  const start = (controller: ReadableStreamDefaultController) =>
    controller.enqueue(new TextEncoder().encode(formatBlock(1)));
  const endless = () => new Response(new ReadableStream({ start }), { headers: HEADERS });
  const left = new ScriptedNode([endless()]);
  for await (const _event of left.client.events({ from: 1 })) break;
  assert.equal(left.seen[0]?.signal?.aborted, true);

  const controller = new AbortController();
  const reason = new Error('enough');
  const aborted = new ScriptedNode([endless()]);
  const reading = async () => {
    for await (const _event of aborted.client.events({ from: 1, signal: controller.signal })) {
      controller.abort(reason);
    }
  };
  await assert.rejects(reading, reason);
  assert.equal(aborted.seen[0]?.signal?.aborted, true);
});

test('a refused query, and a node without events, end the stream; silence does not', async () => {
  const refused = new ScriptedNode([reply("there is no kind 'blocks'", 400)]);
  await assert.rejects(collect(refused.client.events({ from: 1 })), {
    code: 'http_status',
    message: /there is no kind 'blocks'/,
  });
  const other = new ScriptedNode([reply('<html>', 200)]);
  await assert.rejects(collect(other.client.events({ from: 1 })), { code: 'http_status' });
  const silent = new ScriptedNode([null, stream([': end\nid: 1\n\n'])]);
  assert.deepEqual(await collect(silent.client.events({ from: 1, to: 1 })), []);
});

test('a node that is gone, or ends every stream, is given up', async () => {
  const gone = new ScriptedNode(Array.from({ length: 9 }, () => new TypeError('refused')));
  await assert.rejects(collect(gone.client.events({ from: 1 })), { code: 'unreachable' });
  assert.equal(gone.seen.length, 5);
  const ending = new ScriptedNode(Array.from({ length: 9 }, () => stream(['retry: 1000\n\n'])));
  await assert.rejects(collect(ending.client.events({ from: 1 })), { code: 'unreachable' });
  assert.equal(ending.seen.length, 5);
});
