// The service over HTTP/1.1: routes, limits, content types and headers. Everything behind the bytes
// of a request is the service's. A body is read only as far as its limit, and an answer is one
// write.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BodiesBusyError } from '../bodies/largeBodies.ts';
import type { Caller } from '../core/caller.ts';
import type { RpcContext, RpcLimits } from '../core/context.ts';
import { type RpcResponse, textResponse } from '../core/envelope.ts';
import { GET_ROUTES } from '../core/getRoutes.ts';
import { REGISTRY } from '../core/registry.ts';
import { endpointOf, RpcService } from '../core/rpcService.ts';
import { EventStreams } from '../events/eventStreams.ts';
import { NeardataRoutes } from '../neardata/neardataRoutes.ts';
import { AccessControl, isRefused } from './accessControl.ts';
import { RequestOrder } from './backPressure/requestOrder.ts';
import { UnsentBytes } from './backPressure/unsentBytes.ts';
import { type Cors, createCors, type Headers } from './cors.ts';
import { FastPath, type FastPathRequest, type FastPathResponse } from './fastPath.ts';
import {
  continueInTurn,
  describeTimeouts,
  FedConnections,
  watchConnections,
} from './httpConnections.ts';
import { type Address, HttpListener } from './httpListener.ts';
import { type Page, pathOf, sendResponse, targetOf } from './httpResponse.ts';
import { shutDown } from './httpShutdown.ts';
import { answerWithoutUpgrade, sendRawResponse, wantsWebSocket } from './httpUpgrade.ts';
import { type InspectPeer, isOwnPage } from './localRequest.ts';
import { BodyRoom, readRequestBody } from './readRequestBody.ts';
import { isJson } from './requestHead.ts';
import type { StreamRoute } from './streamRoute.ts';

/** How often those who listen to a stream hear that it lives. */
const BEAT_MS = 15_000;
/** How often clients are looked for that do not take their answers. */
const SWEEP_MS = 1_000;

export interface HttpServerOptions extends Address {
  /** The place itself, if it is taken already. */
  readonly listener?: HttpListener;
  readonly corsAllowedOrigins?: readonly string[];
  /** What callers from other machines must know, and whoever uses controls. */
  readonly token?: string;
  /** Looks at the processes that use controls without a token; not at all if it is left out. */
  readonly inspectPeer?: InspectPeer;
  readonly page?: Page;
  /** Gives a new connection to another process, or leaves it here. */
  readonly pass?: (socket: Socket) => boolean;
  /** Connections come by `accept`, and the server listens nowhere. */
  readonly isFed?: boolean;
  /** Paths whose answers do not end; the usual ones if it is left out. */
  readonly streams?: ReadonlyMap<string, StreamRoute>;
}

export interface HttpServer {
  readonly port: number;
  /** Takes a connection that another process has let in. */
  accept(socket: Socket): void;
  /** Tells those who wait that their time is up. */
  endWaits(): void;
  /** Stops listening, lets requests under way end for some time, and closes every connection. */
  close(): Promise<void>;
}

export async function startHttpServer(
  context: RpcContext,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const { limits, metrics } = context;
  const unsent = new UnsentBytes({ limits, metrics, nowMs: () => performance.now() });
  const handler = new HttpHandler(context, options, unsent);
  const server = createServer(describeTimeouts(limits), (request, response) =>
    handler.answer(request, response),
  );
  const fed = new FedConnections(limits.connectionsMax);
  const fastPath = openFastPath(server, handler, { limits, unsent }, options.pass);
  watchConnections(server, context);
  // Whoever asks before sending a large body is told at once that it is too large.
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
  if (options.isFed !== true) {
    const listener = options.listener ?? (await HttpListener.open(options));
    await listener.handOver(server, accept);
  }
  const beating = setInterval(() => handler.beat(), BEAT_MS);
  const sweeping = setInterval(() => unsent.sweep(), SWEEP_MS);
  return {
    port: (server.address() as AddressInfo | null)?.port ?? 0,
    accept,
    endWaits: () => handler.endWaits(),
    close: () => {
      clearInterval(beating);
      clearInterval(sweeping);
      return shutDown({ server, fastPath, fed, handler }, limits.drainTimeoutMs);
    },
  };
}

