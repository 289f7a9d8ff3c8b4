// Connections that Node detaches because of an Upgrade header: the same timeouts apply to them. The
// test controls the time.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { HttpServer } from '../../../src/http/httpServer.ts';
import { serveRpc } from '../../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../../rpc/support/genesisContext.ts';
import { eventually } from '../../support/eventually.ts';

const timers = new Set<{ readonly fire: () => void; readonly delayMs: number }>();
const refused: string[] = [];
let server: HttpServer;

before(async () => {
  const context = createGenesisContext(
    {},
    {
      timer: (fire, delayMs) => {
        const timer = { fire, delayMs };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  );
  const metrics = {
    ...context.metrics,
    countRefusal: (reason: string) => void refused.push(reason),
  };
  server = await serveRpc({ ...context, metrics }, { host: '127.0.0.1', port: 0 });
});
after(() => server.close());

/** A client that never closes its half of the connection. */
async function open(text: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received };
}

/** Lets all timers expire. */
function passTime(): void {
  const due = [...timers];
  timers.clear();
  for (const { fire } of due) fire();
}

const UPGRADE = 'host: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n';
const POST = `POST / HTTP/1.1\r\n${UPGRADE}content-type: application/json\r\n`;
const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"health"}';

test('a missing body times out', async () => {
  const { socket, received } = await open(`${POST}content-length: 1000\r\n\r\n{`);
  const ended = once(socket, 'end');
  await eventually('its time is running', async () => timers.size === 1);
  assert.equal([...timers][0]?.delayMs, 60_000);
  passTime();
  await ended;
  assert.match(received(), /^HTTP\/1\.1 408 /);
  assert.deepEqual(refused.splice(0), ['slow']);
  await findClosed(socket);
});

/** Waits until a client that keeps its half open finds that the connection is gone. */
async function findClosed(socket: Socket): Promise<void> {
  await eventually('it may linger for a while', () => {
    return [...timers].some(({ delayMs }) => delayMs === 1_000);
  });
  passTime();
  await eventually('what is written is refused', () => {
    socket.write('x');
    return socket.destroyed;
  });
  await eventually('nothing is left', () => timers.size === 0);
}

test('a client that keeps its half open after the response is closed', async () => {
  const requests = [
    [
      `${POST}content-length: ${HEALTH.length}\r\n\r\n${HEALTH}`,
      /^HTTP\/1\.1 200 .*"result":null/s,
    ],
    [`GET /health HTTP/1.1\r\n${UPGRADE}\r\n`, /^HTTP\/1\.1 200 /],
    [`${POST}transfer-encoding: chunked\r\n\r\n`, /^HTTP\/1\.1 411 /],
    [
      'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
      /^HTTP\/1\.1 404 /,
    ],
    ['this is no HTTP\r\n\r\n', /^HTTP\/1\.1 400 /],
  ] as const;
  for (const [text, expected] of requests) {
    const { socket, received } = await open(text);
    await once(socket, 'end');
    assert.match(received(), expected);
    await findClosed(socket);
  }
  assert.deepEqual(refused.splice(0), ['malformed']);
});
