// Which clients may send requests: programs on this machine always; others with the token, if there
// is one, and within their rate limit. The server checks each request before it reads the body.

import { equalSecrets } from '../../base/crypto/constantTime.ts';
import { MS_PER_SECOND } from '../../base/units.ts';
import type { HttpContext, HttpLimits } from '../httpContext.ts';
import type { HttpResponse } from '../httpResponse.ts';
import type { HttpRoutes } from '../httpRoutes.ts';
import type { HttpClient, Trust } from './httpClient.ts';
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
  readonly limits: Pick<HttpLimits, 'requestsPerSecond' | 'requestsBurst'>;
  readonly metrics: Pick<HttpContext['metrics'], 'countRefusal'>;
  /** Required from clients on other machines, and from all callers of controls. */
  readonly token: string | null;
  readonly inspectPeer: InspectPeer;
  readonly formatRefusal: HttpRoutes['formatRefusal'];
  nowMs(): number;
}

export class AccessControl {
  readonly #parts: AccessControlParts;
  readonly #rates: RateLimiter;
  readonly #unauthorized: HttpResponse;
  /** The inspected peer processes: each connection is inspected once. */
  readonly #inspected = new WeakMap<Peer, Promise<string | null>>();

  constructor(parts: AccessControlParts) {
    this.#parts = parts;
    this.#rates = new RateLimiter(parts.limits);
    this.#unauthorized = {
      ...parts.formatRefusal(401, 'send the header `Authorization: Bearer TOKEN`'),
      headers: [['www-authenticate', 'Bearer']],
    };
  }

  /** The client, or the response to one that is refused. */
  admit(request: ReceivedRequest): HttpClient | HttpResponse {
    const { remoteAddress = '' } = request.socket;
    const findTrust = () => this.#findTrust(request);
    const isLocal = isLoopbackAddress(remoteAddress) && findForeignSign(request) === null;
    const onGone = watchEnd(request.socket);
    if (isLocal) return { findTrust, onGone };
    const { nowMs, metrics, token } = this.#parts;
    if (token !== null && !this.#knowsToken(request)) {
      metrics.countRefusal('token');
      return this.#unauthorized;
    }
    const waitMs = this.#rates.take(remoteAddress, nowMs());
    if (waitMs > 0) {
      metrics.countRefusal('rate');
      return this.#tooManyRequests(waitMs);
    }
    const spend = (requests: number) => this.#rates.charge(remoteAddress, requests, nowMs());
    return { findTrust, onGone, source: clientKey(remoteAddress), spend };
  }

  #tooManyRequests(waitMs: number): HttpResponse {
    const text = `this address sends too many requests; try again in ${waitMs} ms`;
    return {
      ...this.#parts.formatRefusal(429, text),
      headers: [['retry-after', `${Math.ceil(waitMs / MS_PER_SECOND)}`]],
    };
  }

  async #findTrust(request: ReceivedRequest): Promise<Trust> {
    const { socket, headers } = request;
    if (this.#parts.token !== null) {
      return { kind: this.#knowsToken(request) ? 'proven' : 'tokenMissing' };
    }
    if (!isLoopbackAddress(socket.remoteAddress)) return { kind: 'remote' };
    const sign = findForeignSign(request) ?? (await this.#inspect(socket));
    if (sign !== null) return { kind: 'foreign', sign };
    return { kind: isOwnPage(headers) ? 'proven' : 'local' };
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

export function isRefused(admitted: HttpClient | HttpResponse): admitted is HttpResponse {
  return 'status' in admitted;
}

/** The entries of a batch share one listener: many of a connection look like a leak to Node. */
function watchEnd(peer: Peer): NonNullable<HttpClient['onGone']> {
  let listeners: Set<() => void> | null = null;
  const tell = () => {
    for (const listener of listeners ?? []) listener();
  };
  return (listener) => {
    listeners ??= new Set();
    if (listeners.size === 0) peer.once?.('close', tell);
    listeners.add(listener);
    return () => {
      listeners?.delete(listener);
      if (listeners?.size === 0) peer.off?.('close', tell);
    };
  };
}
