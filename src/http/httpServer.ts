// An HTTP/1.1 server: accepts connections, and routes turn requests into responses. Every
// connection starts on the fast path; node:http takes over those that do not fit there.

import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UnsentBytes } from './backPressure/unsentBytes.ts';
import { AcceptBursts } from './connections/acceptBursts.ts';
import type { Address } from './connections/cannotListen.ts';
import {
  continueInTurn,
  describeTimeouts,
  FedConnections,
  watchConnections,
} from './connections/httpConnections.ts';
import { HttpListener } from './connections/httpListener.ts';
import { FastPath } from './fastPath/fastPath.ts';
import type { HttpContext, HttpLimits } from './httpContext.ts';
import { type HandlerOptions, HttpHandler } from './httpHandler.ts';
import type { HttpRoutes } from './httpRoutes.ts';
import { shutDown } from './httpShutdown.ts';

/** How often streams send a keep-alive. */
const BEAT_MS = 15_000;
/** How often the server checks for clients that do not read their responses. */
const SWEEP_MS = 1_000;

export interface HttpServerOptions extends Address, HandlerOptions {
  /** Already listening at the address. */
  readonly listener?: HttpListener;
  /** The server listens when `listen` is called. */
  readonly listensLater?: boolean;
}

export interface HttpServer {
  readonly port: number;
  /** Accepts connections from a listener, which other processes may share. */
  listen(listener: HttpListener): Promise<void>;
  /** Serves a connection that was accepted elsewhere. */
  accept(socket: Socket): void;
  /** Stops listening, gives pending requests some time, and closes every connection. */
  close(): Promise<void>;
}

export async function startHttpServer(
  routes: HttpRoutes,
  context: HttpContext,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const { limits, metrics } = context;
  const unsent = new UnsentBytes({ limits, metrics, nowMs: () => performance.now() });
  const handler = new HttpHandler(routes, context, options, unsent);
  const server = createServer(describeTimeouts(limits), (request, response) =>
    handler.answer(request, response),
  );
  const fed = new FedConnections(limits.connectionsMax);
  const bursts = new AcceptBursts();
  const fastPath = openFastPath(server, handler, { limits, unsent, bursts });
  watchConnections(server, context);
  // A client that sends `expect: 100-continue` learns at once that its body is too large.
  server.on('checkContinue', (request, response) => {
    if (!handler.isTooLong(request)) continueInTurn(response);
    handler.answer(request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    handler.upgrade(request, socket as Socket, head);
  });
  const accept = (socket: Socket) => {
    if (fed.add(socket)) server.emit('connection', socket);
    else metrics.countRefusal('connections');
  };
  const listen = (listener: HttpListener) => listener.handOver(server, accept);
  if (options.listensLater !== true) {
    await listen(options.listener ?? (await HttpListener.open(options)));
  }
  const beating = setInterval(() => handler.beat(), BEAT_MS);
  const sweeping = setInterval(() => unsent.sweep(), SWEEP_MS);
  return {
    port: (server.address() as AddressInfo | null)?.port ?? 0,
    listen,
    accept,
    close: () => {
      clearInterval(beating);
      clearInterval(sweeping);
      return shutDown({ server, fastPath, fed, handler }, limits.drainTimeoutMs);
    },
  };
}

function openFastPath(
  server: Server,
  handler: HttpHandler,
  parts: {
    readonly limits: HttpLimits;
    readonly unsent: UnsentBytes;
    readonly bursts: AcceptBursts;
  },
): FastPath {
  // Bytes that are read here would be lost.
  (server as Server & { pauseOnConnect: boolean }).pauseOnConnect = true;
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  const fastPath = new FastPath({
    ...parts,
    answer: (request) => handler.answerPost(request),
    handOver: (socket) => {
      for (const accept of listeners) accept.call(server, socket);
    },
    onSilent: (socket) => {
      const error = Object.assign(new Error('silence'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    },
  });
  server.on('connection', (socket) => {
    parts.bursts.onAccept();
    fastPath.take(socket);
  });
  return fastPath;
}
