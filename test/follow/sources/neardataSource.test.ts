// Following a chain over neardata's interface delivers its blocks in order, whatever the server
// does. The tests use the node's own server over a chain whose blocks are produced on demand, and
// small servers that refuse, redirect or lie; time passes when a test moves it.

import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { BlockMessage } from '../../../src/follow/messages/blockMessage.ts';
import { buildBlockMessage } from '../../../src/follow/messages/buildMessage.ts';
import { type BlockSource, BlockSourceError } from '../../../src/follow/sources/blockSource.ts';
import {
  createNeardataSource,
  type NeardataOptions,
} from '../../../src/follow/sources/neardataSource.ts';
import { serveRpc } from '../../../src/rpc/serveRpc.ts';
import { ALICE, BOB, NEAR, transfer } from '../../chain/localChain.ts';
import { LoggingChain } from '../../rpc/support/loggingChain.ts';
import { releaseAfterTests } from '../../support/releases.ts';
import { findClosedAddress, serve } from '../../support/serve.ts';
import { ManualClock } from '../manualClock.ts';

async function serveChain(chain: LoggingChain): Promise<string> {
  const server = await serveRpc(chain.context, { host: '127.0.0.1', port: 0 });
  releaseAfterTests(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

interface Followed {
  readonly source: BlockSource;
  readonly clock: ManualClock;
  readonly troubles: string[];
}

function follow(url: string, options: Partial<NeardataOptions> = {}): Followed {
  const clock = new ManualClock();
  const troubles: string[] = [];
  const report = (trouble: string) => void troubles.push(trouble);
  const source = createNeardataSource({ url: new URL(url), clock, report, ...options });
  return { source, clock, troubles };
}

const forever = new AbortController().signal;

async function take(source: BlockSource, from: number, count: number): Promise<BlockMessage[]> {
  const taken: BlockMessage[] = [];
  const stop = new AbortController();
  for await (const message of source.blocks(from, stop.signal)) {
    taken.push(message);
    if (taken.length === count) stop.abort();
  }
  return taken;
}

function heightsOf(messages: readonly BlockMessage[]): number[] {
  return messages.map(({ block }) => block.header.height);
}

function createChain(): LoggingChain {
  const chain = new LoggingChain();
  chain.deploy();
  chain.say('hello');
  chain.submit(ALICE, BOB, [transfer(NEAR)]);
  chain.settle();
  chain.mine(20);
  return chain;
}

let quiet: Promise<string> | undefined;

/** A node that produces no further blocks, for all tests. */
function quietNode(): Promise<string> {
  quiet ??= serveChain(createChain());
  return quiet;
}

test('every final block of a node is delivered in order and unchanged', async () => {
  const chain = createChain();
  const { source } = follow(await serveChain(chain));
  const final = chain.context.chain.finalHead().height;
  assert.equal(await source.lastHeight(forever), final);
  const taken = await take(source, 0, final + 1);
  assert.deepEqual(
    heightsOf(taken),
    Array.from({ length: final + 1 }, (_, height) => height),
  );
  const { chain: stored, epochs } = chain.context;
  for (const message of taken) {
    const whole = buildBlockMessage(
      { chain: stored, epochs, origins: null },
      message.block.header.hash,
    );
    assert.ok(whole !== null);
    const withoutOrigins = {
      ...message,
      shards: message.shards.map((shard) => ({
        ...shard,
        receiptExecutionOutcomes: shard.receiptExecutionOutcomes.map((one) => ({
          ...one,
          txHash: null,
        })),
      })),
    };
    assert.equal(BlockMessage.json(withoutOrigins), BlockMessage.json(whole));
  }
});

test('at the newest block the next one is waited for', async () => {
  const chain = createChain();
  const { source } = follow(await serveChain(chain));
  const next = chain.context.chain.finalHead().height + 1;
  const taking = take(source, next, 2);
  while (chain.listeners < 3) await new Promise((resolve) => setImmediate(resolve));
  chain.mine(1);
  while (chain.listeners < 3) await new Promise((resolve) => setImmediate(resolve));
  chain.mine(1);
  assert.deepEqual(heightsOf(await taking), [next, next + 1]);
});

test('heights without a block are skipped', async () => {
  const node = await quietNode();
  const url = await serve((request, response) => {
    if (request.url === '/v0/block/4') response.end('null');
    else response.writeHead(302, { location: node + request.url }).end();
  });
  const { source } = follow(url);
  assert.deepEqual(heightsOf(await take(source, 3, 2)), [3, 5]);
});

test('a height is skipped only once there is a later block', async () => {
  const node = await quietNode();
  let asked = 0;
  let last = 3;
  const url = await serve((request, response) => {
    if (request.url?.startsWith('/v0/last_block')) {
      response.end(`{"header":{"height":${last}}}`);
    } else if (request.url === '/v0/block/4') {
      asked++;
      response.end('null');
    } else response.writeHead(302, { location: node + request.url }).end();
  });
  const { source, clock, troubles } = follow(url);
  const taking = take(source, 3, 2);
  await clock.passSleep(1_000);
  await clock.awaitSleep(1_000);
  assert.equal(asked, 2);
  last = 5;
  clock.advance(1_000);
  assert.deepEqual(heightsOf(await taking), [3, 5]);
  assert.deepEqual([asked, troubles], [3, []]);
});

test('a last block without a height that a block can have is as none', async () => {
  for (const text of [
    'null',
    '5',
    '{}',
    '{"header":{"height":1e300}}',
    '{"header":{"height":1.5}}',
  ]) {
    const { source } = follow(await serve((_, response) => response.end(text)));
    assert.equal(await source.lastHeight(forever), null, text);
  }
});

test('a last block that cannot be read is named with its source, in a short sentence', async () => {
  const url = await serve((_, response) => response.end('['.repeat(100_000)));
  const { source, clock } = follow(url);
  const refused = assert.rejects(source.lastHeight(forever), ({ message }: Error) => {
    assert.match(message, /^What neardata:http:\S+ sends as its last block cannot be read: \[0\]/);
    return message.length < 400;
  });
  await clock.passSleep(500);
  await clock.passSleep(1_000);
  await refused;
});

test('a block that is too long to be held ahead is fetched in its turn', async () => {
  const node = await quietNode();
  let asked = 0;
  const url = await serve(async (request, response) => {
    const answer = await fetch(node + request.url);
    const isLong = request.url === '/v0/block/4';
    if (isLong) asked += 1;
    response.end((await answer.text()) + (isLong ? ' '.repeat(17 * 1024 * 1024) : ''));
  });
  const { source } = follow(url);
  assert.deepEqual(heightsOf(await take(source, 3, 3)), [3, 4, 5]);
  assert.equal(asked, 2);
});

test('at most eight blocks are requested at once', async () => {
  const node = await quietNode();
  const asked: number[] = [];
  let release = () => {};
  const isFull = new Promise<void>((resolve) => {
    release = resolve;
  });
  const url = await serve(async (request, response) => {
    const [, height] = /^\/v0\/block\/(\d+)$/.exec(request.url ?? '') ?? [];
    if (height !== undefined) asked.push(Number(height));
    if (asked.length === 8) release();
    if (height === '3') {
      await isFull;
      assert.deepEqual(asked, [3, 4, 5, 6, 7, 8, 9, 10]);
    }
    response.end(await (await fetch(node + request.url)).text());
  });
  const { source } = follow(url);
  assert.deepEqual(heightsOf(await take(source, 3, 2)), [3, 4]);
});

test('redirects lead to other servers, and receive the key', async () => {
  const node = await quietNode();
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(302, { location: node + request.url }).end();
  });
  const { source } = follow(`${url}/`, { apiKey: 'a key' });
  assert.deepEqual(heightsOf(await take(source, 2, 1)), [2]);
  assert.ok(asked.includes('/v0/block/2?apiKey=a+key'), asked.join());
  assert.ok(!source.name.includes('key'));
});

