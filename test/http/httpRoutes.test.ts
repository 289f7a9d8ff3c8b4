// The server serves any routes, whatever their protocol: plain text here. Both the fast path and
// node:http pass a POST to the same route and send the same response.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import type { HttpContext } from '../../src/http/httpContext.ts';
import { textResponse } from '../../src/http/httpResponse.ts';
import type { HttpRoutes } from '../../src/http/httpRoutes.ts';
import { type HttpServer, startHttpServer } from '../../src/http/httpServer.ts';

const MIB = 1024 * 1024;

const context: HttpContext = {
  limits: {
    connectionsMax: 10,
    headersTimeoutMs: 60_000,
    requestTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    pollingTimeoutMs: 60_000,
    drainTimeoutMs: 0,
    bodyBytesMax: MIB,
    bodiesBytesMax: MIB,
    unsentBytesMax: MIB,
    requestsPerSecond: 0,
    requestsBurst: 1,
  },
  metrics: { countRefusal() {}, changeConnections() {} },
  timer: () => () => {},
  reportFailure: (error) => failures.push(error),
};

const failures: unknown[] = [];
let waitsEnded = 0;

const routes: HttpRoutes = {
  post: ({ path, headers, body }) => {
    if (path === '/fails') throw new Error('a bug');
    const response = textResponse(200, `${path} ${headers.host} ${bytesToUtf8(body)}`);
    return path === '/later' ? Promise.resolve(response) : response;
  },
  get: async (path, search) => (path === '/page' ? textResponse(200, `page ${search}`) : null),
  allows: (path, method) => path === '/page' && method === 'GET',
  formatRefusal: textResponse,
  openStreams: () => new Map(),
  endWaits: () => waitsEnded++,
};

let server: HttpServer;
before(async () => {
  server = await startHttpServer(routes, context, { host: '127.0.0.1', port: 0 });
});
after(() => server.close());

/** Sends bytes on a connection that the server closes, and returns everything that was received. */
async function exchange(...pieces: readonly string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  for (const piece of pieces) socket.write(piece);
  socket.end();
  let received = '';
  for await (const data of socket) received += data;
  return received.replace(/date: .*\r\n/i, '').replace(/connection: .*\r\n/i, '');
}

function post(path: string, body: string, header = ''): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: node',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n${header}\r\n${body}`;
}

test('a POST gets the same response on the fast path and on node:http', async () => {
  for (const path of ['/now', '/later', '/fails']) {
    const quick = await exchange(post(path, 'text'));
    // The fast path leaves a request with this header to node:http.
    const slow = await exchange(post(path, 'text', 'te: trailers\r\n'));
    assert.match(quick, path === '/fails' ? /^HTTP\/1\.1 500 / : /^HTTP\/1\.1 200 /, path);
    assert.equal(quick, slow, path);
    if (path !== '/fails') assert.ok(quick.endsWith(`${path} node text`), quick);
  }
  assert.equal(failures.length, 2);
});

test('GET and unknown paths are served', async () => {
  const url = `http://127.0.0.1:${server.port}`;
  assert.equal(await (await fetch(`${url}/page?a=b`)).text(), 'page ?a=b');
  assert.equal((await fetch(`${url}/nowhere`)).status, 404);
  const refused = await fetch(`${url}/page`, { method: 'DELETE' });
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET,HEAD']);
});

test('closing the server ends the waits of its routes', async () => {
  const other = await startHttpServer(routes, context, { host: '127.0.0.1', port: 0 });
  await other.close();
  assert.ok(waitsEnded > 0);
});
