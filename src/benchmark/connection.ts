// One persistent HTTP/1.1 connection that sends one request after the other over a plain socket, so
// that it costs little compared to the node that it measures.

import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { BenchError } from './benchError.ts';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const EMPTY = Buffer.alloc(0);

export class Connection {
  readonly #socket: Socket;
  #received: Buffer = EMPTY;
  #waiting: Waiting | null = null;
  #failure: Error | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data) => this.#receive(data));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  static open(url: URL): Promise<Connection> {
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || (isSecure ? 443 : 80);
    return new Promise((resolve, reject) => {
      const opened = () => resolve(new Connection(socket));
      const socket: Socket = isSecure
        ? connectSecurely({ host, port, servername: host }, opened)
        : connect({ host, port }, opened);
      socket.once('error', (error) =>
        reject(new BenchError({ code: 'node_unreachable' }, `${url.href}: ${error.message}`)),
      );
    });
  }

  /** `request` is built by `encodePost`. The previous request must have been answered. */
  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const parsed = parseAnswer(this.#received);
    if (parsed === null) return;
    this.#received = this.#received.subarray(parsed.bytesRead);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(parsed);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(this.#failure);
  }
}

export function encodePost(url: URL, body: string): Buffer {
  return Buffer.from(
    `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n` +
      'content-type: application/json\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Null while the response is incomplete. */
function parseAnswer(received: Buffer): (Answer & { readonly bytesRead: number }) | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  const start = headEnd + HEAD_END.length;
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) {
    const chunked = parseChunks(received, start);
    return chunked === null ? null : { status, ...chunked };
  }
  const end = start + Number(length);
  return received.length < end
    ? null
    : { status, body: received.subarray(start, end), bytesRead: end };
}

/** A body in chunks, without trailers: proxies in front of public nodes send those. */
function parseChunks(received: Buffer, start: number): { body: Buffer; bytesRead: number } | null {
  const chunks: Buffer[] = [];
  let position = start;
  while (true) {
    const lineEnd = received.indexOf(LINE_END, position);
    if (lineEnd === -1) return null;
    const length = Number.parseInt(received.toString('latin1', position, lineEnd), 16);
    const dataStart = lineEnd + LINE_END.length;
    const dataEnd = dataStart + length;
    position = dataEnd + LINE_END.length;
    if (!(position <= received.length)) return null;
    if (length === 0) return { body: Buffer.concat(chunks), bytesRead: position };
    chunks.push(received.subarray(dataStart, dataEnd));
  }
}
