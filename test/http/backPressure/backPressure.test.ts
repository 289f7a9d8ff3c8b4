// Clients that do not read their responses: how much a connection and all connections together may
// hold. Sockets are simulated, so that nothing depends on what a system buffers; work and bytes are
// counted.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { RequestOrder } from '../../../src/http/backPressure/requestOrder.ts';
import { UnsentBytes } from '../../../src/http/backPressure/unsentBytes.ts';
import { AcceptBursts } from '../../../src/http/connections/acceptBursts.ts';
import { FastPath } from '../../../src/http/fastPath/fastPath.ts';
import { createFakeContext } from '../../rpc/support/fakeContext.ts';
import { StuckSocket } from '../../rpc/support/stuckSocket.ts';

const MIB = 1024 * 1024;

function createUnsent(bytesMax: number) {
  const { limits, metrics } = createFakeContext();
  const refused: string[] = [];
  const clock = { nowMs: 0 };
  const unsent = new UnsentBytes({
    limits: { ...limits, unsentBytesMax: bytesMax },
    metrics: { ...metrics, countRefusal: (reason) => refused.push(reason) },
    nowMs: () => clock.nowMs,
  });
  return { unsent, refused, clock };
}

function writeTo(socket: StuckSocket, bytes: number, unsent: UnsentBytes): StuckSocket {
  socket.write(Buffer.alloc(bytes));
  unsent.watch(socket.socket);
  return socket;
}

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
}

const BODY = '{"jsonrpc":"2.0","id":1,"method":"health"}';
const REQUEST =
  'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
  `content-length: ${BODY.length}\r\n\r\n${BODY}`;

test('a connection that does not read its response is not read any further', async () => {
  const { unsent } = createUnsent(100 * MIB);
  let answered = 0;
  const answer = () => {
    answered++;
    const body = new Uint8Array(MIB);
    return { answer: { status: 200, contentType: 'application/json', body }, headers: [] };
  };
  for (const isLater of [false, true]) {
    answered = 0;
    const fastPath = new FastPath({
      limits: createFakeContext().limits,
      unsent,
      bursts: new AcceptBursts(),
      answer: isLater ? async () => answer() : answer,
      handOver: () => assert.fail('nothing here is for node:http'),
      onSilent: () => assert.fail('no client is silent'),
    });
    const socket = new StuckSocket();
    fastPath.take(socket.socket);
    for (let i = 0; i < 300; i++) {
      socket.send(REQUEST);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(answered, 1);
    assert.ok(socket.writableLength < MIB + 1000, `${socket.writableLength} bytes`);
    assert.ok(unsent.total < MIB + 1000);
    for (let taken = 1; taken <= 5; taken++) {
      socket.takeAnswer();
      await settle();
      assert.equal(answered, taken + 1, 'each response that is read makes room for one');
    }
    socket.destroy();
    await settle();
    assert.equal(unsent.total, 0);
  }
});

test('unread responses are limited over all connections', async () => {
  const { unsent, refused } = createUnsent(10 * MIB);
  const sockets = Array.from({ length: 25 }, () => writeTo(new StuckSocket(), MIB, unsent));
  assert.deepEqual(
    sockets.map(({ destroyed }) => destroyed),
    sockets.map((_, index) => index < 15),
    'the oldest are cut',
  );
  assert.equal(unsent.total, 10 * MIB);
  assert.deepEqual(refused, Array(15).fill('unread'));
  for (const socket of sockets) socket.takeAnswer();
  await settle();
  assert.equal(unsent.total, 0);
});

test('a response that is longer than the limit is cut only in favour of others', () => {
  const { unsent } = createUnsent(MIB);
  const first = writeTo(new StuckSocket(), 5 * MIB, unsent);
  assert.equal(first.destroyed, false);
  const second = writeTo(new StuckSocket(), MIB, unsent);
  assert.deepEqual([first.destroyed, second.destroyed], [true, false]);
});

test('a client has time to read a response, and more for a long one', () => {
  const { unsent, clock } = createUnsent(100 * MIB);
  const short = writeTo(new StuckSocket(), 32 * 1024, unsent);
  const long = writeTo(new StuckSocket(), MIB, unsent);
  const { requestTimeoutMs } = createFakeContext().limits;
  clock.nowMs = requestTimeoutMs + 1_999;
  unsent.sweep();
  assert.deepEqual([short.destroyed, long.destroyed], [false, false]);
  clock.nowMs = requestTimeoutMs + 2_000;
  unsent.sweep();
  assert.deepEqual([short.destroyed, long.destroyed], [true, false]);
  // Further writes do not give it more time.
  writeTo(long, 1_000, unsent);
  clock.nowMs = requestTimeoutMs + 64_000;
  unsent.sweep();
  assert.equal(long.destroyed, true);
  assert.equal(unsent.total, 0);
});

test('requests on a connection are started one after the other', () => {
  const { metrics } = createFakeContext();
  const refused: string[] = [];
  const order = new RequestOrder({ ...metrics, countRefusal: (reason) => refused.push(reason) });
  const { socket } = new StuckSocket();
  const responses = Array.from({ length: 4 }, () => new EventEmitter());
  const begun: number[] = [];
  for (const [index, response] of responses.entries()) {
    order.add(socket, response as ServerResponse, () => begun.push(index));
  }
  assert.deepEqual(begun, [0]);
  for (const [index, response] of responses.entries()) {
    response.emit('close');
    assert.deepEqual(begun, [0, 1, 2, 3].slice(0, index + 2));
  }
  order.add(socket, new EventEmitter() as ServerResponse, () => begun.push(4));
  assert.equal(begun.at(-1), 4);

  // Queued requests are bounded per connection and in total.
  const wait = (to: StuckSocket) =>
    order.add(to.socket, new EventEmitter() as ServerResponse, () => {});
  const sockets = Array.from({ length: 6 }, () => new StuckSocket());
  for (const stuck of sockets) {
    for (let i = 0; i <= 8_192 && !stuck.destroyed; i++) wait(stuck);
  }
  assert.deepEqual(
    sockets.map(({ destroyed }) => destroyed),
    [false, false, false, false, true, true],
  );
  wait(sockets[0] as StuckSocket);
  assert.equal(sockets[0]?.destroyed, true);
  assert.deepEqual(refused, ['pipelined', 'pipelined', 'pipelined']);
});
