// The connections of the HTTP server: how many there may be, how long a client may take, and what
// happens to those that do not speak HTTP. Whoever is turned away here is counted.

import { type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../backPressure/endConnection.ts';
import type { HttpContext, HttpLimits } from '../httpContext.ts';

/** The head of a request, with all headers. */
const HEAD_BYTES_MAX = 16 * 1024;
/** Slow clients are looked for so many times in the shortest time that they have. */
const CHECKS = 4;

export function describeTimeouts(limits: HttpLimits): ServerOptions {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = limits;
  return {
    maxHeaderSize: HEAD_BYTES_MAX,
    // As the reference: whoever names no host is answered too.
    requireHostHeader: false,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.ceil(Math.min(headersTimeoutMs, requestTimeoutMs) / CHECKS),
  };
}

export function watchConnections(
  server: Server,
  { limits, metrics, timer }: Omit<HttpContext, 'reportFailure'>,
): void {
  server.maxConnections = limits.connectionsMax;
  // Nothing moves while a request waits for the chain; beyond that, a client that does not take its
  // answer would keep it in memory.
  server.timeout = limits.idleTimeoutMs + limits.pollingTimeoutMs;
  server.on('connection', (socket) => {
    metrics.changeConnections(1);
    socket.once('close', () => metrics.changeConnections(-1));
  });
  server.on('drop', () => metrics.countRefusal('connections'));
  // A connection that the system cannot open, for want of descriptors: the server goes on.
  server.on('error', () => metrics.countRefusal('connections'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = statusOf(error.code);
    if (status === null || !socket.writable) {
      socket.destroy();
      return;
    }
    metrics.countRefusal(status === 408 ? 'slow' : 'malformed');
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n\r\n`);
    endConnection(socket, timer);
  });
}

/**
 * Says "100 Continue" when the earlier responses on the connection are complete: Node would put it
 * between the head and the body of this one.
 */
export function continueInTurn(response: ServerResponse): void {
  const sayContinue = () => {
    if (!response.headersSent) response.writeContinue();
  };
  if (response.socket === null) response.once('socket', sayContinue);
  else sayContinue();
}

/** Null for a connection that broke, to which nothing can be said. */
function statusOf(code: string | undefined): number | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code?.startsWith('HPE_') === true ? 400 : null;
}

/** Connections that another process has let in: the server itself does not know of them. */
export class FedConnections {
  readonly #max: number;
  readonly #sockets = new Set<Socket>();
  #onEmpty: () => void = () => {};

  constructor(max: number) {
    this.#max = max;
  }

  /** Drops a connection for which there is no room. */
  add(socket: Socket): boolean {
    if (this.#sockets.size >= this.#max) {
      socket.destroy();
      return false;
    }
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#onEmpty();
    });
    return true;
  }

  whenEmpty(callback: () => void): void {
    if (this.#sockets.size === 0) callback();
    else this.#onEmpty = callback;
  }
}
