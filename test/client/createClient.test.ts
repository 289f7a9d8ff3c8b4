// Single calls: what is sent, what is returned, and the typed errors for everything that can go
// wrong with a response.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArgumentError } from '../../src/client/argumentError.ts';
import { createClient } from '../../src/client/createClient.ts';
import { isRpcCallError, RpcCallError } from '../../src/client/rpcCallError.ts';
import { TransportError } from '../../src/client/transportError.ts';
import { failure, reply, result, ScriptedNode } from './scriptedNode.ts';

test('a call is one request with the token, and returns the result', async () => {
  const node = new ScriptedNode([result('{"chain_id":"localnet"}')], {
    token: 'secret',
    headers: { 'x-team': 'a' },
  });
  assert.equal((await node.client.rpc('status')).chain_id, 'localnet');
  const [{ url, headers, body }] = node.seen as [(typeof node.seen)[0]];
  assert.equal(url, 'http://node.example/rpc');
  assert.equal(headers.get('authorization'), 'Bearer secret');
  assert.equal(headers.get('x-team'), 'a');
  assert.equal(headers.get('content-type'), 'application/json');
  assert.equal(body, '{"jsonrpc":"2.0","id":"perigee","method":"status","params":null}');
});

test('integers of 64 bits are exact in both directions', async () => {
  const header = '{"height":9007199254740991,"timestamp":18446744073709551615}';
  const node = new ScriptedNode([result(`{"header":${header}}`), result('{"height":1}')]);
  const block = await node.client.rpc('block', { finality: 'final' });
  assert.equal(block.header.timestamp, 18446744073709551615n);
  assert.equal(block.header.height, 9007199254740991);
  await node.client.rpc('perigee_set_time', { timestamp: 18446744073709551615n });
  assert.match(node.seen[1]?.body ?? '', /"params":\{"timestamp":18446744073709551615\}/);
});

test('the error of a method is an RpcCallError with its type', async () => {
  const node = new ScriptedNode([failure('UNKNOWN_BLOCK')]);
  const error = await node.client.rpc('block', { block_id: 7 }).catch((caught: unknown) => caught);
  assert.ok(error instanceof RpcCallError);
  assert.equal(error.code, 'rpc');
  assert.equal(error.message, 'block: UNKNOWN_BLOCK: why');
  assert.ok(isRpcCallError(error) && isRpcCallError(error, 'block'));
  assert.equal(error.info.error.cause.name, 'UNKNOWN_BLOCK');
  assert.equal(isRpcCallError(error, 'query'), false);
  assert.equal(isRpcCallError(new Error('UNKNOWN_BLOCK')), false);
});

test('what is not a response is a TransportError', async () => {
  const cases = [
    [reply('<html>', 404), 'http_status', 404],
    [reply('null', 404), 'http_status', 404],
    [reply('<html>', 200), 'invalid_response', 200],
    [reply('{"jsonrpc":"2.0"}', 200), 'invalid_response', 200],
    [reply(`"${'x'.repeat(100)}"`, 200), 'invalid_response', 200],
    [new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), 'unreachable', null],
    [null, 'request_timeout', null],
  ] as const;
  for (const [scripted, code, status] of cases) {
    const node = new ScriptedNode([scripted], { retries: 0, responseBytesMax: 64 });
    const error = await node.client.rpc('status').catch((caught: unknown) => caught);
    assert.ok(error instanceof TransportError, code);
    assert.deepEqual(error.info, { code, status });
  }
});

test('messages name the host, and nothing of the address that may be a key', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed');
  };
  const client = createClient('https://user:pass@node.example/v1/4711key', { fetch, retries: 0 });
  await assert.rejects(client.rpc('status'), ({ message }: Error) => {
    assert.equal(message, 'https://node.example cannot be reached: fetch failed');
    return true;
  });
});

test('a call can be aborted before it begins, while it runs and in a pause', async () => {
  const reason = new Error('enough');
  const before = new ScriptedNode([]);
  const aborted = AbortSignal.abort(reason);
  await assert.rejects(before.client.rpc('status', null, { signal: aborted }), reason);
  assert.equal(before.seen.length, 0);

  const during = new AbortController();
  const hanging = new ScriptedNode([null]);
  const call = hanging.client.rpc('status', null, { signal: during.signal });
  during.abort(reason);
  await assert.rejects(call, reason);

  const pausing = new AbortController();
  const failing = new ScriptedNode([reply('', 503), result('{}')]);
  const { clock } = failing;
  clock.sleep = async () => pausing.abort(reason);
  const paused = failing.client.rpc('status', null, { signal: pausing.signal });
  await assert.rejects(paused, reason);
  assert.equal(failing.seen.length, 1);
});

test('an address that is not a URL is refused at once', () => {
  assert.throws(() => createClient('node.example:3030/x y'), ArgumentError);
  assert.throws(() => createClient(''), ArgumentError);
});
