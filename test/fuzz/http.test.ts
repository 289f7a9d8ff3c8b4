// Fuzzes the HTTP server with requests from a grammar with random changes, several on one
// connection. The bytes arrive at once, so that the fast path may take them, or in pieces, so that
// node:http does: the responses are the same and well formed, and nothing fails.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { HttpServer } from '../../src/http/httpServer.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../rpc/support/genesisContext.ts';
import type { Random } from '../vm/support/random.ts';
import { talk } from './support/memorySocket.ts';
import { testFuzzer } from './support/runFuzzer.ts';

const failures: unknown[] = [];
let server: HttpServer;
before(async () => {
  const context = createGenesisContext({}, { reportFailure: (error) => failures.push(error) });
  // The fuzzer is a single address that never pauses.
  const limits = { ...context.limits, requestsPerSecond: 0 };
  server = await serveRpc(
    { ...context, limits },
    { host: '127.0.0.1', port: 0, listensLater: true },
  );
});
after(() => server.close());

/** Not HEAD: without the request, it is not known that the response has no body. */
const METHODS = ['POST', 'GET', 'OPTIONS', 'PUT'];
const PATHS = ['/', '/block', '/query', '/status', '/health', '/nothing', '/?x', '/block/', '*'];
const HEADERS = [
  'host: 127.0.0.1',
  'Host: example.com',
  'content-type: application/json',
  'Content-Type: text/plain',
  'content-type: application/json; charset=utf-8',
  'connection: close',
  'connection: keep-alive',
  'expect: 100-continue',
  'transfer-encoding: chunked',
  'upgrade: h2c',
  'origin: http://example.com',
  'x-forwarded-for: 1.2.3.4',
  'authorization: Bearer x',
  'x: ',
];
const BODIES = [
  '{"jsonrpc":"2.0","id":1,"method":"health","params":[]}',
  '{"jsonrpc":"2.0","id":"x","method":"block","params":{"finality":"final"}}',
  '{"method":"block","params":{"block_id":0}}',
  '[{"jsonrpc":"2.0","id":1,"method":"status"},1]',
  '{"jsonrpc":"2.0","id":[1.5],"method":"nothing"}',
  '{',
  '',
];

testFuzzer(
  'the HTTP server',
  () => ({
    name: 'http',
    watched: /\/src\/rpc\/(http[A-Z]\w*|envelope|batch|cors|accessControl|localRequest)\.js$/,
    dictionary: ['\r\n', '\r\n\r\n', ': ', 'HTTP/1.1', 'HTTP/1.0', '0\r\n\r\n', ...HEADERS],
    generate: generateRequests,
    run: checkResponses,
  }),
  600,
);

async function checkResponses(bytes: Uint8Array): Promise<void> {
  const accept = (socket: Parameters<HttpServer['accept']>[0]) => server.accept(socket);
  const whole = readResponses(await talk(accept, [bytes]));
  const middle = Math.floor(bytes.length / 2);
  const pieces = [bytes.subarray(0, 7), bytes.subarray(7, middle), bytes.subarray(middle)];
  const parted = readResponses(await talk(accept, pieces));
  const isCut = [whole, parted].some((responses) => REFUSAL.test(responses.at(-1) ?? ''));
  if (isCut) assertPrefix(whole.filter(isAnswer), parted.filter(isAnswer));
  else assert.deepEqual(whole, parted, 'the fast path responds differently than node:http');
  assert.deepEqual(failures, []);
}

/** For bytes that are not HTTP. Node sends it at once, even before earlier responses. */
const REFUSAL = /^HTTP\/1\.1 4\d\d [\w ]+\r\nconnection: close\r\n\r\n$/i;

function isAnswer(response: string): boolean {
  return !REFUSAL.test(response);
}

function assertPrefix(a: readonly string[], b: readonly string[]): void {
  const length = Math.min(a.length, b.length);
  assert.deepEqual(a.slice(0, length), b.slice(0, length), 'responses before a refusal differ');
}

const LAST_CHUNK = '0\r\n\r\n';

/** Status, headers and body of each; throws if the text contains anything but responses. */
function readResponses(text: string): string[] {
  const responses: string[] = [];
  for (let at = 0; at < text.length; ) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    const head = text.slice(at, headEnd);
    assert.match(head, /^HTTP\/1\.1 [1-5]\d\d [\w -]+(\r\n[\w-]+: [^\r\n]*)*$/);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
    const end = isChunked ? text.indexOf(LAST_CHUNK, headEnd) + 5 : headEnd + 4 + length;
    // A body that has arrived needs no "100 Continue".
    if (!head.startsWith('HTTP/1.1 100')) {
      responses.push(text.slice(at, end).replace(/\r\nDate: [^\r\n]*/i, ''));
    }
    at = end;
  }
  return responses;
}

function generateRequests(random: Random): Uint8Array {
  const count = 1 + random.below(4);
  return Buffer.from(Array.from({ length: count }, () => generateRequest(random)).join(''));
}

function generateRequest(random: Random): string {
  const body = random.pick(BODIES);
  const usual = ['host: localhost', 'content-type: application/json'];
  const headers = random.chance(70) ? usual : [];
  if (random.chance(30)) headers.push(random.pick(HEADERS), random.pick(HEADERS));
  if (random.chance(90)) headers.push(`content-length: ${body.length + random.pick([0, 0, 0, 1])}`);
  const method = random.chance(80) ? 'POST' : random.pick(METHODS);
  const version = random.chance(90) ? 'HTTP/1.1' : random.pick(['HTTP/1.0', 'HTTP/2', '']);
  const head = [`${method} ${random.pick(PATHS)} ${version}`, ...headers];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
