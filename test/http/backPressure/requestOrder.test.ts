// Pipelined requests of a connection that closes: none of them starts any more, and nothing of them
// is kept. Node closes only the response in progress.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { RequestOrder } from '../../../src/http/backPressure/requestOrder.ts';

const WAITING = 100;

test('a closed connection leaves no request behind', async () => {
  const order = new RequestOrder({ countRefusal: () => assert.fail('nothing is refused') });
  const begun: string[] = [];
  let arrived = 0;
  let all = () => {};
  const arrival = new Promise<void>((resolve) => {
    all = resolve;
  });
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const server = createServer((request, response) => {
    order.add(request.socket, response, () => begun.push(request.url ?? ''));
    arrived++;
    if (arrived === WAITING + 1) all();
  });
  server.on('connection', (socket) => socket.once('close', () => close()));
  after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const paths = Array.from({ length: WAITING + 1 }, (_, i) => `/${i}`);
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''));
  await arrival;
  assert.equal([...order.responses()].length, WAITING + 1);
  client.resetAndDestroy();
  await closed;
  assert.deepEqual(begun, ['/0']);
  assert.equal([...order.responses()].length, 0);
});
