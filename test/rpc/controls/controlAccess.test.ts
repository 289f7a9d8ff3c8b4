// Who may use the controls of a running node, and see secret keys: at both endpoints, in batches,
// in every process, with and without a token, through proxies that do not identify themselves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { controlAccessOf } from '../../../src/rpc/controls/controlAccess.ts';
import { startTestNode, type TestNode } from '../../support/runningNode.ts';

const TOKEN = 's3cret';
const ACCOUNTS = '{"jsonrpc":"2.0","id":7,"method":"perigee_accounts","params":null}';
const BALANCE =
  '{"jsonrpc":"2.0","id":7,"method":"perigee_set_balance","params":{"account_id":"test.near","amount":"1"}}';
const STATUS = '{"jsonrpc":"2.0","id":7,"method":"status","params":[]}';

let open: TestNode;
let guarded: TestNode;

before(async () => {
  [open, guarded] = await Promise.all([
    startTestNode(),
    startTestNode({ token: TOKEN, workers: 1 }),
  ]);
});
after(() => Promise.all([open.stop(), guarded.stop()]));

interface Asked {
  readonly status: number;
  readonly text: string;
}

/** One request on a new connection, so that the processes of a node take turns. */
async function ask(
  port: string,
  body: string,
  headers: Record<string, string> = {},
  { path = '/', version = '1.1' } = {},
): Promise<Asked> {
  const socket = connect(Number(port), '127.0.0.1');
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers });
  const shown = lines.map((line) => `${line.join(': ')}\r\n`).join('');
  const type = 'content-type: application/json';
  const length = `content-length: ${body.length}`;
  socket.write(`POST ${path} HTTP/${version}\r\n${type}\r\n${length}\r\n${shown}\r\n${body}`);
  let text = '';
  for await (const data of socket) {
    text += data;
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    if (text.length === text.indexOf('\r\n\r\n') + 4 + Number(length)) break;
  }
  return { status: Number(text.split(' ')[1]), text: text.slice(text.indexOf('\r\n\r\n')) };
}

function portOf({ rpc }: TestNode): string {
  return new URL(rpc.url).port;
}

test('a local program may use controls, and sees no secret keys', async () => {
  const { status, text } = await ask(portOf(open), ACCOUNTS);
  assert.equal(status, 200);
  assert.match(text, /"public_key":"ed25519:/);
  assert.doesNotMatch(text, /secret/);
  const endpoint = await ask(portOf(open), ACCOUNTS, {}, { path: '/perigee_accounts' });
  assert.match(endpoint.text, /"public_key":"ed25519:/);
  assert.doesNotMatch(endpoint.text, /secret/);
  const page = { origin: `http://127.0.0.1:${portOf(open)}`, 'sec-fetch-site': 'same-origin' };
  assert.match((await ask(portOf(open), ACCOUNTS, page)).text, /"secret_key":"ed25519:/);
  assert.match((await ask(portOf(open), BALANCE)).text, /"height"/);
});

test('a request through a proxy is refused controls with the reason', async () => {
  const port = portOf(open);
  const cases: [headers: Record<string, string>, version: string, reason: RegExp][] = [
    [{}, '1.0', /HTTP\/1\.0/],
    [{ 'x-real-ip': '203.0.113.9' }, '1.1', /x-real-ip/],
    [{ 'sec-fetch-site': 'same-origin', via: '1.1 nginx' }, '1.1', /via/],
    [{ host: 'node.example' }, '1.1', /another host/],
    [{ origin: 'https://evil.example' }, '1.1', /another origin/],
  ];
  for (const [headers, version, reason] of cases) {
    for (const [body, path] of [
      [ACCOUNTS, '/'],
      [BALANCE, '/perigee_set_balance'],
    ] as const) {
      const { status, text } = await ask(port, body, headers, { path, version });
      assert.equal(status, 403, text);
      const { id, error } = JSON.parse(text);
      assert.deepEqual([id, error.cause.name], [7, 'FORBIDDEN']);
      assert.match(error.data, reason);
      assert.match(error.data, /--token/);
    }
    // Reading needs no permission.
    assert.equal((await ask(port, STATUS, headers, { version })).status, 200);
  }
  const metrics = await (await fetch(`${open.rpc.url}/metrics`)).text();
  assert.match(metrics, /perigee_refused_total\{reason="control"\} 10$/m);
});

/** Forwards bytes unchanged: they look like those of a local program. */
const FORWARDER = `
  const net = require('node:net');
  const server = net.createServer((client) => {
    const node = net.connect(Number(process.argv[1]), '127.0.0.1');
    client.pipe(node).pipe(client);
  });
  server.listen(0, '0.0.0.0', () => console.log(server.address().port));
`;

test('a process that accepts connections from other machines does not count as local', async () => {
  const child = spawn(process.execPath, ['-e', FORWARDER, portOf(open)]);
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = line.toString().trim();
    const host = `127.0.0.1:${portOf(open)}`;
    assert.equal((await ask(port, STATUS, { host })).status, 200);
    const { status, text } = await ask(port, ACCOUNTS, { host });
    // Other systems do not show which process is at the other end.
    assert.equal(status, process.platform === 'linux' ? 403 : 200, text);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});

test('a node with a token requires it for controls, in every process', async () => {
  const port = portOf(guarded);
  const authorization = `Bearer ${TOKEN}`;
  const page = { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' };
  for (let turn = 0; turn < 4; turn++) {
    for (const headers of [{}, page, { authorization: 'Bearer wrong' }]) {
      for (const [body, path] of [
        [ACCOUNTS, '/'],
        [BALANCE, '/perigee_set_balance'],
      ] as const) {
        const { status, text } = await ask(port, body, headers, { path });
        assert.equal(status, 401, text);
        assert.equal(JSON.parse(text).error.cause.name, 'UNAUTHORIZED');
        assert.doesNotMatch(text, new RegExp(TOKEN));
      }
    }
    assert.equal((await ask(port, STATUS)).status, 200, 'reading is free here');
    const shown = await ask(port, ACCOUNTS, { authorization });
    assert.match(shown.text, /"secret_key":"ed25519:/);
    const proxied = { authorization, 'x-forwarded-for': '203.0.113.9' };
    assert.match((await ask(port, BALANCE, proxied)).text, /"height"/);
  }
});

test('a batch has no controls, even with the token', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { text } = await ask(portOf(guarded), `[${ACCOUNTS},${BALANCE}]`, headers);
  const names = JSON.parse(text).map((entry: { error: { cause: { name: string } } }) => {
    return entry.error.cause.name;
  });
  assert.deepEqual(names, ['METHOD_NOT_FOUND', 'METHOD_NOT_FOUND']);
});

test('what each kind of trust allows', () => {
  const allowed = { kind: 'allowed', showsSecrets: false };
  assert.deepEqual(controlAccessOf({ kind: 'local' }), allowed);
  assert.deepEqual(controlAccessOf({ kind: 'proven' }), { ...allowed, showsSecrets: true });
  assert.deepEqual(controlAccessOf({ kind: 'remote' }), { kind: 'hidden' });
  const missing = controlAccessOf({ kind: 'tokenMissing' });
  assert.ok(missing.kind === 'denied' && missing.status === 401);
  assert.match(missing.reason, /Authorization: Bearer TOKEN/);
  const foreign = controlAccessOf({ kind: 'foreign', sign: 'this one has `via`' });
  assert.ok(foreign.kind === 'denied' && foreign.status === 403);
  assert.match(foreign.reason, /this one has `via`.*--token/);
});
