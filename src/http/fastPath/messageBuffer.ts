// Joins the head and body of a response into one message. The buffer is reused for all responses: a
// new one each time would miss the processor's caches and need garbage collection.

import type { Socket } from 'node:net';

/** Longer messages are rare, and get their own buffer. */
const MESSAGE_BYTES_MAX = 64 * 1024;

export class HttpMessageBuffer {
  #bytes = Buffer.allocUnsafeSlow(MESSAGE_BYTES_MAX);

  /** False if the socket's buffer is full, like the result of its `write`. */
  send(socket: Socket, head: string, body: Uint8Array): boolean {
    const length = head.length + body.length;
    const isShort = length <= MESSAGE_BYTES_MAX;
    const message = isShort ? this.#bytes.subarray(0, length) : Buffer.allocUnsafe(length);
    message.write(head, 0, 'latin1');
    message.set(body, head.length);
    const isTaken = socket.write(message);
    // The socket still references bytes that were not sent at once, so the buffer is replaced.
    if (isShort && socket.writableLength > 0) {
      this.#bytes = Buffer.allocUnsafeSlow(MESSAGE_BYTES_MAX);
    }
    return isTaken;
  }
}
