// Random requests to the real program: envelopes that are nearly right, params of every method
// generated from the schema of the registry, texts that are far too long, bodies that are nested
// too deeply. Each gets a response that follows JSON-RPC or HTTP, and the program logs no failure
// of its own.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import type { Schema } from '../../src/codec/schema.ts';
import { REGISTRY } from '../../src/rpc/service/registry.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, type NodeProcess, startNodeProcess } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { byForm, countRounds } from '../support/testForm.ts';
import { forEachParallel, KeptConnections, type Posted } from './support/keptConnections.ts';
import { type Ingredients, inlineSchema, valuesOf } from './support/schemaArbitrary.ts';

const SEED = 20_261_116;
const ENVELOPES_ROUNDS = { short: 1, long: 75 };
const ENVELOPES_PER_ROUND = 400;
const PARAMS_ROUNDS = { short: 1, long: 50 };
const PARAMS_OF_METHOD_PER_ROUND = 6;
const TEXT_BYTES = [200_000, 8_000_000] as const;
const LONG_TEXT_BYTES = byForm({ short: TEXT_BYTES[0], long: TEXT_BYTES[1] });
/** Work that grows with the square of these lengths takes hours; the rest is quick everywhere. */
const ANSWER_MS_MAX = 120_000;
const CONNECTIONS = 8;

let node: NodeProcess;
let rpc: RpcClient;
let connections: KeptConnections;
let ingredients: Ingredients;

before(async () => {
  // Waits for a transaction that does not exist are short.
  node = startNodeProcess(createTemporaryFolder(), '--wait-timeout', '5');
  rpc = await node.listening();
  connections = new KeptConnections(rpc.url, CONNECTIONS);
  const alice = new Sender(rpc, ALICE);
  const sent = await alice.sign(BOB, [transfer(1n)]);
  await alice.submit(sent, 'INCLUDED').catch(() => {});
  const { header } = await rpc.call<{ header: { hash: string } }>('block', { finality: 'final' });
  ingredients = {
    accountIds: [ALICE, BOB],
    hashes: [header.hash, formatHash(sent.hash)],
    transactions: [bytesToBase64(sent.bytes)],
  };
});

after(async () => {
  connections.close();
  await node.kill('SIGKILL');
});

const STATUSES = new Set([200, 204, 400, 408, 413, 422, 500]);

async function check(posted: Posted): Promise<void> {
  const { status, text, elapsedMs } = await connections.post(posted);
  const message = `${posted.path} ${String(posted.body).slice(0, 300)} → ${status} ${text}`;
  assert.ok(STATUSES.has(status), message);
  assert.ok(elapsedMs < ANSWER_MS_MAX, `${elapsedMs} ms for ${message.slice(0, 500)}`);
  if (status === 204 || !text.startsWith('{')) return;
  const answer = JSON.parse(text);
  assert.ok('result' in answer !== 'error' in answer, message);
}

/** The node is alive, and nothing that happened was its own fault. */
async function checkNode(): Promise<void> {
  assert.ok((await rpc.call<object>('genesis_config')) !== null);
  assert.doesNotMatch(node.stdout, /"level":50/, node.stdout.slice(-2_000));
  assert.equal(node.stderr, '');
}

const methodNames = [...REGISTRY.keys()];
const names = fc.oneof(fc.constantFrom(...methodNames), fc.string({ maxLength: 20 }));
const anyJson = fc.jsonValue({ maxDepth: 4 });

/** Objects with the keys of a request, each right, wrong or missing. */
const envelopes = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, anyJson),
    id: anyJson,
    method: fc.oneof({ weight: 5, arbitrary: names }, anyJson),
    params: anyJson,
    extra: anyJson,
  },
  { requiredKeys: [] },
);

const bodies = fc.oneof(
  { weight: 5, arbitrary: envelopes.map((envelope) => JSON.stringify(envelope)) },
  { weight: 2, arbitrary: fc.array(envelopes, { maxLength: 5 }).map((e) => JSON.stringify(e)) },
  { weight: 1, arbitrary: anyJson.map((json) => JSON.stringify(json)) },
  // JSON with a part that was cut, doubled or replaced.
  {
    weight: 2,
    arbitrary: fc
      .tuple(envelopes, fc.nat(200), fc.string({ maxLength: 5 }))
      .map(([e, at, text]) => {
        const json = JSON.stringify(e);
        return json.slice(0, at) + text + json.slice(at + text.length);
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }) },
);

