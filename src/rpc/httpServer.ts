// The service over HTTP/1.1: routes, limits, content types and headers. Everything behind the bytes
// of a request is the service's. A body is read only as far as its limit, and an answer is one
// write.

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RpcContext } from './context.ts';
import { type Cors, createCors, type Headers } from './cors.ts';
import { type RpcAnswer, textAnswer } from './envelope.ts';
import { EventStreams } from './events/eventStreams.ts';
import { GET_ROUTES } from './getRoutes.ts';
import { type Page, type PageAnswer, pathOf, sendAnswer, sendRawAnswer } from './httpAnswer.ts';
import { answerWithoutUpgrade, wantsWebSocket } from './httpUpgrade.ts';
import { isLocalRequest } from './localRequest.ts';
import { REGISTRY } from './registry.ts';
import { RpcService } from './rpcService.ts';
import type { StreamRoute } from './streamRoute.ts';

/** How long a client may take to send its headers, and a whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** How long an idle connection is kept. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** How long requests under way may still take when the server closes. */
const CLOSE_GRACE_MS = 1_000;
/** How often those who listen to a stream hear that it lives. */
const BEAT_MS = 15_000;

export interface HttpServerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly corsAllowedOrigins?: readonly string[];
  readonly page?: Page;
  /** Paths whose answers do not end; the usual ones if it is left out. */
  readonly streams?: ReadonlyMap<string, StreamRoute>;
}

export interface HttpServer {
  readonly port: number;
  /** Stops listening, lets requests under way end for a moment, and closes every connection. */
  close(): Promise<void>;
}

