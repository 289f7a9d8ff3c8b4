// The connections of the HTTP server: their maximum number, timeouts, and what happens to clients
// that do not speak HTTP. Everything that is refused here is counted.

import { type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../backPressure/endConnection.ts';
import type { HttpContext, HttpLimits } from '../httpContext.ts';

/** The head of a request, with all headers. */
const HEAD_BYTES_MAX = 16 * 1024;
/** How often slow clients are checked for during the shortest timeout. */
const CHECKS = 4;

export function describeTimeouts(limits: HttpLimits): ServerOptions {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = limits;
  return {
    maxHeaderSize: HEAD_BYTES_MAX,
    // As in the reference, requests without a `host` header are served too.
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
  // A connection is idle while a request waits for the chain; beyond that, a client that does not
  // read its response would keep it in memory.
  server.timeout = limits.idleTimeoutMs + limits.pollingTimeoutMs;
  server.on('connection', (socket) => {
    metrics.changeConnections(1);
    socket.once('close', () => metrics.changeConnections(-1));
  });
  server.on('drop', () => metrics.countRefusal('connections'));
  // A connection that cannot be accepted, without free descriptors: the server keeps running.
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
 * Sends "100 Continue" when the earlier responses on the connection are complete: Node would write
 * it into the middle of one.
 */
export function continueInTurn(response: ServerResponse): void {
  const sayContinue = () => {
    if (!response.headersSent) response.writeContinue();
  };
  if (response.socket === null) response.once('socket', sayContinue);
  else sayContinue();
}

/** Null for a broken connection, which cannot get a response. */
function statusOf(code: string | undefined): number | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code?.startsWith('HPE_') === true ? 400 : null;
}

/** Connections that another process has accepted, which node:http does not track. */
export class FedConnections {
  readonly #max: number;
  readonly #sockets = new Set<Socket>();
  #onEmpty: () => void = () => {};

  constructor(max: number) {
    this.#max = max;
  }

  /** Drops a connection above the limit. */
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
