// Account lookups by GET, for wallets and command-line tools that ask FastNEAR's API or NearBlocks'
// on public networks. Responses have the shapes of those services, refusals as well.
// Bounds: lookups at the same time; contracts of an account and accounts of a key.

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

export class LookupRoutes {
  readonly #service: Service;
  #lookups = 0;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Null for unknown paths. */
  async answer(path: string): Promise<HttpResponse | null> {
    const asked = parseLookupPath(path);
    if (asked === null) return null;
    if (asked.kind === 'invalid') return jsonResponse(400, '"Invalid argument"');
    if (this.#lookups >= LOOKUPS_MAX) {
      return textResponse(503, 'too many lookups at the same time; try again later\n');
    }
    this.#lookups++;
    try {
      return jsonResponse(200, JSON.stringify(await this.#find(asked)));
    } finally {
      this.#lookups--;
    }
  }

  #find(asked: Exclude<LookupPath, { kind: 'invalid' }>): Promise<object> {
    const service = this.#service;
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