export async function startHttpServer(
  context: RpcContext,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const handler = new HttpHandler(context, options);
  const server = createServer((request, response) => handler.answer(request, response));
  // Whoever asks before sending a large body is told at once that it is too large.
  server.on('checkContinue', (request, response) => {
    if (!handler.isTooLong(request)) response.writeContinue();
    handler.answer(request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    handler.upgrade(request, socket as Socket, head);
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  await listen(server, options);
  const beating = setInterval(() => handler.beat(), BEAT_MS);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      clearInterval(beating);
      handler.close();
      return close(server, handler);
    },
  };
}

function close(server: Server, handler: HttpHandler): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => {
      handler.drop();
      server.closeAllConnections();
    }, CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const EMPTY = new Uint8Array(0);
const NOT_FOUND: RpcAnswer = { status: 404, contentType: null, body: EMPTY };
const NOT_ALLOWED: RpcAnswer = { status: 405, contentType: null, body: EMPTY };
const PREFLIGHT: RpcAnswer = { status: 200, contentType: null, body: EMPTY };

class HttpHandler {
  readonly #context: RpcContext;
  readonly #service: RpcService;
  readonly #cors: Cors;
  readonly #page: Page;
  readonly #streams: ReadonlyMap<string, StreamRoute>;

  constructor(context: RpcContext, options: HttpServerOptions) {
    this.#context = context;
    this.#service = new RpcService(context);
    this.#cors = createCors(options.corsAllowedOrigins ?? ['*']);
    this.#page = options.page ?? (() => null);
    this.#streams = options.streams ?? new Map([['/events', new EventStreams(context)]]);
  }

  /** Ends the requests that wait for the chain, and the streams. */
  close(): void {
    this.#service.close();
    for (const route of this.#streams.values()) route.close();
  }

  /** Drops the connections that are no longer the server's. */
  drop(): void {
    for (const route of this.#streams.values()) route.drop();
  }

  /** Is called at a steady pace. */
  beat(): void {
    for (const route of this.#streams.values()) route.beat();
  }

  /** By what its header says; the body itself may still turn out to be too long. */
  isTooLong(request: IncomingMessage): boolean {
    const length = Number(request.headers['content-length'] ?? 0);
    return length > this.#context.limits.bodyBytesMax;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    // A connection that breaks while its request is answered is nobody's failure.
    response.on('error', () => {});
    this.#answer(request, response).catch((error: unknown) => {
      this.#context.reportFailure(error, `${request.method} ${request.url}`);
      if (!response.headersSent)
        sendAnswer(response, { status: 500, contentType: null, body: EMPTY }, []);
    });
  }

  /** A request to speak another protocol on its connection. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const route = this.#streams.get(pathOf(request));
    if (route === undefined || !wantsWebSocket(request)) {
      answerWithoutUpgrade(request, socket, head, (plain, response) =>
        this.answer(plain, response),
      );
    } else if (this.#cors.allows(request.headers.origin)) {
      route.upgrade(request, socket, head);
    } else {
      sendRawAnswer(socket, textAnswer(403, 'pages of this origin may not listen'));
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isTooLong(request)) {
      // The limit stands before everything else, so this answer has no further headers.
      sendAnswer(response, textAnswer(413, 'length limit exceeded'), []);
      return;
    }
    const { method, headers } = request;
    const path = pathOf(request);
    if (method === 'OPTIONS') {
      const allowed = this.#allowedVerbs(path);
      const allow: Headers = allowed === null ? [] : [['allow', allowed]];
      sendAnswer(response, PREFLIGHT, [...this.#cors.preflight(headers.origin), ...allow]);
      return;
    }
    const cors = this.#cors.answer(headers.origin);
    if (method === 'POST') {
      await this.#answerPost(path, request, response, cors);
      return;
    }
    const stream = method === 'GET' ? this.#streams.get(path) : undefined;
    if (stream !== undefined) {
      stream.answer(request, response, cors);
      return;
    }
    const answer =
      method === 'GET' || method === 'HEAD' ? await this.#answerGet(path, headers) : null;
    if (answer !== null) {
      sendAnswer(response, answer, [...cors, ...(answer.headers ?? [])]);
      return;
    }
    const allowed = this.#allowedVerbs(path);
    if (allowed === null) sendAnswer(response, NOT_FOUND, cors);
    else sendAnswer(response, NOT_ALLOWED, [...cors, ['allow', allowed]]);
  }

  async #answerPost(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    cors: Headers,
  ): Promise<void> {
    if (!isJson(request.headers['content-type'])) {
      const text = 'Expected request with `Content-Type: application/json`';
      sendAnswer(response, textAnswer(415, text), cors);
      return;
    }
    const body = await readRequestBody(request, this.#context.limits.bodyBytesMax);
    if (body === 'broken') return;
    if (body === 'too long') {
      const text = 'Failed to buffer the request body: length limit exceeded';
      sendAnswer(response, textAnswer(413, text), cors);
      return;
    }
    const name = path.slice(1);
    const door = name === '' ? ({ kind: 'root' } as const) : ({ kind: 'method', name } as const);
    const { socket, headers } = request;
    const caller = { isLocal: isLocalRequest(socket.remoteAddress, headers.origin) };
    const answer = await this.#service.handle(door, body, caller);
    if (!isOwnPage(request)) this.#context.requests?.add(path, body, answer);
    sendAnswer(response, answer, cors);
  }

  async #answerGet(path: string, headers: IncomingHttpHeaders): Promise<PageAnswer | null> {
    const route = GET_ROUTES.get(path);
    return route === undefined ? this.#page(path, headers) : route(this.#context);
  }

  /** The verbs of a path, or null where there is nothing. */
  #allowedVerbs(path: string): string | null {
    const isMethod = path === '/' || REGISTRY.has(path.slice(1));
    if (this.#streams.has(path)) return 'GET';
    if (!GET_ROUTES.has(path)) return isMethod ? 'POST' : null;
    return isMethod ? 'GET,HEAD,POST' : 'GET,HEAD';
  }
}

/** `application/json` or `application/*+json`, with any parameters. */
function isJson(contentType: string | undefined): boolean {
  return /^\s*application\/(?:json|[^\s;/]+\+json)\s*(?:;|$)/i.test(contentType ?? '');
}

/** Whether the explorer asks; only browsers say so, and no page can say it falsely. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin';
}

type ReadResult = Uint8Array | 'too long' | 'broken';

/** What is not wanted of a body is still taken from the connection, and dropped. */
function readRequestBody(request: IncomingMessage, bytesMax: number): Promise<ReadResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else resolve('too long');
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('close', () => resolve('broken'));
    request.on('error', () => resolve('broken'));
  });
}
