// CORS headers, as the reference's tower-http layer sends them.

import type { Headers } from '../httpResponse.ts';

const VARY = [
  'vary',
  'origin, access-control-request-method, access-control-request-headers',
] as const;

const PREFLIGHT_SECONDS = 3600;

export interface Cors {
  /** Headers of every response except those to preflight requests. */
  answer(origin: string | undefined): Headers;
  /** Headers of the response to OPTIONS. */
  preflight(origin: string | undefined): Headers;
  /** Whether pages of an origin may open a WebSocket, which CORS headers do not cover. */
  allows(origin: string | undefined): boolean;
}

export function createCors(allowedOrigins: readonly string[]): Cors {
  const isOpen = allowedOrigins.length === 1 && allowedOrigins[0] === '*';
  return isOpen ? OPEN : createListed(allowedOrigins);
}

const OPEN_HEADERS: Headers = [
  VARY,
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', '*'],
];

const OPEN: Cors = {
  answer: () => OPEN_HEADERS,
  preflight: () => [
    VARY,
    ['access-control-allow-origin', '*'],
    ['access-control-allow-methods', '*'],
    ['access-control-allow-headers', '*'],
  ],
  allows: () => true,
};

/**
 * The reference always sends the last origin of its list; here a listed origin is echoed.
 */
function createListed(allowedOrigins: readonly string[]): Cors {
  const allow = (origin: string | undefined): Headers => {
    const isListed = origin !== undefined && allowedOrigins.includes(origin);
    const named = isListed ? origin : allowedOrigins.at(-1);
    return named === undefined ? [] : [['access-control-allow-origin', named]];
  };
  return {
    answer: (origin) => [VARY, ...allow(origin)],
    preflight: (origin) => [
      VARY,
      ...allow(origin),
      ['access-control-allow-methods', 'GET,POST'],
      ['access-control-allow-headers', 'authorization,accept,content-type'],
      ['access-control-max-age', `${PREFLIGHT_SECONDS}`],
    ],
    allows: (origin) => origin === undefined || allowedOrigins.includes(origin),
  };
}
