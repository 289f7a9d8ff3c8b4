// Processes a request between its connection and its route: access, CORS, limits, and the order of
// responses. A body is read only up to its limit, and a response is a single write.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AccessControl, isRefused } from './access/accessControl.ts';
import { type Cors, createCors } from './access/cors.ts';
import type { HttpClient } from './access/httpClient.ts';
import type { InspectPeer } from './access/localRequest.ts';
import { RequestOrder } from './backPressure/requestOrder.ts';
import type { UnsentBytes } from './backPressure/unsentBytes.ts';
import {
  answerWithoutUpgrade,
  sendRawResponse,
  wantsWebSocket,
} from './connections/httpUpgrade.ts';
import type { Page } from './explorerPages.ts';
import type { FastPathRequest, FastPathResponse } from './fastPath/fastPath.ts';
import { isJson } from './fastPath/requestHead.ts';
import type { HttpContext } from './httpContext.ts';
import { emptyResponse, type Headers, type HttpResponse, textResponse } from './httpResponse.ts';
import type { HttpRoutes, StreamRoute } from './httpRoutes.ts';
import { BODIES_BUSY, BodyRoom, readRequestBody } from './readRequestBody.ts';
import { pathOf, targetOf } from './requestTarget.ts';
import { sendResponse } from './sendResponse.ts';

export interface HandlerOptions {
  /** All origins if omitted. */
  readonly corsAllowedOrigins?: readonly string[];
  /** Required from clients on other machines, and from all callers of controls. */
  readonly token?: string;
  /** Inspects the processes behind loopback connections; without it all of them count as local. */
  readonly inspectPeer?: InspectPeer;
  readonly page?: Page;
  /** Decides by itself who may see its pages. */
  readonly walletPage?: Page;
}

const NOT_FOUND = emptyResponse(404);
const NOT_ALLOWED = emptyResponse(405);
const FAILED = emptyResponse(500);
const PREFLIGHT = emptyResponse(200);
const STATED_LENGTH_TOO_LONG = textResponse(413, 'length limit exceeded');
const BODY_TOO_LONG = textResponse(413, 'Failed to buffer the request body: length limit exceeded');
const NOT_JSON = textResponse(415, 'Expected request with `Content-Type: application/json`');
const NO_ROOM = textResponse(503, BODIES_BUSY);
const FOREIGN_PAGE = textResponse(403, 'pages of this origin may not listen');

export class HttpHandler {
  readonly #routes: HttpRoutes;
  readonly #context: HttpContext;
  readonly #cors: Cors;
  readonly #accessControl: AccessControl;
  readonly #page: Page;
  readonly #walletPage: Page;
  readonly #streams: ReadonlyMap<string, StreamRoute>;
  readonly #unsent: UnsentBytes;
  readonly #order: RequestOrder;
  readonly #bodyRoom: BodyRoom;

