// Messages that the system accepted, and those that it did not accept at once.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { HttpMessageBuffer } from '../../../src/http/fastPath/messageBuffer.ts';

const server: Server = createServer();
after(() => void server.close());

/** Both ends of a connection. */
async function openConnection(): Promise<{ ours: Socket; theirs: Socket }> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const theirs = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const [ours] = (await once(server, 'connection')) as [Socket];
  return { ours, theirs };
}

async function readAll(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function createBody(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

test('a message is its head and its body', async () => {
  const { ours, theirs } = await openConnection();
  const messages = new HttpMessageBuffer();
  const lengths = [0, 5, 65_530, 65_537, 200_000];
  for (const length of lengths) {
    messages.send(ours, `length ${length}\n`, createBody(length, 7));
  }
  ours.end();
  const expected = lengths.map((length) =>
    Buffer.concat([Buffer.from(`length ${length}\n`), createBody(length, 7)]),
  );
  assert.deepEqual(await readAll(theirs), Buffer.concat(expected));
});

test('a message that waits for its reader is not overwritten by others', async () => {
  const slow = await openConnection();
  const quick = await openConnection();
  const messages = new HttpMessageBuffer();
  const expected: Buffer[] = [];
  // Without a reader the system's buffer fills up.
  for (let i = 0; slow.ours.writableLength === 0 || i % 16 !== 0; i++) {
    messages.send(slow.ours, `${i}\n`, createBody(50_000, i));
    expected.push(Buffer.concat([Buffer.from(`${i}\n`), createBody(50_000, i)]));
  }
  messages.send(quick.ours, 'quick\n', createBody(60_000, 255));
  for (const { ours } of [slow, quick]) ours.end();
  const [slowly, quickly] = await Promise.all([readAll(slow.theirs), readAll(quick.theirs)]);
  assert.equal(Buffer.compare(slowly, Buffer.concat(expected)), 0);
  assert.deepEqual(quickly, Buffer.concat([Buffer.from('quick\n'), createBody(60_000, 255)]));
});
