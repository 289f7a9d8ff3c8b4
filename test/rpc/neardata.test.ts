// The paths of neardata's interface respond like its server. The chain's blocks are produced on
// demand; requests are sent without HTTP, and over HTTP where headers matter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import type { ControlsPort, RpcChain, RpcContext } from '../../src/rpc/core/context.ts';
import { PendingWaits } from '../../src/rpc/core/pendingWaits.ts';
import { parseNeardataPath } from '../../src/rpc/neardata/neardataPath.ts';
import { NeardataRoutes } from '../../src/rpc/neardata/neardataRoutes.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { ALICE, BOB, NEAR, transfer } from '../chain/localChain.ts';
import { createDistantChain } from './support/distantChain.ts';
import { LoggingChain } from './support/loggingChain.ts';

/** Heights that are skipped once. */
const skip = 3;

function createChain(): LoggingChain {
  const chain = new LoggingChain();
  chain.submit(ALICE, BOB, [transfer(NEAR)]);
  chain.settle();
  chain.local.producer.produceBlock({ skip });
  chain.mine(20);
  return chain;
}

function createRoutes(context: RpcContext, waits = new PendingWaits(context)): NeardataRoutes {
  return new NeardataRoutes(context, waits);
}

const chain = createChain();
const SKIPPED = chain.height - 21;
const { height: final } = chain.context.chain.finalHead();
const { height: head } = chain.context.chain.head();

async function ask(path: string, { search = '', routes = createRoutes(chain.context) } = {}) {
  const answer = await routes.answer(path, search);
  assert.ok(answer !== null, path);
  const headers = new Map(answer.headers ?? []);
  return { status: answer.status, headers, text: bytesToUtf8(answer.body) };
}

async function askJson(path: string): Promise<ReturnType<typeof JSON.parse>> {
  const { status, text } = await ask(path);
  assert.equal(status, 200, path);
  return JSON.parse(text);
}

test('paths of other interfaces are left alone', () => {
  for (const path of [
    '/',
    '/v0',
    '/v0/',
    '/v0/block',
    '/v0/block/1/',
    '/v0/blocks/1',
    '/v1/block/1',
  ]) {
    assert.equal(parseNeardataPath(path), null, path);
  }
});

test('what cannot be a height, a shard or a finality is refused', async () => {
  const paths = ['block/x', 'block/-1', 'block/1.5', 'block/1/chunk/a', 'last_block/newest'];
  for (const path of paths) {
    const { status, text } = await ask(`/v0/${path}`);
    assert.deepEqual([status, text], [400, '"Invalid argument"'], path);
  }
});

test('the first and the last blocks are redirects, which keep the rest of the path', async () => {
  const cases = [
    ['/v0/first_block', '', '/v0/block/0'],
    ['/v0/last_block/final', '', `/v0/block/${final}`],
    ['/v0/last_block/optimistic', '', `/v0/block_opt/${head}`],
    ['/v0/last_block/final/headers', '?apiKey=x', `/v0/block/${final}/headers?apiKey=x`],
    ['/v0/block_opt/1/chunk/0', '?a=b', '/v0/block/1/chunk/0?a=b'],
  ] as const;
  for (const [path, search, location] of cases) {
    const { status, headers } = await ask(path, { search });
    assert.deepEqual([status, headers.get('location')], [302, location], path);
  }
});

test('a block has its shards, and its parts are parts of it', async () => {
  const whole = await askJson(`/v0/block/${final}`);
  assert.equal(whole.block.header.height, final);
  assert.equal(whole.shards.length, 3);
  assert.deepEqual(await askJson(`/v0/block/${final}/headers`), whole.block);
  assert.deepEqual(await askJson(`/v0/block/${final}/shard/1`), whole.shards[1]);
  assert.deepEqual(await askJson(`/v0/block/${final}/chunk/1`), whole.shards[1].chunk);
  assert.equal(await askJson(`/v0/block/${final}/chunk/9`), null);
  assert.equal(await askJson(`/v0/block/${final}/shard/9`), null);
});

test('a receipt names its transaction', async () => {
  const hashes = new Set<string>();
  let executed = 0;
  for (let height = 0; height <= final; height++) {
    const message = await askJson(`/v0/block/${height}`);
    for (const { chunk, receipt_execution_outcomes } of message?.shards ?? []) {
      for (const { transaction } of chunk?.transactions ?? []) hashes.add(transaction.hash);
      for (const { tx_hash } of receipt_execution_outcomes) {
        assert.ok(hashes.has(tx_hash));
        executed++;
      }
    }
  }
  assert.ok(executed > 0);
});