  constructor(
    routes: HttpRoutes,
    context: HttpContext,
    options: HandlerOptions,
    unsent: UnsentBytes,
  ) {
    this.#routes = routes;
    this.#context = context;
    this.#unsent = unsent;
    this.#order = new RequestOrder(context.metrics);
    this.#bodyRoom = new BodyRoom(context.limits.bodiesBytesMax);
    this.#cors = createCors(options.corsAllowedOrigins ?? ['*']);
    this.#accessControl = new AccessControl({
      ...context,
      token: options.token ?? null,
      inspectPeer: options.inspectPeer ?? (() => Promise.resolve(null)),
      formatRefusal: (status, message) => routes.formatRefusal(status, message),
      nowMs: () => performance.now(),
    });
    this.#page = options.page ?? (() => null);
    this.#walletPage = options.walletPage ?? (() => null);
    this.#streams = routes.openStreams(unsent);
  }

  /** Ends the streams; other connections end after their pending responses. */
  drain(): void {
    for (const response of this.#order.responses()) response.shouldKeepAlive = false;
    for (const route of this.#streams.values()) route.close();
  }

  endWaits(): void {
    this.#routes.endWaits();
  }

  /** Drops the connections that streams have taken over. */
  drop(): void {
    for (const { socket } of this.#order.responses()) socket?.destroy();
    for (const route of this.#streams.values()) route.drop();
  }

  beat(): void {
    for (const route of this.#streams.values()) route.beat();
  }

  /** According to its header; the body itself may still be too long. */
  isTooLong(request: IncomingMessage): boolean {
    const length = Number(request.headers['content-length'] ?? 0);
    return length > this.#context.limits.bodyBytesMax;
  }

  /** Serves a POST of the fast path. Never throws. */
  answerPost(request: FastPathRequest): FastPathResponse | Promise<FastPathResponse> {
    const fail = (error: unknown) => ({
      answer: this.#reportFailure(error, `POST ${request.path}`),
      headers: [],
    });
    try {
      const headers = this.#cors.answer(request.headers.origin?.toString());
      const client = this.#accessControl.admit(request);
      const answer = isRefused(client) ? client : this.#routes.post(request, client);
      if (!(answer instanceof Promise)) return { answer, headers };
      return answer.then((response) => ({ answer: response, headers }), fail);
    } catch (error) {
      return fail(error);
    }
  }

  #reportFailure(error: unknown, request: string): HttpResponse {
    this.#context.reportFailure(error, request);
    return FAILED;
  }

  /** Serves a request of node:http after the earlier ones on its connection. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    // A connection that breaks while its request is served is not a failure.
    response.on('error', () => {});
    this.#order.add(request.socket, response, () => {
      this.#answer(request, response).catch((error: unknown) => {
        const failed = this.#reportFailure(error, `${request.method} ${request.url}`);
        if (!response.headersSent) this.#send(response, failed, []);
      });
    });
  }

  #send(target: ServerResponse, response: HttpResponse, headers: Headers): void {
    sendResponse(target, response, headers);
    this.#unsent.watch(target.socket);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isTooLong(request)) {
      // This limit is checked before anything else, so the response has no further headers.
      this.#context.metrics.countRefusal('body');
      this.#send(response, STATED_LENGTH_TOO_LONG, []);
      return;
    }
    const { method, headers } = request;
    const path = pathOf(request);
    if (method === 'OPTIONS') {
      const preflight = this.#cors.preflight(headers.origin);
      this.#send(response, PREFLIGHT, [...preflight, ...this.#allowHeader(path)]);
      return;
    }
    const cors = this.#cors.answer(headers.origin);
    const isRead = method === 'GET' || method === 'HEAD';
    const walletPage = isRead ? this.#walletPage(path, request) : null;
    if (walletPage !== null) {
      // Dapps open it by a link, which cannot carry the token.
      this.#send(response, walletPage, cors);
      return;
    }
    const client = this.#accessControl.admit(request);
    const stream = method === 'GET' ? this.#streams.get(path) : undefined;
    if (isRefused(client)) {
      this.#send(response, client, cors);
    } else if (method === 'POST') {
      await this.#answerPost(client, request, (answer) => this.#send(response, answer, cors));
    } else if (stream !== undefined) {
      stream.answer(request, response, cors);
    } else {
      const found = isRead ? await this.#get(request, client) : null;
      this.#send(response, found ?? this.#notServed(path), cors);
    }
  }

  /** Serves a POST of node:http. A request whose connection breaks has no response. */
  async #answerPost(
    client: HttpClient,
    request: IncomingMessage,
    send: (response: HttpResponse) => void,
  ): Promise<void> {
    const { headers } = request;
    if (!isJson(headers['content-type'])) {
      send(NOT_JSON);
      return;
    }
    const { limits, metrics } = this.#context;
    const received = await readRequestBody(request, limits.bodyBytesMax, this.#bodyRoom);
    if ('failure' in received) {
      if (received.failure === 'broken') return;
      const isTooLong = received.failure === 'too long';
      metrics.countRefusal(isTooLong ? 'body' : 'bodies');
      send(isTooLong ? BODY_TOO_LONG : NO_ROOM);
      return;
    }
    const { body, release } = received;
    try {
      send(await this.#routes.post({ path: pathOf(request), headers, body }, client));
    } finally {
      release();
    }
  }

  async #get(request: IncomingMessage, client: HttpClient): Promise<HttpResponse | null> {
    const path = pathOf(request);
    const search = targetOf(request).slice(path.length);
    return (await this.#routes.get(path, search, client)) ?? this.#page(path, request);
  }

  #notServed(path: string): HttpResponse {
    const headers = this.#allowHeader(path);
    return headers.length === 0 ? NOT_FOUND : { ...NOT_ALLOWED, headers };
  }

  /** The methods that a path supports; empty for an unknown path. */
  #allowHeader(path: string): Headers {
    const isGet = this.#routes.allows(path, 'GET');
    const isPost = this.#routes.allows(path, 'POST');
    const methods = [...(isGet ? ['GET', 'HEAD'] : []), ...(isPost ? ['POST'] : [])];
    const allowed = this.#streams.has(path) ? 'GET' : methods.join(',');
    return allowed === '' ? [] : [['allow', allowed]];
  }

  /** Serves an upgrade request. Never throws. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    try {
      this.#upgrade(request, socket, head);
    } catch (error) {
      this.#reportFailure(error, `${request.method} ${request.url}`);
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
    const client = this.#accessControl.admit(request);
    if (isRefused(client)) sendRawResponse(socket, client, this.#context);
    else if (this.#cors.allows(request.headers.origin)) route.upgrade(request, socket, head);
    else sendRawResponse(socket, FOREIGN_PAGE, this.#context);
  }
}
