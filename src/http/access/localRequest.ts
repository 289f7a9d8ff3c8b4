// Whether a request comes from a program on this machine. A loopback address is not enough: a
// foreign page in a local browser has it too, even if DNS rebinding made its host name point here,
// and so does a local reverse proxy. A proxy that adds no headers and uses HTTP/1.1 cannot be
// recognised by its requests; `InspectPeer` inspects its process.

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_NAME =
  '(?:localhost|[^/:@]+\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\])(?::\\d+)?';
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK_NAME}$`, 'i');
const LOOPBACK_ORIGIN = new RegExp(`^https?://${LOOPBACK_NAME}$`, 'i');

/** Headers that only proxies and content delivery networks add. */
const PROXY_HEADERS = new RegExp(
  '^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-(?:forwarded-for|host)|x-real-ip|' +
    'x-proxyuser-ip|x-(?:cluster-)?client-ip|true-client-ip|client-ip|cf-.*|cdn-loop|' +
    'fastly-client-ip|fly-client-ip|x-azure-.*|x-envoy-.*|x-amzn-trace-id|ngrok-.*|tailscale-.*)$',
);

/** The headers of a request by their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The connection of a request; a socket is one. */
export interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  /** Absent where the end of the connection cannot be seen. */
  once?(event: 'close', listener: () => void): unknown;
  off?(event: 'close', listener: () => void): unknown;
}

/**
 * Inspects the process at the other end of a loopback connection: returns why it does not count as
 * local, or null if it does or if the system does not show it.
 */
export type InspectPeer = (peer: Peer) => Promise<string | null>;

/** The parts of a request that show where it comes from. */
export interface ReceivedRequest {
  readonly socket: Peer;
  readonly headers: RequestHeaders;
  readonly httpVersionMinor: number;
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESS.test(address);
}

/** Whether a server with this address can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_ADDRESS.test(host) || LOOPBACK_HOST.test(host);
}

/** Clients repeat their headers, and the fast path uses one object for equal heads. */
const signs = new WeakMap<RequestHeaders, string | null>();

/** Why a request on a loopback connection does not count as local; null if it does. */
export function findForeignSign(request: ReceivedRequest): string | null {
  return findForeignPath(request) ?? findForeignPage(request.headers);
}

/**
 * Why a request may have come here through another machine or under its name; null if it did not.
 * Any page may have sent it.
 */
export function findForeignPath({ headers, httpVersionMinor }: ReceivedRequest): string | null {
  if (httpVersionMinor === 0) return 'this one came in HTTP/1.0, which is what proxies speak';
  let sign = signs.get(headers);
  if (sign === undefined) {
    sign = readForeignPath(headers);
    signs.set(headers, sign);
  }
  return sign;
}

function readForeignPath(headers: RequestHeaders): string | null {
  const proxyHeader = Object.keys(headers).find((name) => PROXY_HEADERS.test(name));
  if (proxyHeader !== undefined) return `this one came through a proxy: it has \`${proxyHeader}\``;
  const { host } = headers;
  return host === undefined || LOOPBACK_HOST.test(`${host}`)
    ? null
    : 'this one names another host than localhost, 127.0.0.1 or [::1]';
}

function findForeignPage({ origin, 'sec-fetch-site': site }: RequestHeaders): string | null {
  const isForeignPage =
    origin === undefined
      ? site !== undefined && site !== 'same-origin' && site !== 'none'
      : !LOOPBACK_ORIGIN.test(`${origin}`);
  return isForeignPage ? 'this one comes from a page of another origin' : null;
}

/** Whether the node's own page sent it; browsers set this header, and pages cannot. */
export function isOwnPage(headers: RequestHeaders): boolean {
  return headers['sec-fetch-site'] === 'same-origin';
}