test('envelopes', async (context) => {
  const posted = fc.record({
    path: fc.oneof(fc.constant('/'), fc.constantFrom(...methodNames.map((name) => `/${name}`))),
    body: bodies,
  });
  for (const round of countRounds(context, 'rounds of envelopes', ENVELOPES_ROUNDS)) {
    const samples = fc.sample(posted, { numRuns: ENVELOPES_PER_ROUND, seed: SEED + round });
    await forEachParallel(samples.filter(isHarmless), CONNECTIONS, check);
  }
  await checkNode();
});

/** A control that was hit by chance may produce very many blocks. */
function isHarmless({ path, body }: Posted): boolean {
  return !/perigee_|sandbox_/.test(`${path} ${String(body)}`);
}

test('params of every method', async (context) => {
  const methods = [...REGISTRY.values()].map(({ name, method }) => {
    const parts = method.isControl === true ? { ...ingredients, integerMax: 3 } : ingredients;
    return { name, params: valuesOf(inlineSchema(method.paramsSchema), parts) };
  });
  for (const round of countRounds(context, 'rounds of params', PARAMS_ROUNDS)) {
    const samples = methods.flatMap(({ name, params }) =>
      fc
        .sample(params, { numRuns: PARAMS_OF_METHOD_PER_ROUND, seed: SEED + round })
        .map((value) => ({ path: `/${name}`, body: formatRequest(name, value) })),
    );
    await forEachParallel(samples, CONNECTIONS, check);
  }
  await checkNode();
});

function formatRequest(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

test('a text that is far too long, in every field for one', async (context) => {
  const places = [...new Set(REGISTRY.values())]
    .filter(({ method }) => method.isControl !== true)
    .flatMap(({ name, method }) =>
      listKeys(inlineSchema(method.paramsSchema)).map((key) => ({ name, key })),
    );
  // All fields with the shorter texts, then with the longer ones.
  const extent = { short: places.length, long: places.length * TEXT_BYTES.length };
  for (const i of countRounds(context, 'long texts', extent)) {
    const { name, key } = places[i % places.length] as (typeof places)[number];
    const part = ['a', '9', '0', '{', '\\u0000'][key.length % 5] as string;
    const bytes = TEXT_BYTES[Math.floor(i / places.length)] as number;
    const text = part.repeat(bytes / part.length);
    const params = `{"finality":"final","request_type":"view_state","${key}":"${text}"}`;
    await check({ path: `/${name}`, body: `{"method":"${name}","params":${params}}` });
  }
  await checkNode();
});

/** All keys that an object of the schema may have. */
function listKeys(schema: Schema): string[] {
  const keys = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as { properties?: object };
    for (const key of Object.keys(properties ?? {})) keys.add(key);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schema);
  return [...keys];
}

test('numbers with very many digits', async () => {
  const digits = '7'.repeat(LONG_TEXT_BYTES);
  for (const number of [digits, `-${digits}`, `0.${digits}`, `1e${digits}`, `${digits}e9`]) {
    await check({ path: '/', body: `{"jsonrpc":"2.0","id":${number},"method":"block"}` });
    const params = `{"block_id":${number}}`;
    await check({ path: '/block', body: `{"method":"block","params":${params}}` });
  }
  await checkNode();
});

test('bodies that are nested very deeply, and bodies with very many members', async () => {
  const depth = LONG_TEXT_BYTES / 2;
  const request = (params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"block","params":${params}}`;
  const many = Array.from({ length: depth / 10 }, (_, i) => `"${i}":[]`).join(',');
  const values = [
    '['.repeat(depth),
    '['.repeat(depth) + ']'.repeat(depth),
    '{"a":'.repeat(depth / 5),
    `[${'1,'.repeat(depth)}1]`,
    `{${many}}`,
  ];
  for (const value of values) {
    await check({ path: '/', body: value });
    await check({ path: '/', body: request(value) });
    await check({ path: '/block', body: request(value) });
  }
  await checkNode();
});
