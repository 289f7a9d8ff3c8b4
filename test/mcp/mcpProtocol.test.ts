// The protocol itself: both kinds of sessions, with the official client and as raw lines; what is
// refused, what is bounded, cancellation, and nodes that are not there or have no controls.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { cutText } from '../../src/mcp/cutText.ts';
import { readLines } from '../../src/mcp/lineReader.ts';
import { formatToolsPage } from '../../src/mcp/toolsPage.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { readText } from '../support/repository.ts';
import { ALICE, startTestNode } from '../support/runningNode.ts';
import { connectMcp, StreamTransport } from './mcpConnection.ts';

const NOBODY = 'http://127.0.0.1:1';

interface Answer {
  readonly id: number | null;
  readonly result?: Record<string, unknown> & { readonly protocolVersion?: string };
  readonly error?: { readonly code: number; readonly message: string };
}

/** What the server answers to these lines, until their end. */
async function exchange(...lines: (string | object)[]): Promise<Answer[]> {
  const transport = new StreamTransport(NOBODY);
  const answered = lines.length;
  for (const line of lines) {
    const text = typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line });
    transport.input.write(`${text}\n`);
  }
  // Answers are made in turns of the event loop that follow the reading.
  for (let turn = 0; turn < 50 && transport.lines.length < answered; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await transport.close();
  return transport.lines.map((line) => JSON.parse(line) as Answer);
}

test('a session has the revision that the client proposes, or the newest', async () => {
  for (const [proposed, chosen] of [
    ['2024-11-05', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['1999-01-01', '2025-11-25'],
  ]) {
    const params = { protocolVersion: proposed, capabilities: {}, clientInfo: {} };
    const [answer] = await exchange({ id: 1, method: 'initialize', params });
    assert.equal(answer?.result?.protocolVersion, chosen, proposed);
    assert.deepEqual(answer?.result?.capabilities, { tools: {}, resources: {} });
  }
});

test('the official client talks to it in a session, and without one', async () => {
  for (const mode of ['legacy', 'auto'] as const) {
    const { client, transport } = await connectMcp(NOBODY, mode);
    assert.equal(client.getServerVersion()?.name, 'perigee', mode);
    assert.match(client.getInstructions() ?? '', /list_accounts/, mode);
    assert.ok((await client.listTools()).tools.length > 20, mode);
    const { content } = await client.callTool({
      name: 'explain_error',
      arguments: { error: 'UNKNOWN_BLOCK' },
    });
    assert.match(JSON.stringify(content), /UNKNOWN_BLOCK/, mode);
    const isModern = transport.lines.some((line) => line.includes('supportedVersions'));
    assert.equal(isModern, mode === 'auto');
    await client.close();
  }
});

test('requests that name an unknown revision learn the known ones', async () => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  const [answer] = await exchange({ id: 1, method: 'tools/list', params: { _meta } });
  assert.deepEqual(answer?.error, {
    code: -32022,
    message: 'the protocol version is not supported',
    data: { supported: ['2026-07-28'], requested: '2099-01-01' },
  });
});

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const METHODS: Readonly<Record<string, string>> = {
  name: 'tools/call',
  uri: 'resources/read',
  cursor: 'resources/list',
};
/** Not texts: some have no text at all, and some overflow the stack of what formats them. */
const VALUES = [
  '1',
  'null',
  '{"toString":1,"valueOf":1}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
];

function wrongTexts(param: string): [line: string, code: number][] {
  const method = METHODS[param];
  return VALUES.map((value) => [
    `{"id":1,"method":"${method}","params":{"${param}":${value}}}`,
    -32602,
  ]);
}

test('what is not a request of the protocol is refused, and the next one is answered', async () => {
  const rows: [line: string | object, code: number][] = [
    ['{', -32700],
    ['[]', -32600],
    ['{"id":1}', -32600],
    ['{"id":{},"method":"ping"}', -32600],
    ['{"id":1,"method":"ping","params":[]}', -32600],
    [{ id: 1, method: 'nope' }, -32601],
    [{ id: 1, method: 'tools/call', params: { name: 'nope' } }, -32602],
    [{ id: 1, method: 'resources/read', params: { uri: 'perigee://../package.json' } }, -32602],
    [{ id: 1, method: 'resources/list', params: { cursor: '-1' } }, -32602],
    ...['name', 'uri', 'cursor'].flatMap((param) => wrongTexts(param)),
    ...VALUES.map((value): [string, number] => [
      `{"id":1,"method":"ping","params":{"_meta":{"${VERSION_KEY}":${value}}}}`,
      -32602,
    ]),
  ];
  for (const [line, code] of rows) {
    const answers = await exchange(line, { id: 2, method: 'ping' });
    const text = JSON.stringify(line).slice(0, 200);
    assert.equal(answers[0]?.error?.code, code, text);
    assert.deepEqual(answers[1]?.result, {}, text);
  }
});

