// The service over HTTP, with a real server: routes, verbs, content types, sizes and headers.
// Bodies are compared with the texts of the reference's framework.

import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { CannotListen } from '../../src/http/connections/cannotListen.ts';
import type { HttpServer } from '../../src/http/httpServer.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';
import { serveStreams } from '../rpc/support/serveStreams.ts';
import { readText } from '../support/repository.ts';

const BODY_BYTES_MAX = 1000;
const VARY = 'origin, access-control-request-method, access-control-request-headers';
const JSON_TYPE = { 'content-type': 'application/json' };

let context: RpcContext;
let server: HttpServer;
let listed: HttpServer;

before(async () => {
  const genesis = createGenesisContext();
  context = { ...genesis, limits: { ...genesis.limits, bodyBytesMax: BODY_BYTES_MAX } };
  const address = { host: '127.0.0.1', port: 0 };
  server = await serveRpc(context, address);
  const corsAllowedOrigins = ['http://a.example', 'http://b.example'];
  listed = await serveRpc(context, { ...address, corsAllowedOrigins });
});

after(async () => {
  await server.close();
  await listed.close();
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Sends the body without a content length. */
  readonly isChunked?: boolean;
  readonly to?: HttpServer;
}

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names as on the wire. */
  readonly names: string[];
  readonly body: string;
}

function send(path: string, sent: Sent = {}): Promise<Got> {
  const { method = 'GET', headers = {}, body, isChunked, to = server } = sent;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: to.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const names = response.rawHeaders.filter((_, index) => index % 2 === 0);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, names, body: text });
      });
    });
    request.on('error', reject);
    if (isChunked) request.write(body ?? '');
    request.end(isChunked ? undefined : body);
  });
}

function post(path: string, body: string, headers: Record<string, string> = JSON_TYPE) {
  return send(path, { method: 'POST', body, headers });
}

const HEALTH = '{"jsonrpc":"2.0","id":7,"method":"health"}';
const HEALTHY = '{"jsonrpc":"2.0","result":null,"id":7}';

test('a request at the root', async () => {
  const got = await post('/', HEALTH);
  assert.equal(got.status, 200);
  assert.equal(got.body, HEALTHY);
  assert.equal(got.headers['content-type'], 'application/json');
  assert.equal(got.headers['content-length'], `${HEALTHY.length}`);
  assert.equal(got.headers.vary, VARY);
  assert.deepEqual(got.names.map((name) => name.toLowerCase()).slice(0, 6), [
    'content-type',
    'vary',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'content-length',
    'date',
  ]);
});

test('host and query around the path are ignored', async () => {
  for (const target of ['/?x=1', '/#x', '/?x#y', 'http://node.example/', 'http://node.example']) {
    assert.equal((await post(target, HEALTH)).body, HEALTHY, target);
  }
  assert.equal((await send('http://node.example/health?x=1')).body, 'null');
});

test('a request without a host is served', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.end('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n');
  let received = '';
  for await (const chunk of socket) received += chunk;
  assert.ok(received.startsWith('HTTP/1.1 200 OK\r\n') && received.endsWith('null'), received);
});

