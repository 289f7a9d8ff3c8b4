// Requests on plain sockets: those that are handled straight from their bytes, and those that make
// the server hand their connection over to node:http. Responses must not show which path was taken.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { HeadReader } from '../../../src/http/fastPath/requestHead.ts';
import type { HttpServer } from '../../../src/http/httpServer.ts';
import { serveRpc } from '../../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../../rpc/support/genesisContext.ts';

let server: HttpServer;
before(async () => {
  server = await serveRpc(createGenesisContext(), { host: '127.0.0.1', port: 0 });
});
after(() => server.close());

const HEADERS = ['host: localhost', 'content-type: application/json'];

function encode(id: number, further: readonly string[] = []): string {
  const body = `{"jsonrpc":"2.0","id":${id},"method":"health"}`;
  const head = ['POST / HTTP/1.1', ...HEADERS, ...further, `content-length: ${body.length}`];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends the pieces, one after the other, until the responses contain all the texts. */
function talk(
  pieces: readonly string[],
  until: readonly string[],
  { port } = server,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = '';
    let next = 0;
    const sendNext = () => {
      const piece = pieces[next++];
      if (piece !== undefined) socket.write(piece, () => setImmediate(sendNext));
    };
    socket.on('connect', sendNext);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after: ${received}`)));
    socket.on('data', (data) => {
      received += data.toString();
      if (!until.every((text) => received.includes(text))) return;
      socket.removeAllListeners('close');
      socket.destroy();
      resolve(received);
    });
  });
}

const answerTo = (id: number) => `{"jsonrpc":"2.0","result":null,"id":${id}}`;
const answers = (count: number) => Array.from({ length: count }, (_, id) => answerTo(id));

test('both paths give the same bytes', async () => {
  const simple = await talk([encode(0)], answers(1));
  const body = encode(0);
  const whole = await talk([body.slice(0, 30), body.slice(30)], answers(1));
  const withoutDate = (text: string) => text.replace(/^Date: .*\r\n/m, '');
  assert.match(simple, /^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r$/m);
  assert.equal(withoutDate(simple), withoutDate(whole));
});

test('pipelined requests get their responses in order', async () => {
  const count = 50;
  const all = Array.from({ length: count }, (_, id) => encode(id)).join('');
  for (const pieces of [[all], [all.slice(0, 1234), all.slice(1234)]]) {
    const received = await talk(pieces, answers(count));
    const ids = [...received.matchAll(/"id":(\d+)\}/g)].map(([, id]) => Number(id));
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, id) => id),
    );
  }
});

test('a connection continues after anything unusual', async () => {
  const unusual = [
    'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n',
    'OPTIONS / HTTP/1.1\r\nhost: localhost\r\n\r\n',
    encode(1, ['expect: 100-continue']),
    encode(1, ['x-twice: a', 'x-twice: b']),
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}',
  ];
  for (const request of unusual) {
    await talk([encode(0), request, encode(2)], [answerTo(0), answerTo(2)]);
    await talk([encode(0) + request + encode(2)], [answerTo(0), answerTo(2)]);
  }
});

test('a connection that is to be closed is closed', async () => {
  const closing = talk([encode(0, ['connection: close'])], ['never']);
  await assert.rejects(closing, /closed after: HTTP\/1\.1 200 OK[\s\S]*"id":0\}$/);
});

test('bytes that are not HTTP are refused', async () => {
  const wrong = [
    'nonsense\r\n\r\n',
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    encode(0, ['transfer-encoding: chunked']),
    encode(0, ['bad header']),
  ];
  for (const request of wrong) {
    await assert.rejects(talk([request], ['never']), /closed after: HTTP\/1\.1 400/, request);
  }
});

test('simple heads are recognised', () => {
  const read = (lines: readonly string[]) => new HeadReader().read(lines.join('\r\n'));
  const simple = ['POST /block?x HTTP/1.1', ...HEADERS, 'Content-Length: 7'];
  assert.deepEqual(
    { ...read(simple), headers: { ...read(simple)?.headers } },
    {
      path: '/block',
      bodyBytes: 7,
      headers: { host: 'localhost', 'content-type': 'application/json', 'content-length': '7' },
    },
  );
  assert.notEqual(read([...simple, 'connection: Keep-Alive']), null);
  assert.equal(read([...simple, 'x: \t b \t c\t '])?.headers.x, 'b \t c');
  assert.equal(read([...simple, 'x: \t '])?.headers.x, '');
  assert.equal(read([...simple, `x: ${' \t'.repeat(900)}\x01`]), null);
  const [first = '', ...rest] = simple;
  const others: (readonly string[])[] = [
    [first.replace('POST', 'GET'), ...rest],
    [first.replace('1.1', '1.0'), ...rest],
    [first.replace('/block', '*'), ...rest],
    [first, ...rest.filter((line) => !line.startsWith('host'))],
    [first, ...rest.filter((line) => !line.startsWith('content-type'))],
    [first, ...rest.filter((line) => !line.startsWith('Content-Length'))],
    [...simple, 'content-length: 7'],
    [...simple, 'connection: close'],
    [...simple, 'connection: upgrade'],
    [...simple, 'transfer-encoding: chunked'],
    [...simple, 'expect: 100-continue'],
    [...simple, 'upgrade: h2c'],
    [...simple, ' folded: line'],
    [...simple, 'name : value'],
    [...simple, 'no colon'],
    [...simple.slice(0, -1), 'content-length: -7'],
    [...simple.slice(0, -1), 'content-length: 0x7'],
    [...simple.slice(0, -1), 'content-length: 99999999999'],
  ];
  for (const lines of others) assert.equal(read(lines), null, lines.join(' | '));
});

test('a request that has arrived is read before its sender times out', async () => {
  const genesis = createGenesisContext();
  const headersTimeoutMs = 100;
  // Blocks for longer than the sender's timeout, just after its connection has arrived.
  const stall = () =>
    void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * headersTimeoutMs);
  const metrics = { ...genesis.metrics, changeConnections: stall };
  const limits = { ...genesis.limits, headersTimeoutMs };
  const address = { host: '127.0.0.1', port: 0 };
  const busy = await serveRpc({ ...genesis, metrics, limits }, address);
  try {
    await talk([encode(0)], answers(1), busy);
  } finally {
    await busy.close();
  }
});
