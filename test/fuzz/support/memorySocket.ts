// A connection without a network: the server's end, to which a test pushes bytes and whose output
// it can read. It implements what the HTTP server uses of a socket.

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

class MemorySocket extends Duplex {
  /** A documentation address: the caller is not on this machine. */
  readonly remoteAddress = '192.0.2.1';
  readonly remotePort = 40_000;
  bytesRead = 0;
  readonly #written: Buffer[] = [];

  constructor() {
    super({ allowHalfOpen: true });
  }

  get written(): string {
    return Buffer.concat(this.#written).toString('latin1');
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.#written.push(Buffer.from(chunk as string, encoding));
    done();
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** This many turns of the event loop complete any request that does not wait for a thread. */
const QUIET_TURNS = 12;

/** Sends the pieces one after the other, then the end, and returns everything that was received. */
export async function talk(
  accept: (socket: Socket) => void,
  pieces: readonly Uint8Array[],
): Promise<string> {
  const socket = new MemorySocket();
  socket.on('error', () => {});
  accept(socket as unknown as Socket);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.bytesRead += piece.length;
    socket.push(piece);
    await nextTurn();
  }
  // A server need not respond to a client that has already ended its half.
  await untilQuiet(socket);
  if (!socket.destroyed) socket.push(null);
  await untilQuiet(socket);
  socket.destroy();
  return socket.written;
}

async function untilQuiet(socket: MemorySocket): Promise<void> {
  let length = -1;
  for (let quiet = 0; quiet < QUIET_TURNS && !socket.destroyed; quiet++) {
    await nextTurn();
    if (socket.written.length !== length) quiet = 0;
    length = socket.written.length;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
