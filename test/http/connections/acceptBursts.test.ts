// Requests wait while connections arrive, but never for longer than the bounds.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { AcceptBursts } from '../../../src/http/connections/acceptBursts.ts';
import { serveRpc } from '../../../src/rpc/serveRpc.ts';
import { createGenesisContext } from '../../rpc/support/genesisContext.ts';

/** An event loop whose turns end on request. */
class Turns {
  readonly bursts = new AcceptBursts((callback) => this.#callbacks.push(callback));
  readonly served: string[] = [];
  readonly #callbacks: (() => void)[] = [];

  end(): void {
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  /** What a connection does with a request. */
  request(name: string): void {
    if (this.bursts.isOpen) this.bursts.defer(() => this.served.push(name));
    else this.served.push(name);
  }
}

test('a request waits until a turn brings no further connection', () => {
  const turns = new Turns();
  for (const name of ['a', 'b', 'c']) {
    turns.bursts.onAccept();
    turns.request(name);
    turns.end();
  }
  assert.deepEqual(turns.served, []);
  turns.end();
  assert.deepEqual(turns.served, ['a', 'b', 'c']);
  turns.request('d');
  assert.deepEqual(turns.served, ['a', 'b', 'c', 'd']);
});

test('connections without end delay requests for a bounded number of turns', () => {
  const turns = new Turns();
  let count = 0;
  turns.request('before');
  while (turns.served.length < 2 && count < 1000) {
    turns.bursts.onAccept();
    if (count++ === 0) turns.request('waiting');
    turns.end();
  }
  assert.deepEqual(turns.served, ['before', 'waiting']);
  assert.equal(count, 256);
});

const BODY = '{"jsonrpc":"2.0","id":1,"method":"health"}';
const REQUEST =
  'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
  `content-length: ${BODY.length}\r\n\r\n${BODY}`;

/** Sends requests one after the other, until nobody waits for a first response. */
function keepAsking(socket: Socket, onAnswer: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', () => {
      if (onAnswer()) resolve();
      else socket.write(REQUEST);
    });
    socket.write(REQUEST);
  });
}

test('no connection is served again and again while others wait for the first time', async () => {
  const server = await serveRpc(createGenesisContext(), { host: '127.0.0.1', port: 0 });
  const sockets = Array.from({ length: 100 }, () => connect(server.port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const counts = sockets.map(() => 0);
  const asking = sockets.map((socket, i) =>
    keepAsking(socket, () => {
      counts[i] = (counts[i] ?? 0) + 1;
      return !counts.includes(0);
    }),
  );
  await Promise.race(asking);
  for (const socket of sockets) socket.destroy();
  await server.close();
  assert.ok(Math.max(...counts) < 20, `one connection was served ${Math.max(...counts)} times`);
});
