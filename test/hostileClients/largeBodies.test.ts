// Large bodies against the real program: with a million values, in single bytes, and many at once.
// Each is processed or refused, and others are served meanwhile.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RpcClient } from '../support/rpcClient.ts';
import { type NodeProcess, startNodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { byForm } from '../support/testForm.ts';
import { formatPost, RawConnection } from './support/rawClient.ts';

const BODY_BYTES = byForm({ short: 2_000_000, long: 10_000_000 });
const SMALL_CHUNKS = byForm({ short: 50_000, long: 500_000 });

let node: NodeProcess;
let rpc: RpcClient;
before(async () => {
  node = startNodeProcess(createTemporaryFolder(), '--max-bodies', '12000000');
  rpc = await node.listening();
});
after(() => node.kill('SIGKILL'));

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(rpc.url);
  assert.ok(connection !== null);
  return connection;
}

/** A key of up to eight digits with its value and comma: bodies stay within their limit. */
const MEMBER_BYTES_MAX = 13;

function manyKeys(bytes: number): string {
  const members: string[] = [];
  for (let at = 0; at < bytes; at += MEMBER_BYTES_MAX) members.push(`"${at}":0`);
  return `{${members.join(',')}}`;
}

function formatRequest(id: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"block","params":${params}}`;
}

test('a request with very many values is refused, and delays no other client', async () => {
  const keys = manyKeys(BODY_BYTES);
  const floats = `[${Array.from({ length: BODY_BYTES / 5 }, () => '1e15').join(',')}]`;
  for (const [id, params] of [
    ['1', keys],
    [keys, '{}'],
    [floats, '{}'],
  ] as const) {
    const connection = await open();
    connection.send(formatPost('/', formatRequest(id, params)));
    for (let i = 0; i < 10; i++) assert.equal(await rpc.call('health'), null);
    const answer = await connection.answers(1);
    assert.match(answer, /^HTTP\/1\.1 400 .*more than 50000 values/s);
    assert.ok(answer.length < 1_000);
    connection.socket.destroy();
  }
});

test('a long text does no harm', async () => {
  const answer = await rpc.post('/', formatRequest('1', `["${'A'.repeat(BODY_BYTES)}"]`));
  assert.match(answer.text, /^\{"jsonrpc":"2\.0","error":/);
  assert.ok(answer.text.length < 100_000, `${answer.text.length} bytes`);
});

test('a body in single bytes takes no more than its length', async () => {
  const connection = await open();
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  connection.send(`${head}transfer-encoding: chunked\r\n\r\n`);
  connection.send('1\r\n \r\n'.repeat(SMALL_CHUNKS));
  const body = '{"jsonrpc":"2.0","id":7,"method":"health"}';
  connection.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  assert.match(await connection.answers(1), /"result":null,"id":7/);
  connection.socket.destroy();
});

test('unfinished bodies take no room from small requests', async () => {
  const begun = formatPost('/', ' '.repeat(9_000_000)).slice(0, -8_000_000);
  const connections = await Promise.all(Array.from({ length: 20 }, open));
  for (const connection of connections) connection.send(begun);
  const refused = connections.map((connection) => connection.answers(1));
  assert.match(await Promise.race(refused), /^HTTP\/1\.1 503 .*too many large requests/s);
  assert.equal(await rpc.call('health'), null);
  for (const { socket } of connections) socket.destroy();
});

test('none of this was a failure of the node', async () => {
  assert.doesNotMatch(node.stdout, /"level":50/, node.stdout.slice(-2_000));
  const { code, stderr } = await node.kill('SIGTERM');
  assert.deepEqual([code, stderr], [0, '']);
});