test('content types', async () => {
  const accepted = [
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/json+x',
    'application/json;',
    'application/json; charset=utf-8;',
    'application/json;  a=b; c="d; e" ; f=',
  ];
  for (const type of accepted) {
    assert.equal((await post('/', HEALTH, { 'content-type': type })).status, 200, type);
  }
  const refused = [
    'text/json',
    'text/plain',
    'application/jsonp',
    'application/xml',
    'application/+json',
    'application/a+json+xml',
    'application/json ; charset=utf-8',
    'application/json;;',
    'application/json; charset',
    'application/json; =x',
    'application/json; a=;b=c',
    'application/json, text/plain',
    '',
  ];
  for (const type of refused) {
    const got = await post('/', HEALTH, type === '' ? {} : { 'content-type': type });
    assert.equal(got.status, 415, type);
    assert.equal(got.body, 'Expected request with `Content-Type: application/json`');
    assert.equal(got.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(got.headers['access-control-allow-origin'], '*');
  }
});

test('bodies that are too long are refused, by header and by bytes', async () => {
  const long = `"${'x'.repeat(BODY_BYTES_MAX)}"`;
  for (const path of ['/', '/health']) {
    const byHeader = await post(path, long);
    assert.equal(byHeader.status, 413);
    assert.equal(byHeader.body, 'length limit exceeded');
    assert.equal(byHeader.headers['access-control-allow-origin'], undefined);
    const options = { method: 'POST', headers: JSON_TYPE, body: long, isChunked: true };
    const byBytes = await send(path, options);
    assert.equal(byBytes.status, 413);
    assert.equal(byBytes.body, 'Failed to buffer the request body: length limit exceeded');
    assert.equal(byBytes.headers['access-control-allow-origin'], '*');
  }
  assert.equal((await post('/', HEALTH)).body, HEALTHY, 'the server continues');
});

test('a client that announces a long body is refused before it sends it', async () => {
  const headers = { ...JSON_TYPE, expect: '100-continue', 'content-length': '5000' };
  const got = await new Promise<number>((resolve, reject) => {
    const request = httpRequest({ port: server.port, path: '/', method: 'POST', headers });
    request.on('continue', () => reject(new Error('the body was requested')));
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.on('error', reject);
    request.flushHeaders();
  });
  assert.equal(got, 413);
});

test('paths of methods', async () => {
  const got = await post('/health', '{"method":"health"}');
  assert.equal(got.body, '{"jsonrpc":"2.0","result":null,"id":"dontcare"}');
  const unknown = await post('/no_such', '{"method":"no_such"}');
  assert.equal(unknown.status, 200);
  assert.match(unknown.body, /METHOD_NOT_FOUND/);
});

test('plain endpoints', async () => {
  const status = await send('/status');
  assert.equal(status.status, 200);
  assert.match(status.body, /^\{"version":\{"version":"trunk","build":/);
  assert.equal((await send('/health')).body, 'null');
  assert.match((await send('/network_info')).body, /^\{"active_peers":\[\],"num_active_peers":0/);
  const metrics = await send('/metrics');
  assert.equal(metrics.headers['content-type'], 'text/plain');
});

test('the documents are served as they are in the package', async () => {
  for (const name of ['openapi.json', 'openrpc.json']) {
    const document = await send(`/${name}`);
    assert.equal(document.headers['content-type'], 'application/json; charset=utf-8', name);
    assert.ok(document.body === readText(`schema/${name}`), name);
  }
});

test('HEAD responds like GET without the body', async () => {
  const got = await send('/health', { method: 'HEAD' });
  assert.equal(got.status, 200);
  assert.equal(got.body, '');
  assert.equal(got.headers['content-length'], '4');
});

test('unknown paths and wrong verbs are refused', async () => {
  const cases: [string, string, number, string | undefined][] = [
    ['GET', '/nope', 404, undefined],
    ['GET', '/status/', 404, undefined],
    ['DELETE', '/nope', 404, undefined],
    ['GET', '/', 405, 'POST'],
    ['GET', '/block', 405, 'POST'],
    ['PUT', '/status', 405, 'GET,HEAD,POST'],
    ['PUT', '/metrics', 405, 'GET,HEAD'],
  ];
  for (const [method, path, status, allow] of cases) {
    const got = await send(path, { method });
    assert.equal(got.status, status, `${method} ${path}`);
    assert.equal(got.headers.allow, allow);
    assert.equal(got.body, '');
    assert.equal(got.headers['content-length'], '0');
    assert.equal(got.headers['content-type'], undefined);
    assert.equal(got.headers['access-control-allow-origin'], '*');
  }
});

test('OPTIONS of any path is a preflight request', async () => {
  for (const path of ['/', '/status', '/nope']) {
    const got = await send(path, { method: 'OPTIONS' });
    assert.equal(got.status, 200);
    assert.equal(got.body, '');
    assert.equal(got.headers['access-control-allow-methods'], '*');
    assert.equal(got.headers['access-control-allow-headers'], '*');
    assert.equal(got.headers.vary, VARY);
    assert.equal(got.headers.allow !== undefined, path !== '/nope');
  }
});

test('a list of allowed origins is respected', async () => {
  const ask = async (origin?: string, method = 'GET') => {
    const headers = origin === undefined ? {} : { origin };
    return (await send('/health', { method, headers, to: listed })).headers;
  };
  const allowed = 'access-control-allow-origin';
  assert.equal((await ask('http://a.example'))[allowed], 'http://a.example');
  assert.equal((await ask('http://b.example'))[allowed], 'http://b.example');
  assert.equal((await ask('http://c.example'))[allowed], 'http://b.example');
  assert.equal((await ask())[allowed], 'http://b.example');
  const preflight = await ask('http://a.example', 'OPTIONS');
  assert.equal(preflight['access-control-allow-methods'], 'GET,POST');
  assert.equal(preflight['access-control-allow-headers'], 'authorization,accept,content-type');
  assert.equal(preflight['access-control-max-age'], '3600');
});

test('a broken node answers 503 without a body', async () => {
  const failing = {
    ...context,
    now: () => 10n ** 20n,
    node: { ...context.node, expectsBlocks: () => true },
  };
  const broken = await serveRpc(failing, { host: '127.0.0.1', port: 0 });
  const got = await send('/health', { to: broken });
  assert.deepEqual([got.status, got.body], [503, '']);
  const { body } = await send('/', {
    method: 'POST',
    headers: JSON_TYPE,
    body: HEALTH,
    to: broken,
  });
  assert.match(body, /"cause":\{"info":\{"elapsed":\[\d+,\d+\]\},"name":"NO_NEW_BLOCKS"\}/);
  await broken.close();
});

test('further pages are served where no route matches', async () => {
  const page = (path: string) =>
    path === '/' ? { status: 200, contentType: 'text/html', body: Buffer.from('<p>') } : null;
  const withPage = await serveRpc(context, { host: '127.0.0.1', port: 0, page });
  assert.equal((await send('/', { to: withPage })).body, '<p>');
  assert.equal((await send('/nope', { to: withPage })).status, 404);
  await withPage.close();
});

test('several requests on one connection work, also after another one breaks', async () => {
  const socket = connect(server.port, '127.0.0.1');
  const head = [
    'POST / HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `content-length: ${HEALTH.length}`,
  ];
  const one = `${head.join('\r\n')}\r\n\r\n${HEALTH}`;
  socket.write(one + one);
  let received = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.split(HEALTHY).length === 3) resolve();
    });
  });
  assert.ok(!received.toLowerCase().includes('\r\nconnection:'));
  socket.write(one.slice(0, -5));
  socket.destroy();
  assert.equal((await post('/', HEALTH)).body, HEALTHY);
});

