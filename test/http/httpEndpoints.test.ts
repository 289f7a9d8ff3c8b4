// Who has access, over a real server: a request that a proxy forwards is remote, also on the fast
// path that most requests take. Remote callers need the token and are rate limited; callers on this
// machine are neither.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HttpServer } from '../../src/http/httpServer.ts';
import type { Refusal } from '../../src/rpc/core/refusal.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';

const TOKEN = 's3cret';
const BURST = 3;
const HEALTH = '{"jsonrpc":"2.0","id":7,"method":"health"}';
const PROXIED = { 'x-forwarded-for': '203.0.113.9' };

const refusals: Refusal[] = [];
let server: HttpServer;

before(async () => {
  const genesis = createGenesisContext();
  const context = {
    ...genesis,
    limits: { ...genesis.limits, requestsPerSecond: 1, requestsBurst: BURST },
    metrics: { ...genesis.metrics, countRefusal: (reason: Refusal) => void refusals.push(reason) },
  };
  server = await serveRpc(context, { host: '127.0.0.1', port: 0, token: TOKEN });
});

after(() => server.close());

function ask(headers: Record<string, string>, path = '/', body: string | null = HEALTH) {
  const type = { 'content-type': 'application/json' };
  const sent = body === null ? {} : { method: 'POST', body };
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...sent,
    headers: { ...type, ...headers },
  });
}

test('callers on this machine need no token and have no rate limit', async () => {
  for (let i = 0; i < 3 * BURST; i++) assert.equal((await ask({})).status, 200);
  assert.deepEqual(refusals, []);
});

test('remote callers need the token, for everything except a preflight request', async () => {
  const asked: [path: string, body: string | null][] = [
    ['/', HEALTH],
    ['/health', HEALTH],
    ['/status', null],
    ['/metrics', null],
    ['/events', null],
  ];
  for (const [path, body] of asked) {
    for (const authorization of ['', 'Bearer wrong', `Basic ${TOKEN}`]) {
      const answer = await ask({ ...PROXIED, authorization }, path, body);
      assert.equal(answer.status, 401, path);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      const { error } = (await answer.json()) as { error: { cause: { name: string } } };
      assert.equal(error.cause.name, 'UNAUTHORIZED');
    }
  }
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await fetch(url, { method: 'OPTIONS', headers: PROXIED })).status, 200);
  assert.deepEqual(new Set(refusals.splice(0)), new Set(['token']));
});

test('remote callers are rate limited, and batches count by their entries', async () => {
  const headers = { ...PROXIED, authorization: `Bearer ${TOKEN}` };
  const batch = `[${Array(50).fill(HEALTH).join(',')}]`;
  assert.equal((await ask(headers, '/', batch)).status, 200);
  for (const [path, body] of [
    ['/', HEALTH],
    ['/status', null],
  ] as const) {
    const answer = await ask(headers, path, body);
    assert.equal(answer.status, 429);
    assert.ok(Number(answer.headers.get('retry-after')) > 10);
    const { error } = (await answer.json()) as { error: { cause: { name: string } } };
    assert.equal(error.cause.name, 'TOO_MANY_REQUESTS');
  }
  assert.deepEqual(refusals.splice(0), ['rate', 'rate']);
});
