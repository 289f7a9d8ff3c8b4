// Two nodes with the same responses are found to agree, and every field that differs is named. The
// nodes are a server over a chain whose blocks are produced on demand, and a proxy that changes its
// responses.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { JsonValue } from '../../src/base/json/exactJson.ts';
import { compareAnswers } from '../../src/compare/compareAnswers.ts';
import { type CompareOptions, compareNodes } from '../../src/compare/compareNodes.ts';
import { DIFFERENCES_MAX, listDifferences } from '../../src/compare/listDifferences.ts';
import { CompareError } from '../../src/compare/rpcSide.ts';
import { spread } from '../../src/compare/sampleQuestions.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { ALICE, BOB, NEAR, transfer } from '../chain/localChain.ts';
import { ManualClock } from '../follow/manualClock.ts';
import { LoggingChain } from '../rpc/support/loggingChain.ts';
import { findClosedAddress, serve } from '../support/serve.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const chain = new LoggingChain();
chain.deploy();
chain.say('hello');
chain.submit(ALICE, BOB, [transfer(NEAR)]);
chain.settle();
chain.mine(6);
const server = await serveRpc(chain.context, { host: '127.0.0.1', port: 0 });
after(() => server.close());
const honest = `http://127.0.0.1:${server.port}`;

/** A node with other responses; `edit` gets the text of each response and its request. */
function liar(edit: (answer: string, request: string) => string): Promise<string> {
  return serve(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(honest, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(edit(await answer.text(), body));
  });
}

async function compare(right: string, options: Partial<CompareOptions> = {}) {
  const requests: string[] = [];
  const paths: string[] = [];
  const result = await compareNodes({
    left: honest,
    right,
    blocks: 2,
    ignored: [],
    clock: new ManualClock(),
    signal: new AbortController().signal,
    onAnswer: ({ request, verdict }) => {
      requests.push(request);
      if (verdict.kind === 'different') paths.push(...verdict.differences.map(({ path }) => path));
    },
    ...options,
  });
  return { result, requests, paths };
}

test('a node agrees with itself on every method', async () => {
  const { result, requests } = await compare(honest, { blocks: 8 });
  assert.equal(result.different, 0);
  assert.equal(result.unanswered, 0);
  assert.equal(result.questions, requests.length);
  const methods = new Set(requests.map((request) => JSON.parse(request).method));
  assert.deepEqual([...methods].sort(), [
    'EXPERIMENTAL_changes',
    'EXPERIMENTAL_changes_in_block',
    'EXPERIMENTAL_congestion_level',
    'EXPERIMENTAL_light_client_block_proof',
    'EXPERIMENTAL_light_client_proof',
    'EXPERIMENTAL_protocol_config',
    'EXPERIMENTAL_receipt',
    'EXPERIMENTAL_tx_status',
    'block',
    'chunk',
    'gas_price',
    'query',
  ]);
});

test('what differs is named by its path', async () => {
  const right = await liar((answer) => answer.replace(/"gas_price":"\d+"/, '"gas_price":"7"'));
  const { result, paths } = await compare(right);
  assert.ok(result.different > 3);
  assert.ok(paths.includes('result.header.gas_price'));
  assert.ok(paths.includes('result.gas_price'));
  const { result: ignoring } = await compare(right, { ignored: ['gas_price'] });
  assert.equal(ignoring.different, 0);
});

test('the last digit of a large number counts', async () => {
  const right = await liar((answer) =>
    answer.replace(/"timestamp":(\d+)/, (_, digits: string) => {
      return `"timestamp":${BigInt(digits) + 1n}`;
    }),
  );
  const { paths } = await compare(right);
  assert.ok(paths.includes('result.header.timestamp'));
});

test('requests from a file are sent unchanged', async () => {
  const file = join(createTemporaryFolder(), 'requests.jsonl');
  const bodies = [
    '{"jsonrpc":"2.0","id":1,"method":"status","params":[]}',
    '',
    '{"jsonrpc":"2.0","id":2,"method":"block","params":{"block_id":99999}}',
    'no JSON at all',
  ];
  writeFileSync(file, bodies.join('\n'));
  const { result, requests } = await compare(honest, { requests: file });
  assert.deepEqual(requests, [bodies[0], bodies[2], bodies[3]]);
  assert.deepEqual(result, { questions: 3, unanswered: 0, different: 0 });
});

