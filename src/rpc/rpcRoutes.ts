// The node's HTTP routes: JSON-RPC by POST, plain pages and neardata's blocks by GET, and event
// streams.

import type { HttpClient } from '../http/access/httpClient.ts';
import { isOwnPage } from '../http/access/localRequest.ts';
import type { UnsentBytes } from '../http/backPressure/unsentBytes.ts';
import { type HttpResponse, jsonResponse } from '../http/httpResponse.ts';
import type { HttpRoutes, PostRequest, StreamRoute } from '../http/httpRoutes.ts';
import type { RpcContext } from './core/context.ts';
import { endpointOf } from './core/endpoint.ts';
import { formatError, NO_ID } from './core/envelope.ts';
import { callerRefused } from './core/errors.ts';
import { GET_ROUTES } from './core/getRoutes.ts';
import { REGISTRY } from './core/registry.ts';
import type { RpcService } from './core/rpcService.ts';
import { EventStreams } from './events/eventStreams.ts';
import { NeardataRoutes } from './neardata/neardataRoutes.ts';

export class RpcRoutes implements HttpRoutes {
  readonly #context: RpcContext;
  readonly #service: RpcService;
  readonly #neardata: NeardataRoutes;

  constructor(context: RpcContext, service: RpcService) {
    this.#context = context;
    this.#service = service;
    this.#neardata = new NeardataRoutes(context, service.pendingWaits);
  }

  post({ path, headers, body }: PostRequest, client: HttpClient) {
    const endpoint = endpointOf(path);
    const log = (response: HttpResponse) => {
      if (!isOwnPage(headers)) this.#context.requests?.add(path, body, response);
      return response;
    };
    const known = this.#service.recall(endpoint, body);
    if (known !== null) return log(known);
    return this.#service.handle(endpoint, body, client).then(log);
  }

  async get(path: string, search: string): Promise<HttpResponse | null> {
    const route = GET_ROUTES.get(path);
    return route === undefined ? this.#neardata.answer(path, search) : route(this.#context);
  }

  allows(path: string, method: 'GET' | 'POST'): boolean {
    if (method === 'GET') return GET_ROUTES.has(path);
    return path === '/' || REGISTRY.has(path.slice(1));
  }

  formatRefusal(status: 401 | 429, message: string): HttpResponse {
    const error = callerRefused(status === 401 ? 'UNAUTHORIZED' : 'TOO_MANY_REQUESTS', message);
    return jsonResponse(status, formatError(error, NO_ID));
  }

  openStreams(unsent: UnsentBytes): ReadonlyMap<string, StreamRoute> {
    return new Map([['/events', new EventStreams(this.#context, unsent)]]);
  }

  endWaits(): void {
    this.#service.close();
  }
}