test('a tool refuses arguments of any shape with a sentence', async () => {
  const rows: [name: string, args: string][] = [
    ...VALUES.map((value): [string, string] => ['explain_error', `{"error":${value}}`]),
    ['explain_error', '{"error":{"height":18446744073709551615}}'],
    ...VALUES.map((value): [string, string] => ['view_account', `{"block":${value}}`]),
    ...VALUES.slice(-2).map((value): [string, string] => [
      'view_method',
      `{"contract_id":"${ALICE}","method_name":"get","args":${value}}`,
    ]),
  ];
  for (const [name, args] of rows) {
    const text = `${name} ${args.slice(0, 100)}`;
    const params = `{"name":"${name}","arguments":${args}}`;
    const [answer] = await exchange(`{"id":1,"method":"tools/call","params":${params}}`);
    assert.equal(answer?.error, undefined, text);
    assert.ok(answer?.result?.content, text);
  }
});

test('notifications, responses and empty lines have no answer', async () => {
  const lines = ['', '{"method":"notifications/initialized"}', '{"id":5,"result":{}}'];
  const answers = await exchange(...lines, { id: 2, method: 'ping' });
  assert.deepEqual(
    answers.map(({ id }) => id),
    [2],
  );
});

test('a line that is too long is skipped', async () => {
  const chunks = ['short\nlong', 'er than that\n', '\nlast'].map((text) => Buffer.from(text));
  const lines: (string | null)[] = [];
  for await (const line of readLines(toStream(chunks), 8)) lines.push(line);
  assert.deepEqual(lines, ['short', null, '', 'last']);
});

async function* toStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

test('a long text is cut, and says by how much', () => {
  assert.equal(cutText('x'.repeat(48_000)).length, 48_000);
  assert.match(cutText('x'.repeat(48_003)), /^x{48000}\n\[truncated: 3 more characters are left/);
});

/** A node that takes requests and never answers. */
async function startSilentNode() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  releaseAfterTests(async () => void server.close().closeAllConnections());
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a cancelled request ends the one to the node, and is not answered', async () => {
  const { server, url } = await startSilentNode();
  const { client, transport } = await connectMcp(url);
  const ending = new AbortController();
  const asked = once(server, 'request');
  const calling = client.callTool(
    { name: 'chain_status', arguments: {} },
    { signal: ending.signal },
  );
  const [request] = await asked;
  const closed = once(request.socket, 'close');
  ending.abort('no longer needed');
  await assert.rejects(calling);
  await closed;
  await client.ping();
  assert.ok(!transport.lines.some((line) => line.includes('"content"')));
  await client.close();
});

test('more requests at a time than it takes are refused', async () => {
  const { url } = await startSilentNode();
  const transport = new StreamTransport(url);
  const params = { name: 'chain_status', arguments: {} };
  for (let id = 1; id <= 65; id++) {
    await transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
  }
  while (transport.lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { id, error } = JSON.parse(transport.lines[0] ?? '') as Answer;
  assert.deepEqual([id, error?.code], [65, -32000]);
  await transport.close();
});

test('without a node, a tool says how to start one', async () => {
  const { client } = await connectMcp(NOBODY);
  const { content, isError } = await client.callTool({ name: 'list_accounts', arguments: {} });
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /no node at .*perigee start.*perigee mcp --new-chain/);
  await client.close();
});

test('controls work on local chains alone', async () => {
  const node = await startTestNode({ controls: false });
  const { client } = await connectMcp(node.rpc.url);
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args });
  for (const [name, args] of [
    ['mine_blocks', {}],
    ['fund_account', { account_id: ALICE, amount: '1 NEAR' }],
    ['send_tokens', { sender_id: ALICE, receiver_id: ALICE, amount: '1 NEAR' }],
  ] as const) {
    const { content, isError } = await call(name, args);
    assert.equal(isError, true, name);
    assert.match(JSON.stringify(content), /does not have perigee_\w+\..*local chains/, name);
  }
  const keys = await call('list_keys', { account_id: ALICE });
  assert.ok(!JSON.stringify(keys.content).includes('secret_key'));
  const viewed = await call('view_account', { account_id: ALICE });
  assert.match(JSON.stringify(viewed.content), /10000 NEAR/);
  await client.close();
});

test('the pages of the guide are resources', async () => {
  const { client } = await connectMcp(NOBODY);
  const { resources } = await client.listResources();
  const page = resources.find(({ uri }) => uri === 'perigee://guide/mcp.md') ?? assert.fail();
  assert.equal(page.title, 'AI assistants');
  const { contents } = await client.readResource({ uri: page.uri });
  const [content] = contents as { text?: string }[];
  assert.equal(content?.text, readText('docs/guide/mcp.md'));
  await client.close();
});

test('the page of the tools is up to date', () => {
  assert.equal(readText('docs/reference/mcp.md'), formatToolsPage(), 'run `npm run docs`');
});
