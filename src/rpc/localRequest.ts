// Whether a request comes from this machine. A page that a browser here has loaded from elsewhere
// counts as elsewhere: it must not control a chain only because it can reach it, nor because the
// name of its site was made to point here. What a proxy passes on comes from elsewhere too.

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_NAME =
  '(?:localhost|[^/:@]+\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\])(?::\\d+)?';
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK_NAME}$`, 'i');
const LOOPBACK_ORIGIN = new RegExp(`^https?://${LOOPBACK_NAME}$`, 'i');

/** The headers that tell where a request comes from. */
export interface OriginHeaders {
  /** What the client calls this server. */
  readonly host?: string | undefined;
  /** Sent by browsers only. */
  readonly origin?: string | undefined;
  /** Sent by proxies only. */
  readonly forwarded?: string | undefined;
  readonly 'x-forwarded-for'?: string | string[] | undefined;
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESS.test(address);
}

/** Whether a server that listens there is reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_ADDRESS.test(host) || LOOPBACK_HOST.test(host);
}

export function isLocalRequest(remoteAddress: string | undefined, headers: OriginHeaders): boolean {
  const { host, origin } = headers;
  if (!isLoopbackAddress(remoteAddress)) return false;
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false;
  if (host !== undefined && !LOOPBACK_HOST.test(host)) return false;
  return origin === undefined || LOOPBACK_ORIGIN.test(origin);
}
