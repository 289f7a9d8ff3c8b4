// Account lookups by GET, for wallets and command-line tools that ask FastNEAR's API or NearBlocks'
// on public networks. Responses have the shapes of those services, refusals as well.
// Bounds: lookups at the same time, and of one address; contracts of an account and accounts of a
// key. Each question to a method counts as a request of the client.

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

type Client = Pick<HttpClient, 'source' | 'spend'>;

export class LookupRoutes {
  readonly #service: Service;
  #lookups = 0;
  readonly #ofAddress = new Map<string, number>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Null for unknown paths. */
  async answer(path: string, client: Client): Promise<HttpResponse | null> {
    const asked = parseLookupPath(path);
    if (asked === null) return null;
    if (asked.kind === 'invalid') return jsonResponse(400, '"Invalid argument"');
    if (!this.#hasRoom(client)) {
      return textResponse(503, 'too many lookups at the same time; try again later\n');
    }
    this.#count(client, 1);
    try {
      return jsonResponse(200, JSON.stringify(await this.#find(asked, client)));
    } finally {
      this.#count(client, -1);
    }
  }

  /** Programs on this machine have no address. */
  #hasRoom({ source }: Client): boolean {
    const ofAddress = source === undefined ? 0 : (this.#ofAddress.get(source) ?? 0);
    return this.#lookups < LOOKUPS_MAX && ofAddress < ADDRESS_LOOKUPS_MAX;
  }

  #count({ source }: Client, by: 1 | -1): void {
    this.#lookups += by;
    if (source === undefined) return;
    const ofAddress = (this.#ofAddress.get(source) ?? 0) + by;
    if (ofAddress === 0) this.#ofAddress.delete(source);
    else this.#ofAddress.set(source, ofAddress);
  }

  #find(asked: Exclude<LookupPath, { kind: 'invalid' }>, { spend }: Client): Promise<object> {
    const service: Service = {
      handle: (endpoint, body) => {
        spend?.(1);
        return this.#service.handle(endpoint, body);
      },
    };
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
}
