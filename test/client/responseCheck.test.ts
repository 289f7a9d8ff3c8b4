// The check of responses: it takes whatever the reference node and this node were recorded to
// answer, and finds what is wrong with an answer that was changed in any one place.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { JsonValue } from '../../src/base/json/exactJson.ts';
import { formatPlainJson, parseJson } from '../../src/base/json/plainJson.ts';
import { RESULTS } from '../../src/client/generated/shapes.ts';
import { responseCheck } from '../../src/client/responseCheck.ts';
import { TransportError } from '../../src/client/transportError.ts';
import { readRecordedRequests } from '../rpc/support/recordedRequests.ts';
import { repositoryPath } from '../support/repository.ts';
import { failure, reply, result, ScriptedNode } from './scriptedNode.ts';

interface Answered {
  readonly method: string;
  readonly params: unknown;
  readonly result: JsonValue;
}

/** Fields that this node has in addition; the released node has them as well. */
const ADDED = /^avg_hidden_validator_seats_per_shard is missing$/;

function listRecorded(): Answered[] {
  return readRecordedRequests().flatMap(({ body, contentType, response }) => {
    const isCall = body?.startsWith('{"jsonrpc":"2.0","id":"dontcare",') === true;
    if (!isCall || contentType !== 'application/json') return [];
    const { method, params } = JSON.parse(body) as Answered;
    const { result } = parseJson(response) as unknown as Answered;
    return result === undefined ? [] : [{ method, params, result }];
  });
}

function listExamples(): Answered[] {
  const text = readFileSync(repositoryPath('schema', 'examples.json'), 'utf8');
  return (parseJson(text) as unknown as Answered[]).filter(({ result }) => result !== undefined);
}

test('what nodes were recorded to answer is taken', () => {
  const answered = [...listRecorded(), ...listExamples()];
  assert.ok(answered.length > 200, `${answered.length}`);
  for (const { method, params, result } of answered) {
    const fault = responseCheck.result(method, params, result);
    assert.ok(fault === null || ADDED.test(fault), `${method}: ${fault}`);
  }
});

/** What nothing of the interface may be. */
const WRONG: JsonValue = [[[]]];

/** Copies of a value, each with something wrong in another place. */
function* changeEach(json: JsonValue): Generator<JsonValue> {
  yield WRONG;
  if (typeof json !== 'object' || json === null) return;
  for (const [key, member] of Object.entries(json)) {
    for (const changed of changeEach(member as JsonValue)) {
      yield Array.isArray(json) ? json.with(Number(key), changed) : { ...json, [key]: changed };
    }
  }
}

test('an answer that is wrong in any one place is refused', () => {
  const methods = new Map(listExamples().map((one) => [one.method, one]));
  assert.ok(methods.size > 70, `${methods.size} methods`);
  for (const { method, params, result } of methods.values()) {
    for (const changed of changeEach(result)) {
      const text = `${method}: ${formatPlainJson(changed)}`;
      assert.notEqual(responseCheck.result(method, params, changed), null, text);
    }
  }
});

test('the place of the fault is named', () => {
  const block = listExamples().find(({ method }) => method === 'block')?.result as {
    header: Record<string, JsonValue>;
    chunks: Record<string, JsonValue>[];
  };
  const [chunk] = block.chunks;
  const rows: readonly [unknown, string][] = [
    [null, 'the result is not an object'],
    [{ ...block, chunks: null }, 'chunks is not an array'],
    [{ ...block, chunks: [null] }, 'chunks[0] is not an object'],
    [
      { ...block, header: { ...block.header, height: undefined } },
      'header.height is not an integer',
    ],
    [{ ...block, header: { ...block.header, height: 1.5 } }, 'header.height is not an integer'],
    [{ ...block, header: { ...block.header, height: -1 } }, 'header.height is out of range'],
    [{ ...block, header: { ...block.header, hash: '0' } }, 'header.hash has the wrong form'],
    [
      { ...block, chunks: [{ ...chunk, gas_used: 2n ** 64n }] },
      'chunks[0].gas_used is out of range',
    ],
    [
      { ...block, header: { ...block.header, total_supply: '9'.repeat(40) } },
      'header.total_supply has the wrong length',
    ],
    [{ chunks: [], author: 'test.near' }, 'header is missing'],
  ];
  for (const [json, fault] of rows) assert.equal(responseCheck.result('block', {}, json), fault);
  assert.equal(responseCheck.result('block', {}, { ...block, newer: 1 }), null);
});

test('a transaction with outcomes is not taken for one without', () => {
  const wrong = { final_execution_status: 'FINAL', transaction: { hash: 1 } };
  assert.notEqual(responseCheck.result('tx', {}, wrong), null);
  assert.equal(responseCheck.result('tx', {}, { final_execution_status: 'NONE' }), null);
});

test('values that contain themselves are checked to a bounded depth', () => {
  let node: object = { function: 'f', gas: 1, self_gas: 1, calls: 1, children: [] };
  for (let depth = 0; depth < 10_000; depth++) node = { ...node, children: [node] };
  const [method] = Object.keys(RESULTS).filter((name) => name === 'perigee_profile_transaction');
  assert.ok(method !== undefined);
  assert.notEqual(responseCheck.result(method, {}, node), null);
});

test('a client that checks says what is wrong, in calls, batches and events', async () => {
  const message = /^http:\/\/node\.example answers status with something else: \w+ is missing$/;
  const refused = (error: unknown) => {
    assert.ok(error instanceof TransportError);
    assert.equal(error.info.code, 'invalid_response');
    assert.match(error.message, message);
    return true;
  };
  const options = { check: responseCheck, retries: 0 };
  await assert.rejects(new ScriptedNode([result('{}')], options).client.rpc('status'), refused);
  const calls = [{ method: 'status' }, { method: 'status' }] as const;
  const answers = reply('[null,{"id":"0","result":{}},{"id":"1","result":{}}]', 200);
  await assert.rejects(new ScriptedNode([answers], options).client.batch(calls), refused);

  const headers = { 'content-type': 'text/event-stream' };
  for (const data of ['{"log":5}', '{', 'null']) {
    const stream = new Response(`id: 1.0\nevent: log\ndata: ${data}\n\n`, { headers });
    const { client } = new ScriptedNode([stream], options);
    await assert.rejects(client.events({ from: 0 }).next(), TransportError);
  }
});

test('an error without a cause has one for the caller', async () => {
  const rows = [
    ['{"error":{}}', 'UNKNOWN'],
    ['{"error":[1]}', 'UNKNOWN'],
    ['{"error":{"name":{"a":1},"cause":{"name":7}}}', 'UNKNOWN'],
    ['{"error":{"name":"HANDLER_ERROR","cause":"x"}}', 'HANDLER_ERROR'],
  ] as const;
  for (const [text, name] of rows) {
    const { client } = new ScriptedNode([reply(text, 200)], { retries: 0 });
    const waiting = client.waitForTransaction('hash', 'alice.near', { deadlineMs: 0 });
    await assert.rejects(waiting, { message: `tx: ${name}: undefined` });
  }
  const { client } = new ScriptedNode([failure('UNKNOWN_BLOCK')]);
  await assert.rejects(client.rpc('block', { block_id: 1 }), /UNKNOWN_BLOCK/);
});
