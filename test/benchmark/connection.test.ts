// HTTP over plain sockets, against servers of the test.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Connection, encodePost } from '../../src/benchmark/connection.ts';
import { generateLoad, sendAll } from '../../src/benchmark/loadGenerator.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Echoes every body, in one piece or in chunks, with a status. */
async function startEcho(form: 'whole' | 'chunks', status = 200): Promise<URL> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      response.statusCode = status;
      if (form === 'whole') response.end(body);
      else {
        response.write(body.subarray(0, 5));
        response.end(body.subarray(5));
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

for (const form of ['whole', 'chunks'] as const) {
  test(`responses sent as ${form} are read, one after the other`, async () => {
    const url = await startEcho(form);
    const connection = await Connection.open(url);
    for (const body of ['first body', 'x'.repeat(100_000), '{"last":1}']) {
      const answer = await connection.send(encodePost(url, body));
      assert.equal(answer.status, 200);
      assert.equal(answer.body.toString(), body);
    }
    connection.close();
  });
}

test('each body is sent once, over all connections', async () => {
  const url = await startEcho('whole');
  const seen: string[] = [];
  servers
    .at(-1)
    ?.on('request', (request) => request.on('data', (part: Buffer) => seen.push(part.toString())));
  const bodies = Array.from({ length: 50 }, (_, i) => `body ${i}`);
  await sendAll(url, bodies, 4);
  assert.deepEqual(seen.sort(), bodies.sort());
});

test('load counts responses, and stops at the first that is not a success', async () => {
  const load = { body: 'x', connections: 2, durationMs: 20 };
  const url = await startEcho('whole');
  let answers = 0;
  servers.at(-1)?.on('request', () => answers++);
  const { requestsPerSecond, medianMs, p99Ms } = await generateLoad({ ...load, url });
  assert.ok(answers >= load.connections, `${answers} answers`);
  assert.ok(requestsPerSecond >= 0 && medianMs > 0 && p99Ms >= medianMs);
  await assert.rejects(generateLoad({ ...load, url: await startEcho('whole', 429) }), /429/);
});

test('a closed port is an error that names the address', async () => {
  const url = await startEcho('whole');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await assert.rejects(Connection.open(url), { code: 'node_unreachable' });
});
