// The fast path: simple requests that arrive in one chunk are served directly from their bytes, one
// after the other. A connection on which anything else arrives is handed over to node:http with
// those bytes, and stays there. Nothing here waits for the rest of an incomplete request.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { UnsentBytes } from '../backPressure/unsentBytes.ts';
import type { AcceptBursts } from '../connections/acceptBursts.ts';
import type { HttpLimits } from '../httpContext.ts';
import { type Headers, type HttpResponse, lacksBody } from '../httpResponse.ts';
import type { PostRequest } from '../httpRoutes.ts';
import { HttpMessageBuffer } from './messageBuffer.ts';
import { HeadReader, SIMPLE_HEAD_BYTES_MAX } from './requestHead.ts';

export interface FastPathRequest extends PostRequest {
  readonly socket: Socket;
  readonly httpVersionMinor: 1;
}

export interface FastPathResponse {
  readonly answer: HttpResponse;
  readonly headers: Headers;
}

interface FastPathParts {
  readonly limits: Pick<
    HttpLimits,
    'bodyBytesMax' | 'headersTimeoutMs' | 'idleTimeoutMs' | 'pollingTimeoutMs'
  >;
  readonly unsent: UnsentBytes;
  readonly bursts: AcceptBursts;
  /** Never rejects. */
  answer(request: FastPathRequest): FastPathResponse | Promise<FastPathResponse>;
  /** Takes over a connection with the bytes that were not served. */
  handOver(socket: Socket): void;
  /** Called for a connection that was idle for too long. */
  onSilent(socket: Socket): void;
}

const HEAD_END = '\r\n\r\n';

export class FastPath {
  readonly #parts: FastPathParts;
  readonly #heads = new HeadReader();
  readonly #messages = new HttpMessageBuffer();
  readonly #connections = new Set<FastPathConnection>();

  constructor(parts: FastPathParts) {
    this.#parts = parts;
  }

