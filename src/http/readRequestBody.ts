// Receives the body of a request within its limits. Chunks may be single bytes, so they are copied
// into one growing buffer; the total size of large bodies over all connections is limited as well.

import type { IncomingMessage } from 'node:http';

const FIRST_BYTES = 4 * 1024;
/** Larger bodies count towards the limit on their total size. */
export const LARGE_BODY_BYTES = 64 * 1024;
export const BODIES_BUSY = 'too many large requests are being read; try again later';

/** The total size of large bodies, from their arrival to their responses. */
export class BodyRoom {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** False if there is no room for more; a single body is always accepted. */
  take(bytes: number): boolean {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) return false;
    this.#bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** `release` frees the room of a received body. */
type ReceivedBody =
  | { readonly body: Uint8Array; release(): void }
  | { readonly failure: 'too long' | 'no room' | 'broken' };

/** The rest of a refused body is still read from the connection, and dropped. */
export function readRequestBody(
  request: IncomingMessage,
  bytesMax: number,
  room: BodyRoom,
): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    let buffer: Buffer | null = Buffer.allocUnsafe(FIRST_BYTES);
    let length = 0;
    let taken = 0;
    const release = () => {
      room.give(taken);
      taken = 0;
    };
    const fail = (failure: 'too long' | 'no room' | 'broken') => {
      if (buffer === null) return;
      buffer = null;
      release();
      resolve({ failure });
    };
    const grow = (known: Buffer, needed: number): Buffer | null => {
      const bytes = Math.min(Math.max(needed, known.length * 2), Math.max(needed, bytesMax));
      if (bytes > LARGE_BODY_BYTES && !room.take(bytes - taken)) return null;
      if (bytes > LARGE_BODY_BYTES) taken = bytes;
      const grown = Buffer.allocUnsafeSlow(bytes);
      known.copy(grown, 0, 0, length);
      return grown;
    };
    request.on('data', (chunk: Buffer) => {
      if (buffer === null) return;
      const needed = length + chunk.length;
      if (needed > bytesMax) {
        fail('too long');
        return;
      }
      const target = needed <= buffer.length ? buffer : grow(buffer, needed);
      if (target === null) {
        fail('no room');
        return;
      }
      chunk.copy(target, length);
      length = needed;
      buffer = target;
    });
    request.on('end', () => {
      if (buffer === null) return;
      const body = buffer.subarray(0, length);
      buffer = null;
      resolve({ body, release });
    });
    request.on('close', () => fail('broken'));
    request.on('error', () => fail('broken'));
  });
}
