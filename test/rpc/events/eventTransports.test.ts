// The event stream over a real server: Server-Sent Events and WebSockets carry the same events,
// resume, refuse and end; and a server that can upgrade connections still serves clients that offer
// another protocol.

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { createClusterError } from '../../../src/cluster/cassandra.ts';
import type { HttpServer } from '../../../src/http/httpServer.ts';
import { EventStreams } from '../../../src/rpc/events/eventStreams.ts';
import { createWebSocketSink } from '../../../src/rpc/events/webSocketSink.ts';
import { serveRpc } from '../../../src/rpc/serveRpc.ts';
import { ALICE, BOB, NEAR, transfer } from '../../chain/localChain.ts';
import { eventually } from '../../support/eventually.ts';
import { LoggingChain } from '../support/loggingChain.ts';
import { serveStreams } from '../support/serveStreams.ts';

const LISTED_ORIGIN = 'http://a.example';

let chain: LoggingChain;
let server: HttpServer;
let listed: HttpServer;

before(async () => {
  chain = new LoggingChain();
  chain.mine(2);
  chain.submit(ALICE, BOB, [transfer(NEAR)]);
  chain.settle();
  const address = { host: '127.0.0.1', port: 0 };
  server = await serveRpc(chain.context, address);
  listed = await serveRpc(chain.context, {
    ...address,
    corsAllowedOrigins: [LISTED_ORIGIN],
  });
});

after(async () => {
  await server.close();
  await listed.close();
});

interface Message {
  readonly id: string;
  readonly kind: string;
  readonly data: unknown;
}

function open(query: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get({ port: server.port, path: `/events${query}`, headers }, resolve);
    request.on('error', reject);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response) text += piece;
  return text;
}

/** The events in a text, as a browser parses them. */
function parseSse(text: string): Message[] {
  return text
    .split('\n\n')
    .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2))))
    .filter(({ data }) => data !== undefined)
    .map(({ id, event, data }) => ({ id, kind: event, data: JSON.parse(data) }));
}

function openSocket(query: string, options: object = {}, to = server): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${to.port}/events${query}`, options);
  // A caller that waits gets the error; a connection without a waiting caller may break.
  socket.on('error', () => {});
  return socket;
}

async function readSocket(socket: WebSocket): Promise<Message[]> {
  const messages: Message[] = [];
  socket.on('message', (text) => messages.push(JSON.parse(text.toString())));
  await once(socket, 'close');
  return messages;
}

test('both transports carry the same events', async () => {
  const query = `?from=0&to=${chain.height}`;
  const response = await open(query);
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['content-type'], 'text/event-stream');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['access-control-allow-origin'], '*');
  const text = await readText(response);
  assert.match(text, /^retry: \d+\n\n/);
  assert.ok(text.endsWith(`\n\n: end\nid: ${chain.height}\n\n`), 'ends with its position');
  const events = parseSse(text);
  const socket = openSocket(query);
  const closed = once(socket, 'close');
  assert.deepEqual(await readSocket(socket), events);
  assert.equal((await closed)[0], 1000);
  assert.ok(events.some(({ kind }) => kind === 'transaction'));
  assert.deepEqual([events[0]?.id, events[0]?.kind], ['0.0', 'block']);

  const middle = events[3]?.id ?? '';
  const rest = parseSse(await readText(await open(query, { 'last-event-id': middle })));
  assert.deepEqual(rest, events.slice(4));
  assert.deepEqual(await readSocket(openSocket(`${query}&after=${middle}`)), rest);
});

test('new blocks arrive when they are produced', async () => {
  const response = await open('?kinds=block');
  const socket = openSocket('?kinds=block');
  await once(response, 'data');
  await once(socket, 'open');
  const heard = Promise.all([once(response, 'data'), once(socket, 'message')]);
  chain.mine();
  const [[piece], [message]] = await heard;
  assert.equal(parseSse(piece.toString())[0]?.id, `${chain.height}.0`);
  assert.equal(JSON.parse(message.toString()).id, `${chain.height}.0`);
  response.destroy();
  socket.close();
});

test('invalid queries are refused with a clear error', async () => {
  const response = await open('?kinds=blocks');
  assert.equal(response.statusCode, 400);
  assert.match(await readText(response), /there is no kind 'blocks'/);
  const [, refusal] = await once(openSocket('?from=x'), 'unexpected-response');
  assert.equal(refusal.statusCode, 400);
  assert.match(await readText(refusal), /'from' is not a height: 'x'/);
});

test('the number of listeners is limited', async () => {
  const full = new EventStreams(chain.context, null, 0);
  const bounded = await serveStreams(chain.context, '/events', full);
  const response = await fetch(`http://127.0.0.1:${bounded.port}/events`);
  assert.equal(response.status, 503);
  assert.match(await response.text(), /0 streams are open already/);
  await bounded.close();
});

test('a ping is answered, unless the client does not read', async () => {
  const socket = openSocket('?kinds=block');
  await once(socket, 'open');
  socket.ping('are you there');
  const [data] = await once(socket, 'pong');
  assert.equal(data.toString(), 'are you there');
  socket.close();

  const heard: unknown[] = [];
  const stuck = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    pong: (bytes: unknown) => heard.push(bytes),
  });
  createWebSocketSink(stuck as unknown as WebSocket, new Socket(), null);
  for (let i = 0; i < 10; i++) {
    stuck.emit('ping', i);
    stuck.bufferedAmount = 100;
  }
  assert.deepEqual(heard, [0]);
});

