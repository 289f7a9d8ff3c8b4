/**
 * How addresses of other servers are shown. Many carry a key: as a password, in the path or in the
 * query. An operator sees scheme, host and port; a caller of the node sees nothing of them.
 */

/** Scheme, host and port. */
export function showUrl(url: string | URL): string {
  if (!URL.canParse(`${url}`)) return 'an address that cannot be read';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Shorter parts of an address are words such as `v1` or `near`, and no keys. */
const KEY_LENGTH_MIN = 6;

/** The parts of a URL that may be keys, both encoded and decoded. */
function keysIn(url: string | URL): string[] {
  const { username, password, pathname, search, searchParams } = new URL(url);
  const values = search.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const given = [username, password, ...pathname.split('/'), ...values];
  const parts = [...given, ...searchParams.values()];
  return [...parts, ...parts.map(decodeOnce)].filter(({ length }) => length >= KEY_LENGTH_MIN);
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text that another server wrote, without what it repeats of its own address. */
export function hideUrl(text: string, url: string | URL): string {
  const { href, host, hostname } = new URL(url);
  const parts = [`${url}`, href, host, hostname, ...keysIn(url)];
  return parts.reduce((rest, part) => rest.replaceAll(part, '…'), text);
}

/**
 * Whether an answer repeats a key of the address that it came from, or a token that was sent there,
 * as some pages of errors do.
 */
export function repeatsKey(answer: Uint8Array, url: string | URL, token?: string): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  const keys = token === undefined ? keysIn(url) : [...keysIn(url), token];
  return keys.some((key) => bytes.includes(key));
}

/** The address without user and password, and the header that says them to the server. */
export function splitCredentials(url: URL): { readonly url: URL; readonly header: string | null } {
  if (url.username === '' && url.password === '') return { url, header: null };
  const user = `${decodeOnce(url.username)}:${decodeOnce(url.password)}`;
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return { url: plain, header: `Basic ${Buffer.from(user).toString('base64')}` };
}