test('a server that refuses gets time, and one that fails is retried', async () => {
  const node = await quietNode();
  const refusals = [429, 503, 500];
  const url = await serve((request, response) => {
    const status = request.url === '/v0/block/2' ? refusals.shift() : undefined;
    if (status === undefined) response.writeHead(302, { location: node + request.url }).end();
    else response.writeHead(status, { 'retry-after': '7' }).end();
  });
  const { source, clock, troubles } = follow(url);
  const taking = take(source, 2, 2);
  await clock.passSleep(7_000);
  await clock.passSleep(1_000);
  await clock.passSleep(2_000);
  assert.deepEqual(heightsOf(await taking), [2, 3]);
  assert.deepEqual(refusals, []);
  assert.equal(troubles.length, 3);
  assert.match(troubles[0] ?? '', /ask too often; trying again in 7\.0 s/);
});

test('requests keep to their pace', async () => {
  const node = await quietNode();
  const startsMs: number[] = [];
  const clock = new ManualClock();
  const url = await serve((request, response) => {
    startsMs.push(clock.nowMs());
    response.writeHead(302, { location: node + request.url }).end();
  });
  const { source } = follow(url, { clock, requestsPerMinute: 60 });
  const taking = take(source, 0, 3);
  for (const turn of [1, 2, 3]) {
    await clock.awaitSleep(turn * 1_000);
    clock.advance(1_000);
    while (startsMs.length <= turn) await new Promise((resolve) => setImmediate(resolve));
  }
  await taking;
  assert.deepEqual(startsMs, [0, 1_000, 2_000, 3_000]);
});

