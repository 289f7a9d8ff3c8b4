// Responses that are cached until the next block, on a chain whose blocks are produced on demand.
// The same requests go to a service without a cache: both must always respond the same.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { endpointOf } from '../../../src/rpc/core/endpoint.ts';
import { ResponseCache } from '../../../src/rpc/core/responseCache.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { ALICE, BOB } from '../../chain/localChain.ts';
import { LoggingChain } from '../support/loggingChain.ts';

let heard: LoggingChain;
let keeping: RpcService;
let forgetful: RpcService;
/** The counters of requests to the caching service. */
const counted: string[] = [];

before(() => {
  heard = new LoggingChain();
  const { context } = heard;
  const metrics: RpcContext['metrics'] = {
    ...context.metrics,
    startRequest: () => (label, errorCode) => counted.push(`${label} ${errorCode}`),
    countWaitUntil: (_method, waitUntil) => counted.push(waitUntil),
  };
  keeping = new RpcService({ ...context, metrics, answers: new ResponseCache(context) });
  forgetful = new RpcService(context);
});

function encode(method: string, params: unknown, id: unknown = 1): Uint8Array {
  return utf8ToBytes(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}

function recall(path: string, body: Uint8Array): string | null {
  const answer = keeping.recall(endpointOf(path), body);
  return answer && bytesToUtf8(answer.body);
}

async function askBoth(path: string, body: Uint8Array): Promise<string> {
  const kept = await keeping.handle(endpointOf(path), body);
  const fresh = await forgetful.handle(endpointOf(path), body);
  assert.equal(bytesToUtf8(kept.body), bytesToUtf8(fresh.body));
  assert.equal(kept.status, fresh.status);
  return bytesToUtf8(fresh.body);
}

const QUESTIONS: [method: string, params: unknown][] = [
  ['block', { finality: 'optimistic' }],
  ['query', { request_type: 'view_account', account_id: ALICE, finality: 'optimistic' }],
  ['gas_price', [null]],
  ['validators', 'latest'],
  ['genesis_config', null],
  ['client_config', null],
];

test('a cached result of one endpoint is not returned at the other, if they differ', async () => {
  const body = encode('chunk', { block_id: 0, shard_id: 0 });
  heard.mine();
  for (let repeated = 0; repeated < 4; repeated++) {
    assert.match(await askBoth('/', body), /"proposed_split":null/);
    assert.doesNotMatch(await askBoth('/chunk', body), /proposed_split/);
  }
  assert.match(recall('/', body) ?? '', /"proposed_split":null/);
  assert.doesNotMatch(recall('/chunk', body) ?? 'proposed_split', /proposed_split/);
});

test('a response to a repeated question and request is cached until the next block', async () => {
  for (const [method, params] of QUESTIONS) {
    for (const path of ['/', `/${method}`]) {
      heard.mine();
      const body = encode(method, params);
      assert.equal(recall(path, body), null, `${method} after a block`);
      const answer = await askBoth(path, body);
      assert.equal(await askBoth(path, body), answer, method);
      assert.equal(recall(path, body), null, `${method} after two requests`);
      assert.equal(await askBoth(path, body), answer, method);
      assert.equal(recall(path, body), answer, method);
      assert.equal(await askBoth(path, body), answer, method);
      assert.match(await askBoth(path, encode(method, params, 'other')), /"id":"other"\}$/);
    }
  }
});

test('a complete response is cached once its id was repeated', async () => {
  heard.mine();
  const bodyOf = (id: number) => encode('block', { finality: 'optimistic' }, id);
  for (let id = 0; id < 5; id++) await askBoth('/', bodyOf(id));
  for (let id = 0; id < 5; id++) assert.equal(recall('/', bodyOf(id)), null, `id ${id}`);
  const answer = await askBoth('/', bodyOf(4));
  assert.equal(recall('/', bodyOf(4)), answer);
});

test('a cached response does not hold on to the memory that short responses share', async () => {
  heard.mine();
  const body = encode('gas_price', [null], 'shared');
  for (let repeated = 0; repeated < 3; repeated++) await askBoth('/', body);
  const kept = keeping.recall(endpointOf('/'), body);
  assert.ok(kept !== null);
  assert.equal(kept.body.buffer.byteLength, kept.body.length);
});

test('after a block the head has changed', async () => {
  const body = encode('block', { finality: 'optimistic' });
  const height = async () => JSON.parse(await askBoth('/', body)).result.header.height as number;
  const first = await height();
  assert.equal(await height(), first);
  heard.mine();
  assert.equal(await height(), first + 1);
});

test('errors are not cached', async () => {
  const unkept = [
    encode('block', { block_id: 1_000_000 }),
    encode('no_such', null),
    utf8ToBytes('{'),
    utf8ToBytes('[]'),
  ];
  for (const body of unkept) {
    for (let i = 0; i < 2; i++) await keeping.handle(endpointOf('/'), body);
    assert.equal(recall('/', body), null, bytesToUtf8(body));
  }
});

