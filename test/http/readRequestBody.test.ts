// Bodies as they are received: in pieces of any size, too long, interrupted, and more of them at
// once than fit.

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { BodyRoom, readRequestBody } from '../../src/http/readRequestBody.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

function createRequest(): IncomingMessage {
  return new Readable({ read() {} }) as IncomingMessage;
}

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('a body is the same in pieces of any size', async () => {
  const room = new BodyRoom(MIB);
  const whole = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  for (const size of [1, 7, 4_096, 65_536, 100_000]) {
    const request = createRequest();
    const reading = readRequestBody(request, 100_000, room);
    for (let at = 0; at < whole.length; at += size) request.push(whole.subarray(at, at + size));
    request.push(null);
    const received = await reading;
    assert.ok('body' in received);
    assert.deepEqual(Buffer.from(received.body), whole, `pieces of ${size}`);
    assert.ok(room.bytes >= whole.length && room.bytes <= 2 * whole.length);
    received.release();
    assert.equal(room.bytes, 0);
  }
});

test('a body that is too long, or is interrupted, leaves nothing behind', async () => {
  const room = new BodyRoom(MIB);
  const long = createRequest();
  const reading = readRequestBody(long, 200 * KIB, room);
  for (let i = 0; i < 201; i++) long.push(Buffer.alloc(KIB));
  assert.deepEqual(await reading, { failure: 'too long' });
  const broken = createRequest();
  const breaking = readRequestBody(broken, 200 * KIB, room);
  broken.push(Buffer.alloc(150 * KIB));
  await settle();
  assert.ok(room.bytes > 0);
  broken.destroy();
  assert.deepEqual(await breaking, { failure: 'broken' });
  assert.equal(room.bytes, 0);
});

test('large bodies share a budget, and small ones need none', async () => {
  const room = new BodyRoom(MIB);
  const begin = (bytes: number) => {
    const request = createRequest();
    const reading = readRequestBody(request, MIB, room);
    request.push(Buffer.alloc(bytes));
    return { request, reading };
  };
  const held = Array.from({ length: 20 }, () => begin(100 * KIB));
  await settle();
  assert.ok(room.bytes <= MIB, `${room.bytes} bytes`);
  const refused = held.slice(10);
  for (const { reading } of refused) assert.deepEqual(await reading, { failure: 'no room' });
  const small = begin(60 * KIB);
  small.request.push(null);
  assert.ok('body' in (await small.reading));
  for (const { request } of held) request.destroy();
  await settle();
  assert.equal(room.bytes, 0);
});
