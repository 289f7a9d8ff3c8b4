// Who may ask: everybody on this machine; others with the token, if there is one, and not more
// often than their rate allows. A transport asks once for each request, before it reads the body.

import { equalSecrets } from '../base/constantTime.ts';
import { MS_PER_SECOND } from '../base/units.ts';
import type { RpcLimits, RpcMetrics } from './context.ts';
import type { Headers } from './cors.ts';
import { formatError, jsonAnswer, NO_ID, type RpcAnswer } from './envelope.ts';
import { callerRefused } from './errors.ts';
import { isLocalRequest, type OriginHeaders } from './localRequest.ts';
import { RateLimiter } from './rateLimit.ts';
import type { Caller } from './rpcService.ts';

interface DoorkeeperParts {
  readonly limits: Pick<RpcLimits, 'requestsPerSecond' | 'requestsBurst'>;
  readonly metrics: Pick<RpcMetrics, 'countRefusal'>;
  /** What callers from elsewhere must know; null if nothing. */
  readonly token: string | null;
  nowMs(): number;
}

export interface CallerHeaders extends OriginHeaders {
  readonly authorization?: string | undefined;
}

interface RefusedCaller extends RpcAnswer {
  readonly headers: Headers;
}

const LOCAL: Caller = { isLocal: true };

export class Doorkeeper {
  readonly #parts: DoorkeeperParts;
  readonly #rates: RateLimiter;

  constructor(parts: DoorkeeperParts) {
    this.#parts = parts;
    this.#rates = new RateLimiter(parts.limits);
  }

  /** The caller, or the answer for one who may not ask. */
  admit(remoteAddress: string | undefined, headers: CallerHeaders): Caller | RefusedCaller {
    if (isLocalRequest(remoteAddress, headers)) return LOCAL;
    const { nowMs, metrics } = this.#parts;
    const address = remoteAddress ?? '';
    if (!this.#knowsToken(headers.authorization)) {
      metrics.countRefusal('token');
      return UNAUTHORIZED;
    }
    const waitMs = this.#rates.take(address, nowMs());
    if (waitMs > 0) {
      metrics.countRefusal('rate');
      return tooManyRequests(waitMs);
    }
    const spend = (requests: number) => this.#rates.charge(address, requests, nowMs());
    return { isLocal: false, spend };
  }

  #knowsToken(authorization: string | undefined): boolean {
    const { token } = this.#parts;
    if (token === null) return true;
    const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && equalSecrets(given, token);
  }
}

export function isRefused(caller: Caller | RefusedCaller): caller is RefusedCaller {
  return 'status' in caller;
}

const UNAUTHORIZED: RefusedCaller = {
  ...jsonAnswer(
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
    ...jsonAnswer(429, formatError(callerRefused('TOO_MANY_REQUESTS', text), NO_ID)),
    headers: [['retry-after', `${Math.ceil(waitMs / MS_PER_SECOND)}`]],
  };
}
