// The routes that the HTTP server gets: JSON-RPC bodies of refusals, and one limit for all requests
// that wait, whichever route they use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { STRANGER } from '../../src/rpc/core/caller.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { RpcRoutes } from '../../src/rpc/rpcRoutes.ts';
import { RpcService } from '../../src/rpc/service/rpcService.ts';
import { request } from './support/ask.ts';
import { LoggingChain } from './support/loggingChain.ts';

function createRoutes(limits: { waitsMax?: number } = {}) {
  const { context } = new LoggingChain();
  const port = {} as RpcContext['port'];
  const limited = { ...context, port, limits: { ...context.limits, ...limits } };
  const service = new RpcService(limited);
  return { routes: new RpcRoutes(limited, service), service, chain: context.chain };
}

const WAIT = utf8ToBytes(
  request('tx', { tx_hash: '1'.repeat(32), sender_account_id: 'alice.near', wait_until: 'FINAL' }),
);

test('refusals of the server are JSON-RPC errors', () => {
  const { routes } = createRoutes();
  for (const [status, cause] of [
    [401, 'UNAUTHORIZED'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const) {
    const refused = routes.formatRefusal(status, 'because');
    assert.deepEqual([refused.status, refused.contentType], [status, 'application/json']);
    const { error, id } = JSON.parse(bytesToUtf8(refused.body));
    assert.deepEqual([error.cause.name, error.data, id], [cause, 'because', null]);
  }
});

test('waits for blocks and for transactions share one limit', async () => {
  const { routes, chain } = createRoutes({ waitsMax: 1 });
  const path = `/v0/block/${chain.finalHead().height + 1}`;
  const first = routes.get(path, '', STRANGER);
  const second = await routes.post({ path: '/', headers: {}, body: WAIT }, STRANGER);
  assert.match(bytesToUtf8(second.body), /1 requests are waiting already/);
  routes.endWaits();
  assert.equal((await first)?.status, 404);
});

test('so do waits over HTTP and waits inside the process', async () => {
  const { routes, service } = createRoutes({ waitsMax: 1 });
  const first = service.handle({ kind: 'root' }, WAIT);
  const second = await routes.post({ path: '/', headers: {}, body: WAIT }, STRANGER);
  assert.match(bytesToUtf8(second.body), /1 requests are waiting already/);
  service.close();
  assert.equal((await first).status, 408);
});