test('a node may answer anything at all', async () => {
  const answers = [
    'null',
    '<html>',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"result":[null]}',
    '{"result":{"header":null,"chunks":[null],"changes":[null]}}',
    '{"result":{"header":{"height":[],"hash":5},"chunks":[{"chunk_hash":1}],"changes":[{}]}}',
    '{"result":{"header":{"height":1},"chunks":[{"height_included":1}],' +
      '"transactions":[null,{"hash":9999999999999999999}],"receipts":[{"receipt_id":{}}]}}',
  ];
  for (const answer of answers) {
    const wrong = await liar(() => answer);
    const { result } = await compare(honest, { left: wrong });
    assert.equal(result.different, result.questions, answer.slice(0, 100));
  }
});

test('a node that does not respond is named', async () => {
  const clock = new ManualClock();
  const closed = await findClosedAddress();
  const comparing = assert.rejects(compare(closed, { clock }), (error) => {
    assert.ok(error instanceof CompareError);
    assert.match(error.message, new RegExp(`^${closed} does not answer: .+\\.$`));
    return true;
  });
  for (const ms of [500, 1_000, 2_000]) await clock.passSleep(ms);
  await comparing;
});

const TIMEOUT = { name: 'HANDLER_ERROR', cause: { name: 'TIMEOUT_ERROR', info: { cause: 'X' } } };
const OLD_TIMEOUT = { code: -32000, message: 'Server error', data: 'Timeout' };
const COLLECTED = { name: 'HANDLER_ERROR', cause: { name: 'GARBAGE_COLLECTED_BLOCK' } };

const VERDICTS: readonly [string, JsonValue, JsonValue, string][] = [
  ['a wait that ended, of an older node', { error: TIMEOUT }, { error: OLD_TIMEOUT }, 'equal'],
  ['a wait that ended, and a result', { error: TIMEOUT }, { result: null }, 'different'],
  ['what one node has not kept', { error: COLLECTED }, { result: { a: 1 } }, 'unanswered'],
  ['the version of a node', { result: { version: 1 } }, { result: { version: 2 } }, 'equal'],
  [
    'another version',
    { result: { a: { version: 1 } } },
    { result: { a: { version: 2 } } },
    'different',
  ],
  ['another error', { error: { name: 'A' } }, { error: { name: 'B' } }, 'different'],
];

test('verdicts', () => {
  for (const [name, left, right, kind] of VERDICTS) {
    assert.equal(compareAnswers(left, right, []).kind, kind, name);
  }
});

test('every difference is listed, with both values', () => {
  const left = { a: [1, 2, { b: 'x' }], c: null, same: [1] };
  const right = { a: [1, 3, { b: 'y' }, 4], d: 2n ** 64n, same: [1] };
  assert.deepEqual(
    listDifferences(left, right, () => false),
    [
      { path: 'a[1]', left: '2', right: '3' },
      { path: 'a[2].b', left: '"x"', right: '"y"' },
      { path: 'a[3]', left: null, right: '4' },
      { path: 'c', left: 'null', right: null },
      { path: 'd', left: null, right: '18446744073709551616' },
    ],
  );
  assert.deepEqual(
    listDifferences(left, right, (path) => path === 'a[].b' || path === 'a[]').length,
    2,
  );
});

test('a list of differences is bounded', () => {
  const [left, right] = [0, 1].map((item) => Array.from({ length: 1_000 }, () => item));
  assert.equal(listDifferences(left ?? [], right ?? [], () => false).length, DIFFERENCES_MAX);
});

test('blocks are spread over the whole range', () => {
  assert.deepEqual(spread(0, 100, 5), [100, 75, 50, 25, 0]);
  assert.deepEqual(spread(7, 9, 10).sort(), [7, 8, 9]);
  assert.deepEqual(spread(5, 5, 3), [5]);
  assert.deepEqual(spread(0, 100, 1), [100]);
});
