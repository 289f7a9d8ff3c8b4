// The URL of the node that a fork starts from, or that a front end forwards to, contains keys. No
// response to a caller repeats any part of it, whatever that node does.

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { before, test } from 'node:test';
import { bytesToBase64, bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { parseHash } from '../../src/base/crypto/hash.ts';
import { keyFromSeed } from '../../src/base/crypto/keys.ts';
import { createUpstream } from '../../src/rpc/service/upstream.ts';
import { startTestNode, type TestNode } from '../support/runningNode.ts';
import { transfer } from '../support/sender.ts';
import { serve } from '../support/serve.ts';
import { createTransaction } from '../support/transactions.ts';

const SECRETS = ['k3y-of-path', 'k3y-of-query', 'operator', 'passw0rd', 'upstream-t0ken'];

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Servers that echo their request, in a page or as JSON, and one that disconnects. */
const FAILURES: Readonly<Record<string, Answering>> = {
  page: (request, response) => {
    const said = `Cannot ${request.method} ${request.url} ${decodeURI(request.url ?? '')}`;
    response.writeHead(404, { 'content-type': 'text/html' }).end(`<pre>${said}</pre>`);
  },
  error: (request, response) => {
    const { host, authorization = '' } = request.headers;
    const user = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    const data = `no such key: http://${user}@${host}${request.url} ${authorization}`;
    response.end(JSON.stringify({ error: { name: 'AUTH', cause: { name: data }, data }, id: 1 }));
  },
  result: (request, response) => response.end(JSON.stringify({ result: request.url, id: 1 })),
  cut: (request) => request.socket.destroy(),
};

let original: TestNode;
let fork: TestNode;
let url: string;
let forbidden: string[];
let authorization: string | undefined;

const passOn: Answering = async (request, response, body) => {
  authorization = request.headers.authorization;
  const answer = await original.rpc.post('/', body);
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
};
let answering: Answering = passOn;

before(async () => {
  original = await startTestNode();
  const base = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answering(request, response, Buffer.concat(parts).toString()));
  });
  const { host } = new URL(base);
  url = `http://operator:passw0rd@${host}/v1/k3y-of-path?apiKey=k3y-of-query`;
  forbidden = [...SECRETS, host];
  fork = await startTestNode({ fork: { url, height: null } });
});

function assertHidden(text: string, what: string): void {
  for (const secret of forbidden) assert.ok(!text.includes(secret), `${what}: ${text}`);
}

test('a password in the URL is sent as a header', () => {
  assert.equal(authorization, `Basic ${Buffer.from('operator:passw0rd').toString('base64')}`);
});

async function signUnknown(signerId: string): Promise<string> {
  const { header } = await fork.rpc.call<{ header: { hash: string } }>('block', {
    finality: 'optimistic',
  });
  const parts = {
    signerId,
    nonce: { kind: 'Nonce', value: { nonce: 1n } } as const,
    receiverId: 'test.near',
    blockHash: parseHash(header.hash),
    actions: [transfer(1n)],
  };
  return bytesToBase64(createTransaction(parts, keyFromSeed('ed25519', signerId)).bytes);
}

test('no response of a fork repeats the URL', async () => {
  for (const [name, fails] of Object.entries(FAILURES)) {
    answering = fails;
    const account_id = `${name}.near`;
    const asked: [method: string, params: object][] = [
      ...['view_account', 'view_access_key_list', 'view_code'].map(
        (request_type): [string, object] => [
          'query',
          { request_type, account_id, finality: 'optimistic' },
        ],
      ),
      [
        'query',
        {
          request_type: 'call_function',
          account_id,
          method_name: 'get',
          args_base64: '',
          finality: 'optimistic',
        },
      ],
      ['send_tx', { signed_tx_base64: await signUnknown(account_id) }],
      ['broadcast_tx_commit', [await signUnknown(`other.${account_id}`)]],
      ['perigee_set_balance', { account_id, amount: '1' }],
    ];
    for (const [method, params] of asked) {
      const answer = await fork.rpc.post('/', formatRequest(method, params));
      assert.match(answer.text, /"error"/, `${name} ${method}`);
      assertHidden(answer.text, `${name} ${method}`);
    }
  }
  answering = passOn;
});

function formatRequest(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

test('nothing that a fork reports about itself contains the URL', async () => {
  for (const path of ['/status', '/metrics', '/network_info', '/health', '/openapi.json', '/']) {
    assertHidden(await (await fetch(`${fork.rpc.url}${path}`)).text(), path);
  }
  for (const method of [
    'status',
    'client_config',
    'genesis_config',
    'network_info',
    'validators',
  ]) {
    const params = method === 'validators' ? [null] : [];
    assertHidden((await fork.rpc.post('/', formatRequest(method, params))).text, method);
  }
});

test('no response that a front end forwards repeats the URL or the token', async () => {
  const upstream = createUpstream({ url, token: 'upstream-t0ken' }, true);
  const body = utf8ToBytes(formatRequest('send_tx', {}));
  for (const [name, fails] of Object.entries(FAILURES)) {
    answering = fails;
    const answer = await upstream.ask('/', body);
    assert.equal(answer.status, 502, name);
    assertHidden(bytesToUtf8(answer.body), name);
  }
  answering = (request, response) => response.end(request.headers.authorization);
  assert.equal((await upstream.ask('/', body)).status, 502, 'the token');
  let path: string | undefined;
  answering = (request, response) => {
    path = request.url;
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
  };
  assert.equal((await upstream.ask('/send_tx', body)).status, 500, 'other responses are forwarded');
  assert.equal(path, '/v1/k3y-of-path/send_tx?apiKey=k3y-of-query');
});