test('a block that does not exist yet is requested again silently', async () => {
  const node = await quietNode();
  let early = 2;
  const url = await serve((request, response) => {
    const isEarly = request.url === '/v0/block/2' && early-- > 0;
    if (!isEarly) response.writeHead(302, { location: node + request.url }).end();
    else response.writeHead(404).end('{"error":"","type":"BLOCK_DOES_NOT_EXIST"}');
  });
  const { source, clock, troubles } = follow(url);
  const taking = take(source, 2, 1);
  await clock.passSleep(1_000);
  await clock.passSleep(1_000);
  assert.deepEqual(heightsOf(await taking), [2]);
  assert.deepEqual(troubles, []);
});

const REFUSED: readonly { name: string; code: string; answer: RequestListener }[] = [
  {
    name: 'a height before the first block',
    code: 'source_too_young',
    answer: (_, response) =>
      response.writeHead(404).end('{"error":"","type":"BLOCK_HEIGHT_TOO_LOW"}'),
  },
  {
    name: 'a server of another kind',
    code: 'source_unreachable',
    answer: (_, response) => response.writeHead(404).end('no such page'),
  },
  {
    name: 'a key that is not accepted',
    code: 'source_unreachable',
    answer: (_, response) => response.writeHead(401).end(),
  },
  {
    name: 'text that is not JSON',
    code: 'source_content',
    answer: (_, response) => response.end('<html>'),
  },
  {
    name: 'JSON that is not a block',
    code: 'source_content',
    answer: (_, response) => response.end('{"block":{}}'),
  },
];

for (const { name, code, answer } of REFUSED) {
  test(`${name} ends it with ${code}`, async () => {
    const url = await serve((request, response) => {
      if (request.url?.startsWith('/v0/last_block')) response.end('{"header":{"height":9}}');
      else answer(request, response);
    });
    const { source } = follow(url);
    await assert.rejects(take(source, 5, 1), (error) => {
      assert.ok(error instanceof BlockSourceError);
      assert.equal(error.code, code);
      return true;
    });
  });
}

test('the block of another height is refused', async () => {
  const node = await quietNode();
  const url = await serve((request, response) => {
    const location = node + (request.url ?? '').replace('/v0/block/5', '/v0/block/6');
    response.writeHead(302, { location }).end();
  });
  await assert.rejects(take(follow(url).source, 5, 1), /another block for height 5/);
});

test('an unreachable server is given up after some attempts', async () => {
  const { source, clock } = follow(await findClosedAddress());
  const asking = source.lastHeight(forever);
  const refused = assert.rejects(asking, (error) => {
    assert.ok(error instanceof BlockSourceError);
    assert.match(error.message, /ECONNREFUSED/);
    return true;
  });
  await clock.passSleep(500);
  await clock.passSleep(1_000);
  await refused;
});

test('a missing response is given up', async () => {
  let asked = 0;
  const node = await quietNode();
  const url = await serve((request, response) => {
    asked++;
    if (asked > 1) response.writeHead(302, { location: node + request.url }).end();
  });
  const { source, clock } = follow(url);
  const asking = source.lastHeight(forever);
  while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
  await clock.passSleep(60_000);
  await clock.passSleep(500);
  assert.ok(((await asking) ?? 0) > 0);
});

test('aborting the wait ends the blocks', async () => {
  const chain = createChain();
  const { source } = follow(await serveChain(chain));
  const stop = new AbortController();
  const next = chain.context.chain.finalHead().height + 1;
  const iterating = (async () => {
    for await (const { block } of source.blocks(next, stop.signal)) {
      assert.fail(formatHash(block.header.hash));
    }
  })();
  while (chain.listeners < 3) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await iterating;
});
