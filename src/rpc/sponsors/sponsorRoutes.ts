// The two plain HTTP services that tools expect next to a node, for local chains that have them: a
// relayer of meta transactions (`POST /relay`) and a faucet of accounts (`POST /account`). Both
// send a transaction of their own account, under the access rules of the controls. Bodies have the
// bounds of the server.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { parseExactJson } from '../../base/json/exactJson.ts';
import { formatPlainJson, parseJson } from '../../base/json/plainJson.ts';
import type { HttpClient } from '../../http/access/httpClient.ts';
import { type HttpResponse, jsonResponse } from '../../http/httpResponse.ts';
import type { Sponsors } from '../core/context.ts';
import { ROOT } from '../core/endpoint.ts';
import type { RpcService } from '../service/rpcService.ts';
import { createAccountFor } from './faucet.ts';
import { relayFor } from './relayer.ts';
import { type Sponsor, SponsorRefusal } from './sponsor.ts';

export class SponsorRoutes {
  readonly #service: RpcService;
  readonly #sponsors: ReadonlyMap<string, Sponsor>;

  constructor({ relayer, registrar }: Sponsors, service: RpcService) {
    this.#service = service;
    const routes: [string, Sponsor][] = [];
    if (relayer !== undefined) routes.push(['/relay', relayFor(relayer)]);
    if (registrar !== undefined) routes.push(['/account', createAccountFor(registrar)]);
    this.#sponsors = new Map(routes);
  }

  has(path: string): boolean {
    return this.#sponsors.has(path);
  }

  async post(path: string, body: Uint8Array, client: HttpClient): Promise<HttpResponse> {
    const sponsor = this.#sponsors.get(path);
    if (sponsor === undefined) return refuse(404, 'there is no such service');
    try {
      const { params, finish } = sponsor(parseExactJson(bytesToUtf8(body)));
      const answer = await this.#service.handle(ROOT, utf8ToBytes(formatRequest(params)), client);
      return unwrap(answer, finish);
    } catch (error) {
      if (error instanceof SponsorRefusal) return refuse(error.status, error.message);
      if (error instanceof PerigeeError) return refuse(400, error.message);
      throw error;
    }
  }
}

function formatRequest(params: string): string {
  return `{"jsonrpc":"2.0","id":"","method":"perigee_impersonate","params":${params}}`;
}

/** The result of the method; what it refused is the reason in `error`. */
function unwrap(answer: HttpResponse, finish: (result: object) => object): HttpResponse {
  const { result, error } = parseJson(bytesToUtf8(answer.body)) as {
    readonly result?: object;
    readonly error?: { readonly data?: unknown; readonly message?: unknown };
  };
  if (result !== undefined) return jsonResponse(200, formatPlainJson(finish(result)) ?? '');
  const status = answer.status >= 400 ? answer.status : 400;
  const reason = error?.data ?? error?.message;
  return refuse(status, typeof reason === 'string' ? reason : (formatPlainJson(reason) ?? ''));
}

function refuse(status: number, reason: string): HttpResponse {
  return jsonResponse(status, JSON.stringify({ error: reason }));
}
