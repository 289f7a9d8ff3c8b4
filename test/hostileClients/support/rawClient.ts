// Connections that do what a well-behaved client would not: they send slowly, in pieces, too much,
// or nothing at all.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

export class RawConnection {
  readonly socket: Socket;
  received = '';
  #answered = 0;
  /** Where the next response starts. */
  #answeredTo = 0;
  #onData: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.received += text;
      this.#onData();
    });
    // A server may close unwanted connections at any time.
    socket.on('error', () => {});
    socket.on('close', () => this.#onData());
  }

  /** Null if the connection is refused or closed at once. */
  static async open(url: string): Promise<RawConnection | null> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    try {
      await once(socket, 'connect');
      return new RawConnection(socket);
    } catch {
      return null;
    }
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Resolves with what was received before the server closed the connection. */
  async closed(): Promise<string> {
    if (!this.socket.readableEnded && !this.socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.socket.once('end', resolve);
        this.socket.once('close', () => resolve());
      });
    }
    this.socket.destroy();
    return this.received;
  }

  /** Resolves after this many complete responses, or when there can be no more. */
  async answers(count: number): Promise<string> {
    while (!this.socket.destroyed && this.#countAnswers() < count) {
      await new Promise<void>((resolve) => {
        this.#onData = resolve;
      });
    }
    return this.received;
  }

  /** Responses with a content length. */
  #countAnswers(): number {
    for (;;) {
      const end = this.received.indexOf(HEAD_END, this.#answeredTo);
      if (end < 0) return this.#answered;
      const head = this.received.slice(this.#answeredTo, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const next = end + HEAD_END.length + length;
      if (this.received.length < next) return this.#answered;
      this.#answeredTo = next;
      this.#answered++;
    }
  }
}

export function formatPost(path: string, body: string): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