test('one address leaves streams for others', async () => {
  const streams = new EventStreams(chain.context, null, 4);
  const bounded = await serveStreams(chain.context, '/events', streams);
  const url = `http://127.0.0.1:${bounded.port}/events`;
  const ending = new AbortController();
  for (let i = 0; i < 2; i++) await fetch(url, { signal: ending.signal });
  const refused = await fetch(url);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /2 streams are open to this address already/);
  ending.abort();
  await eventually('they are gone', () => streams.size === 0);
  assert.equal((await fetch(`${url}?from=0&to=0`)).status, 200);
  await bounded.close();
});

test('a chain without a block refuses listeners, and the server continues', async () => {
  const failures: string[] = [];
  const empty = await serveRpc(
    {
      ...chain.context,
      chain: {
        ...chain.context.chain,
        head: () => {
          throw createClusterError('cluster_unreachable', 'the cluster has no block yet');
        },
      },
      reportFailure: (_error, method) => failures.push(method),
    },
    { host: '127.0.0.1', port: 0 },
  );
  const response = await fetch(`http://127.0.0.1:${empty.port}/events`);
  const [, refusal] = await once(openSocket('', {}, empty), 'unexpected-response');
  assert.deepEqual([response.status, refusal.statusCode], [503, 503]);
  for (const text of [await response.text(), await readText(refusal)]) {
    assert.equal(text, 'the stream cannot begin: the cluster has no block yet');
  }
  assert.deepEqual(failures, ['GET /events', 'GET /events']);
  await empty.close();
});

test('a listener is accepted whatever host its request names', async () => {
  for (const name of ['http://x:99999', 'http://[']) {
    const head = `GET ${name}/events?kinds=blocks HTTP/1.1\r\nhost: x\r\n`;
    const upgrade = 'connection: Upgrade\r\nupgrade: websocket\r\n\r\n';
    for (const rest of ['connection: close\r\n\r\n', upgrade]) {
      const answer = await exchange(head + rest);
      assert.match(answer, /^HTTP\/1\.1 400 .*there is no kind 'blocks'/s, name);
    }
  }
});

test('a listener that does not read delays no other', async () => {
  const own = new LoggingChain();
  const slow = await serveRpc(own.context, { host: '127.0.0.1', port: 0 });
  const stuck = connect(slow.port, '127.0.0.1');
  stuck.pause();
  stuck.write('GET /events?from=0 HTTP/1.1\r\nhost: x\r\n\r\n');
  const reader = openSocket('?kinds=block&from=0&to=300', {}, slow);
  const heard = readSocket(reader);
  await once(reader, 'open');
  own.mine(300);
  assert.equal((await heard).length, 301);
  stuck.destroy();
  await slow.close();
});

test('the list of origins applies to WebSockets too', async () => {
  const allowed = openSocket('', { origin: LISTED_ORIGIN }, listed);
  await once(allowed, 'open');
  allowed.close();
  const refused = openSocket('', { origin: 'http://b.example' }, listed);
  const [, response] = await once(refused, 'unexpected-response');
  assert.equal(response.statusCode, 403);
});

test('a listener that disconnects is removed, and a server that closes announces it', async () => {
  const own = new LoggingChain();
  const closing = await serveRpc(own.context, { host: '127.0.0.1', port: 0 });
  const listening = own.listeners;
  const socket = openSocket('', {}, closing);
  await once(socket, 'open');
  const response = await fetch(`http://127.0.0.1:${closing.port}/events`);
  const ended = response.text();
  const closed = once(socket, 'close');
  await closing.close();
  assert.match(await ended, /^retry: \d+\n\n$/);
  assert.equal((await closed)[0], 1001);
  assert.ok(listening > 0);
  assert.equal(own.listeners, 0);
});

const BODY = '{"jsonrpc":"2.0","id":7,"method":"health"}';

/** What a server writes to a connection until it ends it. */
async function exchange(...pieces: string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  let received = '';
  for await (const piece of socket) received += piece;
  return received;
}

test('a client that offers HTTP/2 gets a response in HTTP/1.1', async () => {
  const head = (path: string, method: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n${more}\r\n`;
  assert.match(await exchange(head('/health', 'GET')), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nnull$/s);
  const type = `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n`;
  const request = head('/', 'POST', type) + BODY;
  for (const cut of [request.length, request.length - BODY.length, request.length - 5]) {
    const answer = await exchange(request.slice(0, cut), request.slice(cut));
    assert.match(answer, /\r\n\r\n\{"jsonrpc":"2.0","result":null,"id":7\}$/, `${cut}`);
  }
  const chunked = head('/', 'POST', 'transfer-encoding: chunked\r\n');
  assert.match(await exchange(chunked), /^HTTP\/1\.1 411 /);
  const elsewhere = head('/nope', 'GET').replace('h2c', 'websocket');
  assert.match(await exchange(elsewhere), /^HTTP\/1\.1 404 /);
});
