// Connections that misbehave, against the real program: slow senders, half-open and idle
// connections, more of them than allowed, pipelined requests, bytes that are not HTTP, clients that
// do not read their responses. Each is ended and counted, and others are served meanwhile. Only the
// deliberately slow clients use a node with short timeouts.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, type TestContext, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, type NodeProcess, startNodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { byForm } from '../support/testForm.ts';
import { countRefused, metricOf, readMetrics } from './support/nodeMetrics.ts';
import { formatPost, RawConnection } from './support/rawClient.ts';

const HEALTH = '{"jsonrpc":"2.0","id":7,"method":"health"}';
const SHORT_MS = 1_000;
const IDLE_WANTED = byForm({ short: 500, long: 5_000 });
/** Descriptors that this process and the node need in addition to the connections. */
const DESCRIPTORS_SPARED = 200;
/** Far more than a system buffers for a reader that sleeps. */
const UNREAD = 500;
const PIPELINED = byForm({ short: 200, long: 5_000 });

let node: NodeProcess;
let rpc: RpcClient;
let impatient: NodeProcess;
let impatientRpc: RpcClient;

before(async () => {
  const limits = ['--max-connections', `${IDLE_WANTED + 100}`, '--max-body', '100000'];
  const names = ['--headers-timeout', '--request-timeout'];
  const times = names.flatMap((name) => [name, `${SHORT_MS}`]);
  node = startNodeProcess(createTemporaryFolder(), ...limits);
  impatient = startNodeProcess(createTemporaryFolder(), ...limits, ...times);
  rpc = await node.listening();
  impatientRpc = await impatient.listening();
});

after(() => Promise.all([node, impatient].map((one) => one.kill('SIGKILL'))));

async function open({ url } = rpc): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  assert.ok(connection !== null);
  return connection;
}

/** The node with short timeouts may find this process slow as well. */
async function countSlow(): Promise<number> {
  return countRefused(impatientRpc, 'slow').catch(() => 0);
}

test('an unfinished head and a missing body time out', async () => {
  const post = formatPost('/', HEALTH);
  const starts = ['P', 'POST / HTTP/1.1\r\nhost: x\r\nx-a: ', post.slice(0, -10)];
  const connections = await Promise.all(starts.map(() => open(impatientRpc)));
  for (const [i, start] of starts.entries()) connections[i]?.send(start);
  for (const connection of connections) assert.match(await connection.closed(), /^HTTP\/1\.1 408 /);
  await eventually('they are counted', async () => (await countSlow()) >= starts.length);
});

test('a body that arrives byte by byte times out', async () => {
  const connection = await open(impatientRpc);
  const post = formatPost('/', HEALTH.padEnd(1_000));
  connection.send(post.slice(0, -900));
  const dripping = setInterval(() => connection.send(' '), 20);
  // A byte sent to a closed connection may discard the last response.
  assert.match(await connection.closed(), /^(HTTP\/1\.1 408 |$)/);
  clearInterval(dripping);
});

test('a connection whose other half was closed gets its response, then is closed', async () => {
  const connection = await open();
  connection.send(formatPost('/', HEALTH));
  connection.socket.end();
  assert.match(await connection.closed(), /"result":null,"id":7/);
});

test('very many idle connections delay no other client', async (context) => {
  const opened = await openIdle(rpc, context);
  const count = async () => metricOf(await readMetrics(rpc), 'perigee_connections');
  await eventually('all of them are there', async () => (await count()) >= opened.length);
  assert.ok((await rpc.call<object>('block', { finality: 'final' })) !== null);
  for (const { socket } of opened) socket.destroy();
});

test('idle connections are closed', async (context) => {
  const opened = await openIdle(impatientRpc, context);
  await Promise.all(opened.map((connection) => connection.closed()));
});

async function openIdle(to: RpcClient, context: TestContext): Promise<RawConnection[]> {
  const descriptors = Number(execFileSync('sh', ['-c', 'ulimit -n']).toString());
  const room = Number.isNaN(descriptors) ? IDLE_WANTED : descriptors - DESCRIPTORS_SPARED;
  const count = Math.min(IDLE_WANTED, room);
  if (count < IDLE_WANTED) {
    context.diagnostic(`scaled down: ${count} idle connections instead of ${IDLE_WANTED}`);
  }
  const opened: RawConnection[] = [];
  // The system only queues some for a node that has not accepted them yet.
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(100, count - opened.length) }, () => open(to));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

