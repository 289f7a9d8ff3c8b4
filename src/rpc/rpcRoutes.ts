// The node's HTTP routes: JSON-RPC by POST, plain pages, neardata's blocks and lookups by GET, and
// event streams.

import { whenReady } from '../base/scheduling/whenReady.ts';
import type { HttpClient } from '../http/access/httpClient.ts';
import { isOwnPage } from '../http/access/localRequest.ts';
import type { UnsentBytes } from '../http/backPressure/unsentBytes.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../http/httpResponse.ts';
import type { HttpRoutes, PostRequest, StreamRoute } from '../http/httpRoutes.ts';
import type { RpcContext } from './core/context.ts';
import { endpointOf } from './core/endpoint.ts';
import { EventStreams } from './events/eventStreams.ts';
import { LookupRoutes } from './lookups/lookupRoutes.ts';
import { formatError, NO_ID } from './messages/envelope.ts';
import { callerRefused } from './messages/errors.ts';
import { NeardataRoutes } from './neardata/neardataRoutes.ts';
import { GET_ROUTES } from './service/getRoutes.ts';
import { REGISTRY } from './service/registry.ts';
import type { RpcService } from './service/rpcService.ts';
import { SponsorRoutes } from './sponsors/sponsorRoutes.ts';

const STREAM_PATH = '/events';
const READ_ONLY: HttpResponse = {
  ...textResponse(405, 'this path only supports GET\n'),
  headers: [['allow', 'GET,HEAD']],
};
const STREAM_ONLY: HttpResponse = { ...READ_ONLY, headers: [['allow', 'GET']] };
const NO_SUCH_PATH = textResponse(
  404,
  'there is nothing at this path; JSON-RPC requests go to POST / or POST /<method>\n',
);

/** The response to a POST where no method can be; null for any other name. */
function refusePath(name: string): HttpResponse | null {
  if (REGISTRY.has(name)) return null;
  if (GET_ROUTES.has(`/${name}`)) return READ_ONLY;
  if (`/${name}` === STREAM_PATH) return STREAM_ONLY;
  return name.includes('/') ? NO_SUCH_PATH : null;
}

export class RpcRoutes implements HttpRoutes {
  readonly #context: RpcContext;
  readonly #service: RpcService;
  readonly #neardata: NeardataRoutes;
  readonly #lookups: LookupRoutes;
  readonly #sponsors: SponsorRoutes;

  constructor(context: RpcContext, service: RpcService) {
    this.#context = context;
    this.#service = service;
    this.#neardata = new NeardataRoutes(context, service.pendingWaits);
    this.#lookups = new LookupRoutes(service);
    this.#sponsors = new SponsorRoutes(context.sponsors ?? {}, service);
  }

  post({ path, headers, body }: PostRequest, client: HttpClient) {
    if (this.#sponsors.has(path)) return this.#sponsors.post(path, body, client);
    const endpoint = endpointOf(path);
    const log = (response: HttpResponse) => {
      if (!isOwnPage(headers)) this.#context.requests?.add(path, body, response);
      return response;
    };
    const refused = endpoint.kind === 'root' ? null : refusePath(endpoint.name);
    if (refused !== null) return log(refused);
    return whenReady(this.#service.handle(endpoint, body, client), log);
  }

  async get(path: string, search: string, client: HttpClient): Promise<HttpResponse | null> {
    const route = GET_ROUTES.get(path);
    if (route !== undefined) return route(this.#context);
    return (
      (await this.#neardata.answer(path, search, client)) ?? this.#lookups.answer(path, client)
    );
  }

  allows(path: string, method: 'GET' | 'POST'): boolean {
    if (method === 'GET') return GET_ROUTES.has(path);
    if (this.#sponsors.has(path)) return true;
    const endpoint = endpointOf(path);
    return endpoint.kind === 'root' || REGISTRY.has(endpoint.name);
  }

  formatRefusal(status: 401 | 429, message: string): HttpResponse {
    const error = callerRefused(status === 401 ? 'UNAUTHORIZED' : 'TOO_MANY_REQUESTS', message);
    return jsonResponse(status, formatError(error, NO_ID));
  }

  openStreams(unsent: UnsentBytes): ReadonlyMap<string, StreamRoute> {
    return new Map([[STREAM_PATH, new EventStreams(this.#context, unsent)]]);
  }

  endWaits(): void {
    this.#service.close();
  }
}
