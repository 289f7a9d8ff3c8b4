// A listener that is opened before there is a server: early requests are handled by the server once
// it exists, and turned away if there never is one.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { test } from 'node:test';
import { HttpListener } from '../../../src/http/connections/httpListener.ts';

const ANYWHERE = { host: '127.0.0.1', port: 0 };

/**
 * Sends a request, and resolves with everything that was received when the connection has ended.
 */
function ask(port: number): { sent: Promise<void>; answer: Promise<string> } {
  const socket = connect(port, ANYWHERE.host);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
  const sent = new Promise<void>((resolve) => {
    socket.write('GET /early HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', () => resolve());
  });
  return { sent, answer };
}

function startServer(endpoint: HttpListener): { server: Server; listening: Promise<void> } {
  const server = createServer((request, response) => response.end(`answer to ${request.url}`));
  const listening = endpoint.handOver(server, (socket) => {
    server.emit('connection', socket);
    socket.resume();
  });
  return { server, listening };
}

test('an early request is handled once there is a server', async () => {
  const endpoint = await HttpListener.open(ANYWHERE);
  const { port } = endpoint;
  const early = ask(port);
  await early.sent;
  const { server, listening } = startServer(endpoint);
  await listening;
  assert.match(await early.answer, /answer to \/early$/);
  const late = ask(port);
  assert.match(await late.answer, /answer to \/early$/);
  // The server owns the listener now.
  endpoint.close();
  assert.equal((server.address() as AddressInfo).port, port);
  server.close();
  await once(server, 'close');
});

test('without a server every client is turned away', async () => {
  const endpoint = await HttpListener.open(ANYWHERE);
  const early = ask(endpoint.port);
  await early.sent;
  endpoint.close();
  assert.equal(await early.answer, '');
});

test('a port that is in use is refused', async () => {
  const endpoint = await HttpListener.open(ANYWHERE);
  const { port } = endpoint;
  await assert.rejects(HttpListener.open({ ...ANYWHERE, port }), { code: 'cannot_listen' });
  endpoint.close();
});
