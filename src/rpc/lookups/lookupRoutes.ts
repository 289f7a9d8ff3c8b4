// Account lookups by GET, for wallets and command-line tools that ask FastNEAR's API or NearBlocks'
// on public networks. Responses have the shapes of those services, refusals as well.
// Bounds: lookups at the same time, and of one address; contracts of an account and accounts of a
// key. Each question to a method counts as a request of the client, and none follows once it has
// left.

import { CountByKey } from '../../base/collections/countByKey.ts';
import type { HttpClient } from '../../http/access/httpClient.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../../http/httpResponse.ts';
import {
  describeAccount,
  findKeyAccounts,
  listDetails,
  listInventory,
  listNames,
} from './accountLookups.ts';
import type { Service } from './askMethods.ts';
import { type LookupPath, parseLookupPath } from './lookupPath.ts';

const LOOKUPS_MAX = 16;
/** Slow contracts of one address leave places to others. */
const ADDRESS_LOOKUPS_MAX = 8;

const NO_ANSWER = jsonResponse(200, 'null');

export class LookupRoutes {
  readonly #service: Service;
  #lookups = 0;
  readonly #ofAddress = new CountByKey();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Null for unknown paths. */
  async answer(path: string, client: HttpClient): Promise<HttpResponse | null> {
    const asked = parseLookupPath(path);
    if (asked === null) return null;
    if (asked.kind === 'invalid') return jsonResponse(400, '"Invalid argument"');
    if (!this.#hasRoom(client)) {
      return textResponse(503, 'too many lookups at the same time; try again later\n');
    }
    this.#begin(client);
    const service = new ClientService(this.#service, client);
    try {
      return jsonResponse(200, JSON.stringify(await find(asked, service)));
    } finally {
      service.close();
      this.#end(client);
    }
  }

  /** Programs on this machine have no address. */
  #hasRoom({ source }: HttpClient): boolean {
    const ofAddress = source === undefined ? 0 : this.#ofAddress.of(source);
    return this.#lookups < LOOKUPS_MAX && ofAddress < ADDRESS_LOOKUPS_MAX;
  }

  #begin({ source }: HttpClient): void {
    this.#lookups++;
    if (source !== undefined) this.#ofAddress.add(source);
  }

  #end({ source }: HttpClient): void {
    this.#lookups--;
    if (source !== undefined) this.#ofAddress.remove(source);
  }
}

function find(asked: Exclude<LookupPath, { kind: 'invalid' }>, service: Service): Promise<object> {
  switch (asked.kind) {
    case 'key':
      return findKeyAccounts(service, asked.publicKey, asked.withFunctionCallKeys);
    case 'names':
      return listNames(service, asked.accountId, asked.part);
    case 'details':
      return listDetails(service, asked.accountId, asked.part);
    case 'full':
      return describeAccount(service, asked.accountId);
    case 'inventory':
      return listInventory(service, asked.accountId);
  }
}

/** The methods, asked in the name of a client for as long as it is there. */
class ClientService implements Service {
  readonly #service: Service;
  readonly #client: HttpClient;
  readonly #unsubscribe: (() => void) | undefined;
  #isGone = false;

  constructor(service: Service, client: HttpClient) {
    this.#service = service;
    this.#client = client;
    this.#unsubscribe = client.onGone?.(() => {
      this.#isGone = true;
    });
  }

  async handle(...[endpoint, body]: Parameters<Service['handle']>): Promise<HttpResponse> {
    if (this.#isGone) return NO_ANSWER;
    this.#client.spend?.(1);
    return this.#service.handle(endpoint, body, this.#client);
  }

  close(): void {
    this.#unsubscribe?.();
  }
}
