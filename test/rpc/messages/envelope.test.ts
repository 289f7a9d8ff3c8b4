// The envelope at both endpoints, in tables: which bodies are requests, how ids are echoed, and the
// texts of errors. `network_info` represents any method, as it needs no chain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SNAPSHOT_RULES } from '../../../src/params/protocolRules.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { ask } from '../support/ask.ts';
import { createFakeContext } from '../support/fakeContext.ts';

const context = createFakeContext();

const NETWORK =
  '{"active_peers":[],"known_producers":[],"num_active_peers":0,"peer_max_count":40,' +
  '"received_bytes_per_sec":0,"sent_bytes_per_sec":0}';

const FORMAT_EXPECTED =
  '{"jsonrpc":"2.0","error":{"name":"REQUEST_VALIDATION_ERROR","cause":{"name":"PARSE_ERROR",' +
  '"info":{"error_message":"JSON RPC Request format was expected"}},"code":-32700,' +
  '"message":"Parse error","data":"JSON RPC Request format was expected"},"id":null}';

function parseErrorText(text: string, id: string): string {
  const json = JSON.stringify(text);
  return (
    '{"jsonrpc":"2.0","error":{"name":"REQUEST_VALIDATION_ERROR","cause":{"name":"PARSE_ERROR",' +
    `"info":{"error_message":${json}}},"code":-32700,"message":"Parse error","data":${json}},` +
    `"id":${id}}`
  );
}

function notFoundText(name: string, id: string): string {
  return (
    '{"jsonrpc":"2.0","error":{"name":"REQUEST_VALIDATION_ERROR",' +
    `"cause":{"name":"METHOD_NOT_FOUND","info":{"method_name":"${name}"}},"code":-32601,` +
    `"message":"Method not found","data":"${name}"},"id":${id}}`
  );
}

test('the root endpoint echoes ids without loss', async () => {
  const ids: [given: string, echoed: string][] = [
    ['7', '7'],
    ['null', 'null'],
    ['"x"', '"x"'],
    ['-1', '-1'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551616', '1.8446744073709552e19'],
    ['1.0', '1.0'],
    ['1e3', '1000.0'],
    ['1e16', '1e16'],
    ['0.00001', '0.00001'],
    ['-0', '-0.0'],
    ['{"b":1,"a":[true]}', '{"a":[true],"b":1}'],
    ['"\\u0041\\n"', '"A\\n"'],
  ];
  for (const [given, echoed] of ids) {
    const body = `{"jsonrpc":"2.0","id":${given},"method":"network_info"}`;
    const answer = await ask(context, '/', body);
    assert.equal(answer.body, `{"jsonrpc":"2.0","result":${NETWORK},"id":${echoed}}`, given);
    assert.equal(answer.status, 200);
    assert.equal(answer.contentType, 'application/json');
  }
});

test('the root endpoint accepts only complete requests', async () => {
  const bodies = [
    '{"jsonrpc":"2.0","method":"network_info"}',
    '{"jsonrpc":"2.0","id":1,"method":"network_info","extra":1}',
    '{"jsonrpc":"2.0","id":1,"id":1,"method":"network_info"}',
    '{"id":1,"method":"network_info"}',
    '{"jsonrpc":2.0,"id":1,"method":"network_info"}',
    '{"jsonrpc":"2.0","id":1,"method":null}',
    '{"jsonrpc":"2.0","id":1,"result":1}',
    '[]',
    'null',
    '"text"',
    '1',
  ];
  // On a chain of the snapshot, an empty batch is no exception.
  const epochs = { rules: SNAPSHOT_RULES } as RpcContext['epochs'];
  for (const body of bodies) {
    const answer = await ask({ ...context, epochs }, '/', body);
    assert.equal(answer.body, FORMAT_EXPECTED, body);
    assert.equal(answer.status, 400, body);
  }
});

test('the root endpoint accepts the four values of a request in an array', async () => {
  const answer = await ask(context, '/', '["2.0","network_info",5,{"b":1,"a":2}]');
  assert.equal(answer.body, `{"jsonrpc":"2.0","result":${NETWORK},"id":{"a":2,"b":1}}`);
  assert.equal(answer.status, 200);
  const refused = await ask(context, '/', '["2.0","gas_price",7,[null]]');
  const fault =
    'Failed parsing args: invalid type: integer `7`, expected struct RpcGasPriceRequest';
  assert.ok(refused.body.includes(`"data":"${fault}"},"id":[null]}`), refused.body);
  assert.equal(refused.status, 400);
});

test('the root endpoint reports why a body is not JSON', async () => {
  const bodies: [body: string, fault: string][] = [
    ['', 'EOF while parsing a value at line 1 column 0'],
    ['{nope', 'key must be a string at line 1 column 2'],
    ['{"id":1,}', 'trailing comma at line 1 column 9'],
    ['{"id":1e999}', 'id: number out of range at line 1 column 11'],
  ];
  for (const [body, fault] of bodies) {
    const answer = await ask(context, '/', body);
    assert.equal(answer.body, `Failed to parse the request body as JSON: ${fault}`);
    assert.equal(answer.status, 400);
    assert.equal(answer.contentType, 'text/plain; charset=utf-8');
  }
});

test('the root endpoint ignores what follows the request', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"network_info"} and more';
  assert.equal((await ask(context, '/', body)).status, 200);
});

