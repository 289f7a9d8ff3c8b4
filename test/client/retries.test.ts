// What is repeated: each kind of method with each kind of failure. A transaction that may have been
// executed by an attempt without a response is looked up instead of being reported as invalid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Effect, effectOf } from '../../src/client/retries.ts';
import {
  failure,
  formatError,
  reply,
  result,
  type Scripted,
  ScriptedNode,
} from './scriptedNode.ts';

const METHODS = {
  none: ['block', { finality: 'final' }],
  transaction: ['send_tx', { signed_tx_base64: 'AA==' }],
  control: ['perigee_mine', { blocks: 1 }],
} as const;

const internalError = formatError('INTERNAL_ERROR').replace('HANDLER_ERROR', 'INTERNAL_ERROR');

/** A failure, and what it says about the request. */
const FAILURES: Record<string, { readonly make: () => Scripted; readonly repeats: Effect[] }> = {
  'no connection': { make: () => new TypeError('failed'), repeats: ['none', 'transaction'] },
  'no response in time': { make: () => null, repeats: ['none', 'transaction'] },
  'rate limit': { make: () => reply('', 429), repeats: ['none', 'transaction', 'control'] },
  overloaded: { make: () => reply('', 503), repeats: ['none', 'transaction'] },
  'a broken proxy': { make: () => reply('', 502), repeats: ['none', 'transaction'] },
  'an internal error': { make: () => reply(internalError, 500), repeats: ['none', 'transaction'] },
  'a typed error': { make: () => failure('UNKNOWN_BLOCK'), repeats: [] },
  'a timeout of the node': { make: () => failure('TIMEOUT_ERROR', '{}', 408), repeats: [] },
  'a malformed request': { make: () => reply('{"error":{}}', 400), repeats: [] },
  'not JSON-RPC': { make: () => reply('<html>'), repeats: [] },
  'too long a pause': {
    make: () => reply('', 429, { 'retry-after': '3600' }),
    repeats: [],
  },
};

function call(node: ScriptedNode, effect: Effect): Promise<unknown> {
  const [method, params] = METHODS[effect];
  return node.client.rpc(method, params as never);
}

test('the methods of the table have the effects of their rows', () => {
  for (const [effect, [method]] of Object.entries(METHODS)) assert.equal(effectOf(method), effect);
  assert.equal(effectOf('a_method_of_the_future'), 'control');
  assert.equal(effectOf('constructor'), 'control');
});

test('a failed attempt is repeated only if that is safe and may help', async () => {
  for (const [what, { make, repeats }] of Object.entries(FAILURES)) {
    for (const effect of Object.keys(METHODS) as Effect[]) {
      const node = new ScriptedNode([make(), result('{}')]);
      const outcome = await call(node, effect).then(
        () => 'result',
        () => 'error',
      );
      const expected = repeats.includes(effect) ? ['result', 2] : ['error', 1];
      assert.deepEqual([outcome, node.seen.length], expected, `${what}, ${effect}`);
    }
  }
});

test('pauses double up to a maximum, and end with the last attempt', async () => {
  const script = Array.from({ length: 10 }, () => new TypeError('failed'));
  const node = new ScriptedNode(script, { retries: 8 });
  await assert.rejects(node.client.rpc('status'), { message: /cannot be reached/ });
  assert.equal(node.seen.length, 9);
  assert.deepEqual(node.clock.pausesMs, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
});

test('the client waits as long as the server asks', async () => {
  const busy = () => reply('', 429, { 'retry-after': '7' });
  const node = new ScriptedNode([busy(), busy(), result('{}')]);
  await node.client.rpc('perigee_mine', { blocks: 1 });
  assert.deepEqual(node.clock.pausesMs, [7_000, 7_000]);
});

test('after all attempts, the error is that of the last response', async () => {
  const node = new ScriptedNode([reply('', 503), reply(internalError, 500)], { retries: 1 });
  await assert.rejects(node.client.rpc('status'), { code: 'rpc', message: /INTERNAL_ERROR/ });
});

const SENT = { signed_tx_base64: 'AA==', wait_until: 'FINAL' } as const;

test('a transaction that an attempt without a response has executed is found', async () => {
  const executed = '{"final_execution_status":"FINAL"}';
  const script = [null, failure('INVALID_TRANSACTION'), result(executed)];
  const node = new ScriptedNode(script);
  assert.deepEqual(await node.client.rpc('send_tx', SENT), JSON.parse(executed));
  const methods = node.seen.map(({ body }) => JSON.parse(body).method);
  assert.deepEqual(methods, ['send_tx', 'send_tx', 'tx']);
  assert.deepEqual(JSON.parse(node.seen[2]?.body ?? '').params, SENT);
});

test('a transaction that is not found is invalid', async () => {
  const unknown = failure('UNKNOWN_TRANSACTION');
  const lost = new ScriptedNode([new TypeError('x'), failure('INVALID_TRANSACTION'), unknown]);
  await assert.rejects(lost.client.rpc('send_tx', SENT), { message: /INVALID_TRANSACTION/ });
  assert.equal(lost.seen.length, 3);
  // A rate limit comes before the transaction is read.
  const limited = new ScriptedNode([reply('', 429), failure('INVALID_TRANSACTION')]);
  await assert.rejects(limited.client.rpc('send_tx', SENT), { message: /INVALID_TRANSACTION/ });
  assert.equal(limited.seen.length, 2);
});
