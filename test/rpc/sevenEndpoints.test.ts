// The endpoints of the seven methods over HTTP: the accepted envelopes, the responses to wrong
// params, bodies, paths and content types, and that the node keeps working after each.

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, test } from 'node:test';
import type { Envelope, RpcClient } from '../support/rpcClient.ts';
import { ALICE, startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';

const NO_HASH = '11111111111111111111111111111112';
const BODY_BYTES_MAX = 10 * 1024 * 1024;

let rpc: RpcClient;
let genesisHash: string;

before(async () => {
  ({ rpc } = await startTestNode());
  // There is nothing to prove before a block is final.
  await new Sender(rpc, ALICE).send(ALICE, [transfer(1n)], 'FINAL');
  const genesis = await rpc.call<{ header: { hash: string } }>('block', { block_id: 0 });
  genesisHash = genesis.header.hash;
});

/** Params that each method handles at once on a young chain. */
function goodParams(): Record<string, unknown> {
  return {
    client_config: null,
    chunk: { block_id: 0, shard_id: 0 },
    genesis_config: null,
    EXPERIMENTAL_changes: {
      block_id: 0,
      account_ids: [ALICE],
      changes_type: 'account_changes',
    },
    EXPERIMENTAL_light_client_block_proof: {
      block_hash: genesisHash,
      light_client_head: genesisHash,
    },
    validators: 'latest',
  };
}

async function postJson(path: string, body: unknown): Promise<Envelope> {
  const { status, contentType, text } = await rpc.post(path, JSON.stringify(body));
  assert.equal(status, 200);
  assert.equal(contentType, 'application/json');
  return JSON.parse(text) as Envelope;
}

async function assertAlive(): Promise<void> {
  const { status } = await rpc.post('/genesis_config', '{"method":"genesis_config"}');
  assert.equal(status, 200);
}

test('id and jsonrpc may be missing, and any id is echoed', async () => {
  for (const [method, params] of Object.entries(goodParams())) {
    const bare = await postJson(`/${method}`, { method, params });
    assert.equal(bare.id, 'dontcare', method);
    assert.equal(bare.jsonrpc, '2.0');
    assert.ok(bare.result !== undefined, JSON.stringify(bare));
    for (const id of ['x', '', 7, null, ['a', 1]]) {
      const { id: echoed, result } = await postJson(`/${method}`, { id, method, params });
      assert.deepEqual(echoed, id);
      assert.ok(result !== undefined);
    }
  }
  const status = await postJson('/tx_status', {
    method: 'tx_status',
    params: { tx_hash: NO_HASH, sender_account_id: ALICE, wait_until: 'NONE' },
  });
  assert.equal(status.id, 'dontcare');
  assert.equal(status.error?.cause.name, 'UNKNOWN_TRANSACTION');
});

test('an invalid request is refused with its id', async () => {
  const table: [path: string, body: unknown, id: unknown, says: RegExp][] = [
    ['/chunk', { method: 'chunk', jsonrpc: '1.0', id: 'a' }, 'a', /jsonrpc/],
    ['/chunk', { params: {}, id: 'b' }, 'b', /method/],
    ['/chunk', { method: 'validators', id: 'c', params: 'latest' }, 'c', /`chunk`/],
    ['/client_config', { method: 'genesis_config' }, 'dontcare', /`client_config`/],
    ['/chunk', [{ method: 'chunk' }], 'dontcare', /expected/],
    ['/chunk', 'chunk', 'dontcare', /expected/],
    ['/chunk', null, 'dontcare', /expected/],
  ];
  for (const [path, body, id, says] of table) {
    const { error, id: echoed } = await postJson(path, body);
    assert.equal(error?.name, 'REQUEST_VALIDATION_ERROR', JSON.stringify(body));
    assert.equal(error.cause.name, 'PARSE_ERROR');
    assert.match(String(error.cause.info?.error_message), says);
    assert.deepEqual(echoed, id);
  }
  await assertAlive();
});

test('an unknown method is not found, with its name', async () => {
  const asked = { method: 'no_such_method', params: null, id: 'u' };
  const { error, id } = await postJson('/no_such_method', asked);
  assert.equal(error?.cause.name, 'METHOD_NOT_FOUND');
  assert.deepEqual(error.cause.info, { method_name: 'no_such_method' });
  assert.equal(id, 'u');
  await assertAlive();
});

test('a method name may be percent-encoded', async () => {
  const body = JSON.stringify({ method: 'genesis_config', id: 'e' });
  for (const path of ['/genesis%5Fconfig', '/%67enesis_config', '/genesis_config?a=b']) {
    const { status, text } = await rpc.post(path, body);
    assert.equal(status, 200);
    assert.ok((JSON.parse(text) as Envelope).result !== undefined, path);
  }
  const { error } = await postJson('/genesis%FFconfig', { method: 'genesis%FFconfig' });
  assert.deepEqual(error?.cause.info, { method_name: 'genesis%FFconfig' });
});

test('a POST to a path that only supports GET is 405', async () => {
  const table = [
    ['/metrics', 'GET,HEAD'],
    ['/openapi.json', 'GET,HEAD'],
    ['/openapi%2Ejson', 'GET,HEAD'],
    ['/openrpc.json', 'GET,HEAD'],
    ['/events', 'GET'],
  ] as const;
  const headers = { 'content-type': 'application/json' };
  for (const [path, allow] of table) {
    const answer = await fetch(`${rpc.url}${path}`, { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 405, path);
    assert.equal(answer.headers.get('allow'), allow);
    assert.match(await answer.text(), /GET/);
  }
  // These are methods as well.
  for (const method of ['status', 'health', 'network_info']) {
    assert.ok((await postJson(`/${method}`, { method })).result !== undefined);
  }
});

test('a POST below or behind the path of a method is 404', async () => {
  const body = JSON.stringify({ method: 'genesis_config' });
  const behind = [
    '/genesis_config/',
    '/genesis_config/x',
    '/genesis_config%2F',
    '//genesis_config',
  ];
  for (const path of [...behind, '/v1/genesis_config', '/v0/block/1']) {
    const { status, text } = await rpc.post(path, body);
    assert.equal(status, 404, path);
    assert.match(text, /POST \/<method>/);
  }
});

test('what follows the JSON value is refused at own paths, and ignored at the root', async () => {
  const request = JSON.stringify({
    jsonrpc: '2.0',
    id: 'a',
    method: 'genesis_config',
    params: null,
  });
  const spaces = ' \n\t\r'.repeat(20_000);
  for (const space of ['', '\n', spaces]) {
    const whole = await rpc.post('/genesis_config', `${request}${space}`);
    assert.ok((JSON.parse(whole.text) as Envelope).result !== undefined);
    for (const rest of ['xyz', '}', request, '\u0000', '\u00a0']) {
      const body = `${request}${space}${rest}`;
      const own = await rpc.post('/genesis_config', body);
      const { error, id } = JSON.parse(own.text) as Envelope;
      assert.equal(own.status, 200);
      assert.equal(error?.cause.name, 'PARSE_ERROR', rest);
      assert.match(String(error.cause.info?.error_message), /trailing characters/);
      assert.equal(id, 'dontcare');
      const root = await rpc.post('/', body);
      assert.ok((JSON.parse(root.text) as Envelope).result !== undefined);
    }
  }
});

test('a body that is not JSON is a parse error with the usual id', async () => {
  for (const body of ['', '{', '{"method":"chunk",}', 'nonsense', '{"method":"chunk"', '\u0000']) {
    const { status, text } = await rpc.post('/chunk', body);
    const { error, id } = JSON.parse(text) as Envelope;
    assert.equal(status, 200);
    assert.equal(error?.cause.name, 'PARSE_ERROR', body);
    assert.equal(id, 'dontcare');
  }
  await assertAlive();
});

test('bad params and unknown objects have their documented causes', async () => {
  const transaction = { tx_hash: NO_HASH, sender_account_id: ALICE };
  const changes = { account_ids: [ALICE], changes_type: 'account_changes' };
  const table: [method: string, params: unknown, cause: string][] = [
    ['tx_status', null, 'PARSE_ERROR'],
    ['tx_status', {}, 'PARSE_ERROR'],
    ['tx_status', { tx_hash: NO_HASH }, 'PARSE_ERROR'],
    ['tx_status', { ...transaction, tx_hash: '0O' }, 'PARSE_ERROR'],
    ['tx_status', { ...transaction, sender_account_id: 'No Account' }, 'PARSE_ERROR'],
    ['tx_status', { ...transaction, wait_until: 'LATER' }, 'PARSE_ERROR'],
    ['tx_status', { signed_tx_base64: '!' }, 'PARSE_ERROR'],
    ['tx_status', { signed_tx_base64: 'AAAA' }, 'PARSE_ERROR'],
    ['tx_status', { ...transaction, wait_until: 'NONE' }, 'UNKNOWN_TRANSACTION'],
    ['chunk', null, 'PARSE_ERROR'],
    ['chunk', {}, 'PARSE_ERROR'],
    ['chunk', { block_id: 0 }, 'PARSE_ERROR'],
    ['chunk', { block_id: -1, shard_id: 0 }, 'PARSE_ERROR'],
    ['chunk', { chunk_hash: 'x' }, 'PARSE_ERROR'],
    ['chunk', { chunk_hash: NO_HASH }, 'UNKNOWN_CHUNK'],
    ['chunk', { block_id: 999_999, shard_id: 0 }, 'UNKNOWN_BLOCK'],
    ['chunk', { block_id: 0, shard_id: 9 }, 'INVALID_SHARD_ID'],
    ['EXPERIMENTAL_changes', null, 'PARSE_ERROR'],
    ['EXPERIMENTAL_changes', { block_id: 0 }, 'PARSE_ERROR'],
    ['EXPERIMENTAL_changes', { ...changes, block_id: 0, changes_type: 'any' }, 'PARSE_ERROR'],
    ['EXPERIMENTAL_changes', { ...changes, block_id: 0, account_ids: 'a' }, 'PARSE_ERROR'],
    ['EXPERIMENTAL_changes', { ...changes, block_id: 999_999 }, 'UNKNOWN_BLOCK'],
    ['EXPERIMENTAL_light_client_block_proof', null, 'PARSE_ERROR'],
    ['EXPERIMENTAL_light_client_block_proof', { block_hash: genesisHash }, 'PARSE_ERROR'],
    [
      'EXPERIMENTAL_light_client_block_proof',
      { block_hash: NO_HASH, light_client_head: genesisHash },
      'UNKNOWN_BLOCK',
    ],
    ['validators', { epoch_id: 'x' }, 'PARSE_ERROR'],
    ['validators', { epoch_id: NO_HASH }, 'UNKNOWN_EPOCH'],
  ];
  for (const [method, params, cause] of table) {
    const { error, id } = await postJson(`/${method}`, { method, params, id: 'p' });
    const name = cause === 'PARSE_ERROR' ? 'REQUEST_VALIDATION_ERROR' : 'HANDLER_ERROR';
    assert.equal(error?.cause.name, cause, `${method} ${JSON.stringify(params)}`);
    assert.equal(error.name, name);
    assert.equal(id, 'p');
  }
  await assertAlive();
});

test('two content types are JSON, and everything else is 415', async () => {
  const body = '{"method":"genesis_config"}';
  const table: [contentType: string | null, status: number][] = [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/vnd.near+json', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    [null, 415],
  ];
  for (const [contentType, status] of table) {
    const headers = contentType === null ? [] : ['content-type', contentType];
    const answer = await postStream('/genesis_config', headers, [body]);
    assert.equal(answer.status, status, String(contentType));
    if (status === 415) assert.match(answer.text, /Content-Type: application\/json/);
  }
  await assertAlive();
});

/** Sends pieces of a body without a content length, like a client with a stream. */
function postStream(
  path: string,
  headers: readonly string[],
  pieces: readonly string[],
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: ['host', new URL(rpc.url).host, ...headers] };
    const request = httpRequest(`${rpc.url}${path}`, options, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => {
        text += data.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

test('a body over the limit is 413, with or without a content length', async () => {
  const json = '{"method":"genesis_config"}';
  const fitting = json.padEnd(BODY_BYTES_MAX);
  assert.equal((await rpc.post('/genesis_config', fitting)).status, 200);
  assert.equal((await rpc.post('/genesis_config', `${fitting} `)).status, 413);
  const type = ['content-type', 'application/json', 'transfer-encoding', 'chunked'];
  assert.equal((await postStream('/genesis_config', type, [fitting])).status, 200);
  assert.equal((await postStream('/genesis_config', type, [fitting, ' '])).status, 413);
  await assertAlive();
});

test('deep nesting, long keys and repeated keys do no harm', async () => {
  const bodies = [
    `{"method":"chunk","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    `{"method":"chunk","params":{"${'k'.repeat(1_000_000)}":1}}`,
    `{"method":"chunk","params":{"block_id":0,"shard_id":0,"shard_id":1}}`,
    `{"method":"chunk","params":{"__proto__":{"block_id":0},"shard_id":0}}`,
    `{"method":"chunk","params":{"block_id":1e400,"shard_id":0}}`,
  ];
  for (const body of bodies) {
    const { status, text } = await rpc.post('/chunk', body);
    assert.equal(status, 200, text.slice(0, 200));
    assert.ok((JSON.parse(text) as Envelope).error !== undefined, body.slice(0, 80));
  }
  await assertAlive();
});