test('connections beyond the limit are closed on arrival', async () => {
  const small = startNodeProcess(createTemporaryFolder(), '--max-connections', '5');
  const client = await small.listening();
  const held = await Promise.all(Array.from({ length: 5 }, () => RawConnection.open(client.url)));
  for (let i = 0; i < 3; i++) {
    const extra = await RawConnection.open(client.url);
    assert.equal((await extra?.closed()) ?? '', '');
  }
  for (const connection of held) {
    connection?.send(formatPost('/', HEALTH));
    assert.match((await connection?.answers(1)) ?? '', /"result":null,"id":7/);
    connection?.socket.destroy();
  }
  // The node learns of closed connections a little later, and has no room before.
  await eventually('they are counted', async () => {
    return (await countRefused(client, 'connections').catch(() => 0)) >= 3;
  });
  await small.kill('SIGKILL');
});

test('pipelined requests are answered in their order', async () => {
  const connection = await open();
  const requests = Array.from({ length: PIPELINED }, (_, id) =>
    formatPost('/', HEALTH.replace('7', `${id}`)),
  );
  connection.send(requests.join(''));
  const received = await connection.answers(PIPELINED);
  const ids = [...received.matchAll(/"id":(\d+)\}/g)].map(([, id]) => Number(id));
  assert.deepEqual(ids, [...Array(PIPELINED).keys()]);
  connection.socket.destroy();
});

test('bytes that are not HTTP are refused', async () => {
  const before = await countRefused(rpc, 'malformed');
  const texts = [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'HELLO\r\n\r\n',
    'POST / HTTP/9.9\r\n\r\n',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
    `POST / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(100_000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzzz\r\n',
  ];
  for (const text of texts) {
    const connection = await open();
    connection.send(text);
    const answer = await connection.closed();
    // Bytes sent to a closed connection may discard the last response.
    const isLong = text.length > 10_000 && answer === '';
    assert.ok(isLong || /^HTTP\/1\.1 4\d\d /.test(answer), JSON.stringify(text.slice(0, 60)));
  }
  assert.ok((await countRefused(rpc, 'malformed')) - before >= texts.length - 1);
});

test('bodies that are too long are refused', async () => {
  const before = await countRefused(rpc, 'body');
  const long = `"${'x'.repeat(200_000)}"`;
  assert.equal((await rpc.post('/', long)).status, 413);
  const connection = await open();
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  connection.send(`${head}transfer-encoding: chunked\r\n\r\n`);
  for (let i = 0; i < 20; i++) connection.send(`2710\r\n${' '.repeat(10_000)}\r\n`);
  connection.send('0\r\n\r\n');
  assert.match(await connection.answers(1), /^HTTP\/1\.1 413 /);
  connection.socket.destroy();
  assert.equal((await countRefused(rpc, 'body')) - before, 2);
});

test('a client that keeps sending is served only as far as it reads its responses', async () => {
  const code = Buffer.alloc(60_000).toString('base64');
  await rpc.call('perigee_set_code', { account_id: ALICE, code_base64: code });
  const params = { request_type: 'view_code', finality: 'optimistic', account_id: ALICE };
  const view = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'query', params });
  const post = formatPost('/', view);
  const countAnswers = async () =>
    metricOf(await readMetrics(rpc), 'near_rpc_total_count', 'method="query_view_code"');
  const unusual = post.replace('host: ', 'expect: 100-continue\r\nhost: ');
  const cases: [text: string, times: number][] = [
    [post, UNREAD],
    // For node:http.
    [unusual, UNREAD],
    [unusual.repeat(UNREAD), 1],
  ];
  for (const [text, times] of cases) {
    const before = await countAnswers();
    const connection = await open();
    connection.socket.pause();
    for (let i = 0; i < times; i++) {
      connection.send(text);
      assert.equal(await rpc.call('health'), null);
    }
    const answered = (await countAnswers()) - before;
    assert.ok(answered > 0 && answered < UNREAD / 2, `${answered} of ${UNREAD}`);
    connection.socket.destroy();
  }
});

test('a client that does not read its responses costs the node little', async () => {
  const connection = await open();
  connection.socket.pause();
  const request = formatPost('/genesis_config', '{"method":"genesis_config"}');
  // The system buffers some megabytes for a reader that sleeps; the node does not buffer the rest.
  for (let i = 0; i < 2_000; i++) connection.send(request);
  assert.ok((await rpc.call<object>('genesis_config')) !== null);
  const memory = metricOf(await readMetrics(rpc), 'near_memory_usage_bytes');
  assert.ok(memory < 600_000_000, `${memory} bytes`);
  connection.socket.destroy();
});

test('none of this was a failure of the node', async () => {
  for (const one of [node, impatient]) {
    assert.doesNotMatch(one.stdout, /"level":50/, one.stdout.slice(-2_000));
    const { code, stderr } = await one.kill('SIGTERM');
    assert.deepEqual([code, stderr], [0, '']);
  }
});