test('a response that varies between two blocks is cached until it changes', async () => {
  const { context } = heard;
  let uptime = 5;
  let described = 0;
  const node: RpcContext['node'] = {
    ...context.node,
    uptimeSeconds: () => uptime,
    get validator() {
      described++;
      return null;
    },
  };
  const service = new RpcService({ ...context, node, answers: new ResponseCache(context) });
  const body = encode('status', []);
  const ask = async () => bytesToUtf8((await service.handle(endpointOf('/'), body)).body);
  const first = await ask();
  assert.match(first, /"uptime_sec":5,/);
  assert.equal(await ask(), first);
  const twice = described;
  assert.equal(await ask(), first);
  assert.equal(described, twice, 'the result was cached');
  const recalled = service.recall(endpointOf('/'), body);
  assert.equal(recalled === null ? null : bytesToUtf8(recalled.body), first);
  uptime = 6;
  assert.equal(service.recall(endpointOf('/'), body), null);
  assert.match(await ask(), /"uptime_sec":6,/);
  heard.mine();
  assert.notEqual(await ask(), first);
});

test('a transaction is cached when it is final', async () => {
  const { hash } = heard.submit(ALICE, BOB, [{ kind: 'Transfer', value: { deposit: 1n } }]);
  const params = { tx_hash: formatHash(hash), sender_account_id: ALICE, wait_until: 'INCLUDED' };
  const body = encode('tx', params);
  heard.mine();
  for (let i = 0; i < 2; i++) assert.doesNotMatch(await askBoth('/', body), /"FINAL"/);
  assert.equal(recall('/', body), null);
  heard.settle();
  heard.mine(3);
  const answer = await askBoth('/', body);
  assert.match(answer, /"final_execution_status":"FINAL"/);
  for (let i = 0; i < 2; i++) assert.equal(await askBoth('/', body), answer);
  counted.length = 0;
  assert.equal(recall('/', body), answer);
  assert.deepEqual(counted, ['INCLUDED', 'tx null']);
});

test('different params are different requests', async () => {
  const ask = (params: unknown) => askBoth('/', encode('query', params));
  const account = { request_type: 'view_account', finality: 'final' };
  const alice = await ask({ ...account, account_id: ALICE });
  assert.notEqual(await ask({ ...account, account_id: BOB }), alice);
  assert.equal(await ask({ account_id: ALICE, ...account }), alice);
});

test('a response that a block has overtaken is not cached', async () => {
  const call = { request_type: 'call_function', account_id: ALICE, method_name: 'get' };
  const body = encode('query', { ...call, args_base64: '', finality: 'optimistic' });
  const { context } = heard;
  const answers = new ResponseCache(context);
  const returned = { kind: 'returned', value: new Uint8Array(), logs: [] } as const;
  const quick = new RpcService({ ...context, answers, callFunction: async () => returned });
  let answer: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const callFunction = async () => {
    await waiting;
    return returned;
  };
  const slow = new RpcService({ ...context, answers, callFunction });
  const asked = slow.handle(endpointOf('/'), body);
  heard.mine();
  const newer = await quick.handle(endpointOf('/'), body);
  answer();
  assert.notDeepEqual(await asked, newer);
  assert.equal(slow.recall(endpointOf('/'), body), null);
  assert.deepEqual(await quick.handle(endpointOf('/'), body), newer);
});

test('a block that can be read but was not announced yet is in no cached response', async () => {
  const { context, local } = new LoggingChain();
  const newestHeight = () => context.chain.head().height;
  const answers = new ResponseCache({ ...context, newestHeight });
  const service = new RpcService({ ...context, answers });
  const endpoint = endpointOf('/');
  const body = encode('block', { finality: 'optimistic' });
  const ask = async (request: Uint8Array) => {
    const known = service.recall(endpoint, request);
    return bytesToUtf8((known ?? (await service.handle(endpoint, request))).body);
  };
  for (let i = 0; i < 3; i++) await ask(body);
  assert.notEqual(service.recall(endpoint, body), null, 'it is cached');
  const before = await ask(body);
  local.producer.produceBlock();
  assert.equal(service.recall(endpoint, body), null);
  const after = await ask(body);
  assert.notEqual(after, before);
  // The same question in other bytes: its result is cached, not the response.
  for (let id = 2; id < 5; id++)
    assert.equal(JSON.parse(await ask(encode('block', { finality: 'optimistic' }, id))).id, id);
  local.producer.produceBlock();
  const { result } = JSON.parse(await ask(encode('block', { finality: 'optimistic' }, 9)));
  assert.equal(result.header.height, newestHeight());
});