test('a block whose rows come from another machine is equal', async () => {
  const routes = createRoutes({
    ...chain.context,
    ...createDistantChain(chain.local.store),
  });
  for (const path of [`/v0/block/${final}`, '/v0/block/3', '/v0/block/2/headers']) {
    assert.equal((await ask(path, { routes })).text, (await ask(path)).text, path);
  }
});

test('a response stays within the limit, or an error explains what to do', async () => {
  const path = `/v0/block/${final}`;
  const { length } = (await ask(path)).text;
  const withLimit = (answerBytesMax: number) =>
    createRoutes({
      ...chain.context,
      limits: { ...chain.context.limits, answerBytesMax },
    });
  assert.equal((await ask(path, { routes: withLimit(length) })).status, 200);
  const refused = await ask(path, { routes: withLimit(length - 1) });
  assert.equal(refused.status, 413);
  assert.match(refused.text, /ask for a shard of the block.*BLOCK_TOO_LONG/);
});

test('a height without a block is null', async () => {
  assert.equal(chain.context.chain.hashAt(SKIPPED), null);
  const { status, text, headers } = await ask(`/v0/block/${SKIPPED}`);
  assert.deepEqual([status, text], [200, 'null']);
  assert.equal(headers.get('cache-control'), 'public, max-age=86400');
  assert.equal(await askJson(`/v0/block/${SKIPPED}/chunk/0`), null);
});

test('heights that cannot be requested are refused with the reason', async () => {
  const cases = [
    [10 ** 15 + 1, 'BLOCK_HEIGHT_TOO_HIGH'],
    [final + 11, 'BLOCK_DOES_NOT_EXIST'],
  ] as const;
  for (const [height, type] of cases) {
    const { status, text } = await ask(`/v0/block/${height}`);
    assert.deepEqual([status, JSON.parse(text).type], [404, type]);
  }
});

test('a pruned height is too low, and not a height without a block', async () => {
  const tips = { genesis: () => ({ height: 3 }), tail: () => ({ height: 9 }) };
  const kept = { ...tips, finalHead: () => ({ height: 20 }) } as unknown as RpcChain;
  const routes = createRoutes({ ...chain.context, chain: kept });
  for (const height of [0, 3, 9]) {
    const { status, text } = await ask(`/v0/block/${height}`, { routes });
    assert.deepEqual([status, JSON.parse(text).type], [404, 'BLOCK_HEIGHT_TOO_LOW']);
  }
  const { headers } = await ask('/v0/first_block', { routes });
  assert.equal(headers.get('location'), '/v0/block/10');
});

test('a final block may be cached, one that can be reverted may not', async () => {
  const controlled = { ...chain.context, controls: {} as ControlsPort };
  const routes = createRoutes(controlled);
  const cases = [
    [`/v0/block/${final}`, undefined, 'public, max-age=31536000'],
    [`/v0/block_opt/${head}`, undefined, 'no-store'],
    [`/v0/block/${final}`, routes, 'no-store'],
  ] as const;
  for (const [path, asked, expected] of cases) {
    const { headers } = await ask(path, asked === undefined ? {} : { routes: asked });
    assert.equal(headers.get('cache-control'), expected, path);
  }
});

test('the next final block is waited for', async () => {
  const growing = createChain();
  const routes = createRoutes(growing.context);
  const next = growing.context.chain.finalHead().height + 1;
  const asking = ask(`/v0/block/${next}`, { routes });
  growing.mine(1);
  assert.equal(JSON.parse((await asking).text).block.header.height, next);
});

test('a wait ends with its timeout, its client and the server; too many are refused', async () => {
  let passTime = () => {};
  const timer = (callback: () => void) => {
    passTime = callback;
    return () => {};
  };
  const limits = { ...chain.context.limits, waitsMax: 1 };
  const context = { ...chain.context, timer, limits };
  const waits = new PendingWaits(context);
  const routes = createRoutes(context, waits);
  const path = `/v0/block/${final + 1}`;
  const first = ask(path, { routes });
  assert.equal((await ask(path, { routes })).status, 503);
  passTime();
  assert.equal((await first).status, 404);
  let leave = () => {};
  const onGone = (listener: () => void) => {
    leave = listener;
    return () => {};
  };
  const left = routes.answer(path, '', { onGone });
  leave();
  assert.equal((await left)?.status, 404, 'nobody reads it');
  const second = ask(path, { routes });
  waits.close();
  assert.equal((await second).status, 404);
});

test('over HTTP', async () => {
  const server = await serveRpc(chain.context, { host: '127.0.0.1', port: 0 });
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/v0/last_block/final`);
    assert.equal(response.redirected, true);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const { block } = (await response.json()) as { block: { header: { hash: string } } };
    assert.equal(block.header.hash, formatHash(chain.context.chain.finalHead().hash));
  } finally {
    await server.close();
  }
});
