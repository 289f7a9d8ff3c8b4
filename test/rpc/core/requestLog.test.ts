// The request log: what it keeps of each request, how many, and whose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { jsonResponse, textResponse } from '../../../src/http/httpResponse.ts';
import { RequestLog } from '../../../src/rpc/core/requestLog.ts';
import { serveRpc } from '../../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../support/genesisContext.ts';

const RESULT = jsonResponse(200, '{"jsonrpc":"2.0","result":null,"id":1}');
const ERROR = jsonResponse(200, '{"jsonrpc":"2.0","error":{},"id":1}');

test('each request is kept with its response, newest first', () => {
  let now = 0n;
  const log = new RequestLog(() => ++now);
  log.add('/', utf8ToBytes('{"a":1}'), RESULT);
  log.add('/health', utf8ToBytes('x'.repeat(5000)), ERROR);
  log.add('/', utf8ToBytes('no json'), textResponse(400, 'no'));
  assert.deepEqual(log.list(), [
    { timestamp: 3n, path: '/', body: 'no json', bodyBytes: 7, status: 400, isError: true },
    { timestamp: 2n, path: '/health', body: null, bodyBytes: 5000, status: 200, isError: true },
    { timestamp: 1n, path: '/', body: '{"a":1}', bodyBytes: 7, status: 200, isError: false },
  ]);
});

test('only the newest are kept', () => {
  const log = new RequestLog(() => 0n);
  for (let i = 0; i < 1000; i++) log.add(`/${i}`, utf8ToBytes(''), RESULT);
  const paths = log.list().map(({ path }) => path);
  assert.equal(paths[0], '/999');
  assert.deepEqual(
    paths,
    Array.from({ length: paths.length }, (_, i) => `/${999 - i}`),
  );
  assert.ok(paths.length <= 200);
});

test('requests of the explorer are left out', async () => {
  const requests = new RequestLog(() => 0n);
  const context = { ...createGenesisContext(), requests };
  const server = await serveRpc(context, { host: '127.0.0.1', port: 0 });
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${server.port}/health`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"method":"health"}',
    });
  await ask({});
  await ask({ 'sec-fetch-site': 'same-origin' });
  assert.equal(requests.list().length, 1);
  assert.equal(requests.list()[0]?.body, '{"method":"health"}');
  await server.close();
});
