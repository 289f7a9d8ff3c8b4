// What requests in flight hold is bounded by the bytes of their bodies, whatever they wait for; a
// response makes room, and callers inside the program are not bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { createInsider } from '../../src/rpc/core/caller.ts';
import { endpointOf } from '../../src/rpc/core/endpoint.ts';
import { RpcService } from '../../src/rpc/service/rpcService.ts';
import { createFakeContext } from './support/fakeContext.ts';

const KIB = 1024;

/** A service that forwards its requests, and gets the responses when the test wants it. */
function createService() {
  const asked: (() => void)[] = [];
  let refused = 0;
  const context = createFakeContext({
    upstream: {
      takes: () => true,
      ask: () =>
        new Promise((resolve) => {
          asked.push(() => resolve({ status: 200, contentType: null, body: new Uint8Array(0) }));
        }),
    },
  });
  const countRefusal = () => {
    refused++;
  };
  const service = new RpcService({ ...context, metrics: { ...context.metrics, countRefusal } });
  return { service, asked, refused: () => refused };
}

function createBody(bytes: number): Uint8Array {
  const request = { jsonrpc: '2.0', id: 1, method: 'send_tx', params: ['x'.repeat(bytes)] };
  return utf8ToBytes(JSON.stringify(request));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('waiting bodies are bounded in bytes, and make room', async () => {
  const { service, asked, refused } = createService();
  const body = createBody(60 * KIB);
  const room = Math.floor((128 * 1024 * KIB) / body.length);
  const answers = Array.from({ length: room + 100 }, () => service.handle(endpointOf('/'), body));
  await turn();
  assert.deepEqual([asked.length, refused()], [room, 100]);
  for (const answer of asked.splice(0)) answer();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 503).length, 100);
  const again = service.handle(endpointOf('/'), body);
  await turn();
  asked.shift()?.();
  assert.equal((await again).status, 200);
});

test('small requests, and those from inside the program, are not refused', async () => {
  const { service, asked, refused } = createService();
  const body = createBody(60 * KIB);
  const count = 2_500;
  const inside = createInsider(false);
  const answers = Array.from({ length: count }, () => [
    service.handle(endpointOf('/'), body, inside),
    service.handle(endpointOf('/'), createBody(100)),
  ]);
  await turn();
  assert.deepEqual([asked.length, refused()], [2 * count, 0]);
  for (const answer of asked) answer();
  await Promise.all(answers.flat());
});
