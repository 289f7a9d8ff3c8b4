// Who may ask: everybody on this machine; others with the token, if there is one, and not more
// often than their rate allows. A transport asks once for each request, before it reads the body.

import { equalSecrets } from '../../base/crypto/constantTime.ts';
import { MS_PER_SECOND } from '../../base/units.ts';
import {
  ALLOWED,
  ALLOWED_WITH_SECRETS,
  type ControlAccess,
  denyControls,
  HIDDEN,
  TOKEN_MISSING,
} from '../controls/controlAccess.ts';
import type { Caller } from '../core/caller.ts';
import type { RpcLimits, RpcMetrics } from '../core/context.ts';
import { formatError, jsonResponse, NO_ID, type RpcResponse } from '../core/envelope.ts';
import { callerRefused } from '../core/errors.ts';
import type { Headers } from './cors.ts';
import {
  findForeignSign,
  type InspectPeer,
  isLoopbackAddress,
  isOwnPage,
  type Peer,
  type ReceivedRequest,
} from './localRequest.ts';
import { clientKey, RateLimiter } from './rateLimit.ts';

interface AccessControlParts {
  readonly limits: Pick<RpcLimits, 'requestsPerSecond' | 'requestsBurst'>;
  readonly metrics: Pick<RpcMetrics, 'countRefusal'>;
  /** What callers from elsewhere must know, and whoever uses controls; null if nothing. */
  readonly token: string | null;
  readonly inspectPeer: InspectPeer;
  nowMs(): number;
}

interface RefusedCaller extends RpcResponse {
  readonly headers: Headers;
}

export class AccessControl {
  readonly #parts: AccessControlParts;
  readonly #rates: RateLimiter;
  /** What was found about the processes at the other ends; one look for each connection. */
  readonly #inspected = new WeakMap<Peer, Promise<string | null>>();

  constructor(parts: AccessControlParts) {
    this.#parts = parts;
    this.#rates = new RateLimiter(parts.limits);
  }

  /** The caller, or the answer for one who may not ask. */
  admit(request: ReceivedRequest): Caller | RefusedCaller {
    const { remoteAddress = '' } = request.socket;
    const findControlAccess = () => this.#findControlAccess(request);
    const isLocal = isLoopbackAddress(remoteAddress) && findForeignSign(request) === null;
    if (isLocal) return { findControlAccess };
    const { nowMs, metrics, token } = this.#parts;
    if (token !== null && !this.#knowsToken(request)) {
      metrics.countRefusal('token');
      return UNAUTHORIZED;
    }
    const waitMs = this.#rates.take(remoteAddress, nowMs());
    if (waitMs > 0) {
      metrics.countRefusal('rate');
      return tooManyRequests(waitMs);
    }
    const spend = (requests: number) => this.#rates.charge(remoteAddress, requests, nowMs());
    return { findControlAccess, source: clientKey(remoteAddress), spend };
  }

  async #findControlAccess(request: ReceivedRequest): Promise<ControlAccess> {
    const { socket, headers } = request;
    if (this.#parts.token !== null) {
      return this.#knowsToken(request) ? ALLOWED_WITH_SECRETS : TOKEN_MISSING;
    }
    if (!isLoopbackAddress(socket.remoteAddress)) return HIDDEN;
    const sign = findForeignSign(request) ?? (await this.#inspect(socket));
    if (sign !== null) return denyControls(sign);
    return isOwnPage(headers) ? ALLOWED_WITH_SECRETS : ALLOWED;
  }

  #inspect(socket: Peer): Promise<string | null> {
    let inspected = this.#inspected.get(socket);
    if (inspected === undefined) {
      inspected = this.#parts.inspectPeer(socket);
      this.#inspected.set(socket, inspected);
    }
    return inspected;
  }

  #knowsToken({ headers }: ReceivedRequest): boolean {
    const { token } = this.#parts;
    const given = /^bearer +(\S+)$/i.exec(`${headers.authorization ?? ''}`)?.[1];
    return token !== null && given !== undefined && equalSecrets(given, token);
  }
}

export function isRefused(caller: Caller | RefusedCaller): caller is RefusedCaller {
  return 'status' in caller;
}

const UNAUTHORIZED: RefusedCaller = {
  ...jsonResponse(
    401,
    formatError(
      callerRefused('UNAUTHORIZED', 'send the header `Authorization: Bearer TOKEN`'),
      NO_ID,
    ),
  ),
  headers: [['www-authenticate', 'Bearer']],
};

function tooManyRequests(waitMs: number): RefusedCaller {
  const text = `this address sends too many requests; try again in ${waitMs} ms`;
  return {
    ...jsonResponse(429, formatError(callerRefused('TOO_MANY_REQUESTS', text), NO_ID)),
    headers: [['retry-after', `${Math.ceil(waitMs / MS_PER_SECOND)}`]],
  };
}
