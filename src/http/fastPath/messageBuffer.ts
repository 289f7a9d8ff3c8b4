// Where an answer's head and body become one message. The same bytes serve one answer after the
// other: fresh ones would have to be fetched into the processor's caches, and collected.

import type { Socket } from 'node:net';

/** Longer messages are rare, and get bytes of their own. */
const MESSAGE_BYTES_MAX = 64 * 1024;

export class HttpMessageBuffer {
  #bytes = Buffer.allocUnsafeSlow(MESSAGE_BYTES_MAX);

  /** False if the socket holds more than it should, as its `write` says. */
  send(socket: Socket, head: string, body: Uint8Array): boolean {
    const length = head.length + body.length;
    const isShort = length <= MESSAGE_BYTES_MAX;
    const message = isShort ? this.#bytes.subarray(0, length) : Buffer.allocUnsafe(length);
    message.write(head, 0, 'latin1');
    message.set(body, head.length);
    const isTaken = socket.write(message);
    // What the system did not take at once still lies here, and is left alone.
    if (isShort && socket.writableLength > 0) {
      this.#bytes = Buffer.allocUnsafeSlow(MESSAGE_BYTES_MAX);
    }
    return isTaken;
  }
}
