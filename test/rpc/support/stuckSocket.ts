// A connection without a network: a test sends on it, and its client reads nothing until the test
// says so.

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

export class StuckSocket extends Duplex {
  readonly remoteAddress = '192.0.2.1';
  bytesRead = 0;
  #take: (() => void) | null = null;

  constructor() {
    super({ allowHalfOpen: true });
  }

  /** As the servers know it. */
  get socket(): Socket {
    return this as unknown as Socket;
  }

  send(text: string): void {
    this.bytesRead += text.length;
    this.push(text);
  }

  /** Reads what was written first. */
  takeAnswer(): void {
    const take = this.#take;
    this.#take = null;
    take?.();
  }

  setNoDelay(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, taken: () => void): void {
    this.#take = taken;
  }
}