/** Every connection begins on the fast path; node:http gets those that do not stay there. */
function openFastPath(
  server: Server,
  handler: HttpHandler,
  parts: { readonly limits: RpcLimits; readonly unsent: UnsentBytes },
  pass: (socket: Socket) => boolean = () => false,
): FastPath {
  // What was read here would be missing there.
  (server as Server & { pauseOnConnect: boolean }).pauseOnConnect = true;
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  const fastPath = new FastPath({
    ...parts,
    answer: (request) => handler.answerSimple(request),
    handOver: (socket) => {
      for (const accept of listeners) accept.call(server, socket);
    },
    onSilent: (socket) => {
      const error = Object.assign(new Error('silence'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    },
  });
  server.on('connection', (socket) => {
    if (!pass(socket)) fastPath.take(socket);
  });
  return fastPath;
}

const EMPTY = new Uint8Array(0);
const NOT_FOUND: RpcResponse = { status: 404, contentType: null, body: EMPTY };
const NOT_ALLOWED: RpcResponse = { status: 405, contentType: null, body: EMPTY };
const FAILED: RpcResponse = { status: 500, contentType: null, body: EMPTY };
const BODY_TOO_LONG = textResponse(413, 'Failed to buffer the request body: length limit exceeded');
const NO_ROOM = textResponse(503, new BodiesBusyError().message);
const FOREIGN_PAGE = textResponse(403, 'pages of this origin may not listen');
const PREFLIGHT: RpcResponse = { status: 200, contentType: null, body: EMPTY };

class HttpHandler {
  readonly #context: RpcContext;
  readonly #service: RpcService;
  readonly #cors: Cors;
  readonly #accessControl: AccessControl;
  readonly #page: Page;
  readonly #streams: ReadonlyMap<string, StreamRoute>;
  readonly #neardata: NeardataRoutes;
  readonly #unsent: UnsentBytes;
  readonly #order: RequestOrder;
  readonly #bodyRoom: BodyRoom;
  /** What is not answered yet. */
  readonly #underWay = new Set<ServerResponse>();

  constructor(context: RpcContext, options: HttpServerOptions, unsent: UnsentBytes) {
    this.#context = context;
    this.#unsent = unsent;
    this.#order = new RequestOrder(context.metrics);
    this.#bodyRoom = new BodyRoom(context.limits.bodiesBytesMax);
    this.#service = new RpcService(context);
    this.#cors = createCors(options.corsAllowedOrigins ?? ['*']);
    this.#accessControl = new AccessControl({
      ...context,
      token: options.token ?? null,
      inspectPeer: options.inspectPeer ?? (() => Promise.resolve(null)),
      nowMs: () => performance.now(),
    });
    this.#page = options.page ?? (() => null);
    this.#streams = options.streams ?? new Map([['/events', new EventStreams(context, unsent)]]);
    this.#neardata = new NeardataRoutes(context);
  }

  /** Ends the streams; connections end with the answers that are under way. */
  drain(): void {
    for (const response of this.#underWay) response.shouldKeepAlive = false;
    for (const route of this.#streams.values()) route.close();
  }

  /** Ends the requests that wait for the chain. */
  endWaits(): void {
    this.#service.close();
    this.#neardata.close();
  }

  /** Drops the connections that are no longer the server's. */
  drop(): void {
    for (const { socket } of this.#underWay) socket?.destroy();
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
    this.#underWay.add(response);
    response.on('close', () => this.#underWay.delete(response));
    this.#order.add(request.socket, response, () => {
      this.#answer(request, response).catch((error: unknown) => {
        this.#context.reportFailure(error, `${request.method} ${request.url}`);
        if (!response.headersSent) this.#send(response, FAILED, []);
      });
    });
  }

  #send(response: ServerResponse, answer: RpcResponse, headers: Headers): void {
    sendResponse(response, answer, headers);
    this.#unsent.watch(response.socket);
  }

  /** Answers a simple POST, at once if it was answered a moment ago. It never throws. */
  answerSimple(request: FastPathRequest): FastPathResponse | Promise<FastPathResponse> {
    const fail = (error: unknown): FastPathResponse => {
      this.#context.reportFailure(error, `POST ${request.path}`);
      return { answer: FAILED, headers: [] };
    };
    try {
      const answered = this.#answerSimple(request);
      return answered instanceof Promise ? answered.catch(fail) : answered;
    } catch (error) {
      return fail(error);
    }
  }

  #answerSimple(request: FastPathRequest): FastPathResponse | Promise<FastPathResponse> {
    const { path, headers, body } = request;
    const cors = this.#cors.answer(headers.origin);
    const caller = this.#accessControl.admit(request);
    if (isRefused(caller)) return { answer: caller, headers: cors };
    const endpoint = endpointOf(path);
    const finish = (answer: RpcResponse) => {
      if (!isOwnPage(headers)) this.#context.requests?.add(path, body, answer);
      return { answer, headers: cors };
    };
    const known = this.#service.recall(endpoint, body);
    if (known !== null) return finish(known);
    return this.#service.handle(endpoint, body, caller).then(finish);
  }

  /** A request to speak another protocol on its connection. It never throws. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    try {
      this.#upgrade(request, socket, head);
    } catch (error) {
      this.#context.reportFailure(error, `${request.method} ${request.url}`);
      socket.destroy();
    }
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const route = this.#streams.get(pathOf(request));
    if (route === undefined || !wantsWebSocket(request)) {
      answerWithoutUpgrade(request, { socket, head }, this.#context, (plain, response) =>
        this.answer(plain, response),
      );
      return;
    }
    const caller = this.#accessControl.admit(request);
    if (isRefused(caller)) sendRawResponse(socket, caller, this.#context);
    else if (this.#cors.allows(request.headers.origin)) route.upgrade(request, socket, head);
    else sendRawResponse(socket, FOREIGN_PAGE, this.#context);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isTooLong(request)) {
      // The limit stands before everything else, so this answer has no further headers.
      this.#context.metrics.countRefusal('body');
      this.#send(response, textResponse(413, 'length limit exceeded'), []);
      return;
    }
    const { method, headers } = request;
    const path = pathOf(request);
    if (method === 'OPTIONS') {
      const allowed = this.#allowedVerbs(path);
      const allow: Headers = allowed === null ? [] : [['allow', allowed]];
      this.#send(response, PREFLIGHT, [...this.#cors.preflight(headers.origin), ...allow]);
      return;
    }
    const cors = this.#cors.answer(headers.origin);
    const caller = this.#accessControl.admit(request);
    if (isRefused(caller)) {
      this.#send(response, caller, cors);
      return;
    }
    if (method === 'POST') {
      await this.#answerPost(caller, request, response, cors);
      return;
    }
    const stream = method === 'GET' ? this.#streams.get(path) : undefined;
    if (stream !== undefined) {
      stream.answer(request, response, cors);
      return;
    }
    const answer = method === 'GET' || method === 'HEAD' ? await this.#answerGet(request) : null;
    if (answer !== null) {
      this.#send(response, answer, cors);
      return;
    }
    const allowed = this.#allowedVerbs(path);
    if (allowed === null) this.#send(response, NOT_FOUND, cors);
    else this.#send(response, NOT_ALLOWED, [...cors, ['allow', allowed]]);
  }

  async #answerPost(
    caller: Caller,
    request: IncomingMessage,
    response: ServerResponse,
    cors: Headers,
  ): Promise<void> {
    if (!isJson(request.headers['content-type'])) {
      const text = 'Expected request with `Content-Type: application/json`';
      this.#send(response, textResponse(415, text), cors);
      return;
    }
    const { limits, metrics } = this.#context;
    const received = await readRequestBody(request, limits.bodyBytesMax, this.#bodyRoom);
    if ('failure' in received) {
      if (received.failure === 'broken') return;
      const isTooLong = received.failure === 'too long';
      metrics.countRefusal(isTooLong ? 'body' : 'bodies');
      this.#send(response, isTooLong ? BODY_TOO_LONG : NO_ROOM, cors);
      return;
    }
    try {
      const path = pathOf(request);
      const answer = await this.#service.handle(endpointOf(path), received.body, caller);
      if (!isOwnPage(request.headers)) this.#context.requests?.add(path, received.body, answer);
      this.#send(response, answer, cors);
    } finally {
      received.release();
    }
  }

  async #answerGet(request: IncomingMessage): Promise<RpcResponse | null> {
    const path = pathOf(request);
    const route = GET_ROUTES.get(path);
    if (route !== undefined) return route(this.#context);
    const search = targetOf(request).slice(path.length);
    const { load } = this.#context;
    const ask = () => this.#neardata.answer(path, search);
    const answer = await (load === undefined ? ask() : load(ask));
    return answer ?? this.#page(path, request.headers);
  }

  /** The verbs of a path, or null where there is nothing. */
  #allowedVerbs(path: string): string | null {
    const isMethod = path === '/' || REGISTRY.has(path.slice(1));
    if (this.#streams.has(path)) return 'GET';
    if (!GET_ROUTES.has(path)) return isMethod ? 'POST' : null;
    return isMethod ? 'GET,HEAD,POST' : 'GET,HEAD';
  }
}