test('the empty method is not found', async () => {
  const answer = await ask(context, '/', '{"jsonrpc":"2.0","id":1,"method":""}');
  assert.equal(answer.body, notFoundText('', '1'));
  assert.equal(answer.status, 400);
});

test("a method's endpoint fills in what is missing", async () => {
  const bodies: [body: string, id: string][] = [
    ['{"method":"network_info"}', '"dontcare"'],
    ['{"method":"network_info","params":null,"jsonrpc":"2.0"}', '"dontcare"'],
    ['{"method":"network_info","id":5,"extra":true}', '5'],
    ['{"method":"network_info","id":null}', 'null'],
  ];
  for (const [body, id] of bodies) {
    const answer = await ask(context, '/network_info', body);
    assert.equal(answer.body, `{"jsonrpc":"2.0","result":${NETWORK},"id":${id}}`, body);
    assert.equal(answer.status, 200);
  }
});

test("errors at a method's endpoint have status 200 and the id of the request", async () => {
  const cases: [body: string, text: string, id: string][] = [
    ['{"method":"status","id":1}', 'the method at this path is `network_info`', '1'],
    ['{"id":1}', 'missing field `method`', '1'],
    [
      '{"method":"network_info","jsonrpc":"1.0"}',
      'the only value of `jsonrpc` is "2.0"',
      '"dontcare"',
    ],
    ['[]', 'JSON RPC Request format was expected', '"dontcare"'],
    ['{nope', 'key must be a string at line 1 column 2', '"dontcare"'],
    ['', 'EOF while parsing a value at line 1 column 0', '"dontcare"'],
  ];
  for (const [body, text, id] of cases) {
    const answer = await ask(context, '/network_info', body);
    assert.equal(answer.body, parseErrorText(text, id), body);
    assert.equal(answer.status, 200);
    assert.equal(answer.contentType, 'application/json');
  }
});

test('an unknown path is an unknown method', async () => {
  const answer = await ask(context, '/no_such', '{"method":"no_such","id":"x"}');
  assert.equal(answer.body, notFoundText('no_such', '"x"'));
  assert.equal(answer.status, 200);
  const unreadable = await ask(context, '/no_such', 'nope');
  assert.equal(unreadable.body, notFoundText('no_such', '"dontcare"'));
});

test('refused params have status 400 at the root and 200 at the method', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"gas_price","params":null}';
  const text = 'Failed parsing args: invalid type: null, expected struct RpcGasPriceRequest';
  for (const [endpoint, status] of [
    ['/', 400],
    ['/gas_price', 200],
  ] as const) {
    const answer = await ask(context, endpoint, body);
    assert.equal(answer.body, parseErrorText(text, '1'));
    assert.equal(answer.status, status);
  }
});

test('a failure inside a method is returned and logged, and ends nothing', async () => {
  const reported: unknown[] = [];
  const failing = createFakeContext({ reportFailure: (error) => reported.push(error) });
  const body = '{"jsonrpc":"2.0","id":1,"method":"gas_price","params":[null]}';
  const answer = await ask(failing, '/', body);
  assert.equal(answer.status, 500);
  assert.match(answer.body, /"name":"INTERNAL_ERROR".*chain\.head was not expected/);
  assert.equal(reported.length, 1);
  assert.equal((await ask(failing, '/gas_price', body)).status, 200);
});