  /** A new connection, from which nothing was read. */
  take(socket: Socket): void {
    const connection = new FastPathConnection(socket, this.#parts, this.#heads, this.#messages);
    this.#connections.add(connection);
    connection.onLeave = () => this.#connections.delete(connection);
  }

  /** Ends idle connections, and the others after their pending responses. */
  drain(): void {
    for (const connection of this.#connections) connection.drain();
  }

  /** Destroys all connections. */
  drop(): void {
    for (const connection of this.#connections) connection.drop();
  }
}

class FastPathConnection {
  readonly #socket: Socket;
  readonly #parts: FastPathParts;
  readonly #heads: HeadReader;
  readonly #messages: HttpMessageBuffer;
  /** Received bytes that were not served yet; usually none. */
  #waiting: Buffer | null = null;
  #isBusy = false;
  #isEnding = false;
  #hasAnswered = false;
  /** Called once, when the connection is closed or handed over. */
  onLeave: () => void = () => {};

  constructor(
    socket: Socket,
    parts: FastPathParts,
    heads: HeadReader,
    messages: HttpMessageBuffer,
  ) {
    this.#socket = socket;
    this.#parts = parts;
    this.#heads = heads;
    this.#messages = messages;
    socket.setNoDelay(true);
    socket.setTimeout(parts.limits.headersTimeoutMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('timeout', this.#onTimeout);
    socket.on('close', this.#onClose);
    socket.resume();
  }

  drain(): void {
    this.#isEnding = true;
    if (!this.#isBusy) this.#socket.destroy();
  }

  drop(): void {
    this.#socket.destroy();
  }

  readonly #onData = (data: Buffer): void => {
    this.#waiting = this.#waiting === null ? data : Buffer.concat([this.#waiting, data]);
    // From here on, what a client sends before it has its response stays in the kernel.
    if (this.#isBusy) this.#socket.pause();
    else if (this.#parts.bursts.isOpen) this.#answerAfterBurst();
    else this.#answerAll();
  };

  #answerAfterBurst(): void {
    this.#isBusy = true;
    this.#parts.bursts.defer(() => this.#continue());
  }

  #continue(): void {
    this.#isBusy = false;
    this.#answerAll();
    if (!this.#isBusy) this.#socket.resume();
  }

  readonly #onEnd = (): void => {
    this.#isEnding = true;
    if (!this.#isBusy) this.#socket.end();
  };

  readonly #onError = (): void => {
    this.#socket.destroy();
  };

  /**
   * The client has not read a response or sent a request for this long. The process itself may have
   * been busy, so what has arrived is read first.
   */
  readonly #onTimeout = (): void => {
    const { bytesRead } = this.#socket;
    setImmediate(() => {
      if (this.#socket.bytesRead === bytesRead && !this.#socket.destroyed) this.#endSilence();
    });
  };

  #endSilence(): void {
    const { limits, onSilent } = this.#parts;
    if (this.#hasAnswered) this.#socket.destroy();
    else if (this.#isBusy) this.#socket.setTimeout(limits.idleTimeoutMs + limits.pollingTimeoutMs);
    else onSilent(this.#socket);
  }

  readonly #onClose = (): void => this.onLeave();

  #answerAll(): void {
    while (this.#waiting !== null && !this.#isBusy) {
      const request = this.#takeRequest(this.#waiting);
      if (request === null) {
        this.#handOver();
        return;
      }
      const answered = this.#parts.answer(request);
      if (answered instanceof Promise) this.#answerLater(answered);
      else this.#send(answered);
    }
  }

  #answerLater(answering: Promise<FastPathResponse>): void {
    this.#isBusy = true;
    void answering.then((answered) => {
      this.#isBusy = false;
      this.#send(answered);
      this.#answerAll();
      if (!this.#isBusy) this.#socket.resume();
    });
  }

  /** The first request in some bytes, or null if they do not start with a complete simple one. */
  #takeRequest(bytes: Buffer): FastPathRequest | null {
    const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
    if (headEnd === -1 || headEnd > SIMPLE_HEAD_BYTES_MAX) return null;
    const head = this.#heads.read(bytes.toString('latin1', 0, headEnd));
    if (head === null || head.bodyBytes > this.#parts.limits.bodyBytesMax) return null;
    const start = headEnd + HEAD_END.length;
    const end = start + head.bodyBytes;
    if (end > bytes.length) return null;
    this.#waiting = end === bytes.length ? null : bytes.subarray(end);
    const { path, headers } = head;
    const body = bytes.subarray(start, end);
    return { path, headers, body, socket: this.#socket, httpVersionMinor: 1 };
  }

  #send({ answer, headers }: FastPathResponse): void {
    const head = formatHead(answer, headers, this.#isEnding);
    const isTaken = this.#messages.send(this.#socket, head, answer.body);
    if (this.#isEnding) {
      this.#waiting = null;
      this.#socket.end();
    } else if (!isTaken && this.#socket.writableLength > 0) this.#waitForClient();
    if (!isTaken) this.#parts.unsent.watch(this.#socket);
    if (this.#hasAnswered) return;
    this.#hasAnswered = true;
    const { idleTimeoutMs, pollingTimeoutMs } = this.#parts.limits;
    this.#socket.setTimeout(Math.max(idleTimeoutMs, pollingTimeoutMs));
  }

  /** Stops reading until the client has read its response, which bounds the memory it can use. */
  #waitForClient(): void {
    this.#isBusy = true;
    this.#socket.pause();
    this.#socket.once('drain', () => this.#continue());
  }

  #handOver(): void {
    const socket = this.#socket;
    const bytes = this.#waiting;
    this.#waiting = null;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('timeout', this.#onTimeout);
    socket.off('close', this.#onClose);
    socket.setTimeout(0);
    this.onLeave();
    socket.pause();
    if (bytes !== null) socket.unshift(bytes);
    this.#parts.handOver(socket);
    process.nextTick(() => socket.resume());
  }
}

let dateSecond = 0;
let dateLine = '';

/** Cached for a second, because formatting a date is not cheap. */
function formatDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return dateLine;
}

/** Nearly every response has the same list of headers; lines end with the list that they are of. */
const formattedHeaders = new WeakMap<Headers, string>();

function formatHeaders(headers: Headers): string {
  const known = formattedHeaders.get(headers);
  if (known !== undefined) return known;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  formattedHeaders.set(headers, lines);
  return lines;
}

/** The same bytes that node:http writes for `sendResponse`. */
function formatHead(answer: HttpResponse, headers: Headers, isLast: boolean) {
  const { status, contentType, body, headers: own } = answer;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  if (contentType !== null) head += `content-type: ${contentType}\r\n`;
  head += formatHeaders(headers);
  if (own !== undefined) head += formatHeaders(own);
  if (!lacksBody(status)) head += `content-length: ${body.length}\r\n`;
  if (isLast) head += 'connection: close\r\n';
  return `${head}${formatDate()}\r\n`;
}
