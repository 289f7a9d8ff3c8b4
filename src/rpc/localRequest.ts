// Whether a request comes from this machine. A page that a browser here has loaded from elsewhere
// counts as elsewhere: it must not control a chain only because it can reach it.

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_ORIGIN =
  /^https?:\/\/(?:localhost|[^/:]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/** By the address of the other side, and by the header that only browsers send. */
export function isLocalRequest(
  remoteAddress: string | undefined,
  origin: string | undefined,
): boolean {
  if (remoteAddress === undefined || !LOOPBACK_ADDRESS.test(remoteAddress)) return false;
  return origin === undefined || LOOPBACK_ORIGIN.test(origin);
}