test('a port that is in use is an error', async () => {
  const taken = { host: '127.0.0.1', port: server.port };
  await assert.rejects(serveRpc(context, taken), (error: CannotListen) => {
    assert.equal((error.cause as NodeJS.ErrnoException).code, 'EADDRINUSE');
    return error.code === 'cannot_listen';
  });
});

test('an internal error ends one request and nothing else', async () => {
  const failures: string[] = [];
  const broken = () => {
    throw new Error('ours');
  };
  const route = { answer: broken, upgrade: broken, beat() {}, close() {}, drop() {} };
  const faulty = await serveStreams(
    {
      ...context,
      requests: { add: broken, list: () => [] } as unknown as NonNullable<RpcContext['requests']>,
      reportFailure: (error, what) => failures.push(`${what}: ${(error as Error).message}`),
    },
    '/stream',
    route,
  );
  const simple = { method: 'POST', body: '{"method":"gas_price"}', headers: JSON_TYPE, to: faulty };
  assert.equal((await send('/', simple)).status, 500);
  assert.equal((await send('/stream', { to: faulty })).status, 500);
  const headers = { connection: 'upgrade', upgrade: 'websocket' };
  await assert.rejects(send('/stream', { headers, to: faulty }), /hang up|reset/);
  assert.equal((await send('/status', { to: faulty })).status, 200);
  assert.deepEqual(failures, ['POST /: ours', 'GET /stream: ours', 'GET /stream: ours']);
  await faulty.close();
});
