// Parses the heads of simple requests, with a cache, because a client repeats the same head. A head
// is simple if it is unambiguous: POST of JSON in HTTP/1.1 with a `content-length`, on a connection
// that is kept alive. Everything else is left to the strict parser of node:http.

/** The headers of a simple request, by their names in lower case. */
type HeadHeaders = Readonly<Record<string, string>>;

interface SimpleHead {
  readonly path: string;
  readonly bodyBytes: number;
  readonly headers: HeadHeaders;
}

/** Longer heads are rare; Node has its own limit. */
export const SIMPLE_HEAD_BYTES_MAX = 2 * 1024;
const KNOWN_MAX = 256;

const REQUEST_LINE = /^POST (\/[!"$-~]*) HTTP\/1\.1$/;
/** The value is trimmed afterwards: skipping spaces here would take quadratic time. */
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~]*)$/;
/** Each of these requires more than a plain response. */
const UNUSUAL = ['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te', 'connection'];

export class HeadReader {
  readonly #known = new Map<string, SimpleHead | null>();

  /** Parses a head without its empty line; null if it is not simple. */
  read(text: string): SimpleHead | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const head = readHead(text);
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(text, head);
    return head;
  }
}

function readHead(text: string): SimpleHead | null {
  const [first = '', ...lines] = text.split('\r\n');
  const url = REQUEST_LINE.exec(first)?.[1];
  const headers = readHeaders(lines);
  if (url === undefined || headers === null || headers.host === undefined) return null;
  const isUnusual = UNUSUAL.some(
    (name) => headers[name] !== undefined && !isKeepAlive(name, headers),
  );
  const length = headers['content-length'] ?? '';
  if (isUnusual || !isJson(headers['content-type']) || !/^\d{1,9}$/.test(length)) return null;
  const end = url.indexOf('?');
  return { path: end === -1 ? url : url.slice(0, end), bodyBytes: Number(length), headers };
}

function isKeepAlive(name: string, headers: HeadHeaders): boolean {
  return name === 'connection' && headers[name]?.toLowerCase() === 'keep-alive';
}

/** Null if a line is not a header, or a name occurs twice. */
function readHeaders(lines: readonly string[]): HeadHeaders | null {
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const key = name.toLowerCase();
    if (headers[key] !== undefined) return null;
    headers[key] = value.trim();
  }
  return headers;
}

const TOKEN = /[-!#$%&'*+.^_`|~0-9A-Za-z]/.source;
const QUOTED = /"[ -~][ !#-~]*" */.source;
const JSON_SUBTYPE = `json(?:\\+(?!${TOKEN}*\\+)${TOKEN}*)?|${TOKEN}+\\+json`;
/** Parameters end with a semicolon, optional for the last one, which alone may be empty. */
const PARAMETER = ` *${TOKEN}+=(?:${TOKEN}+|${QUOTED})`;
const PARAMETERS = `;(?:${PARAMETER};)*(?:${PARAMETER}| *${TOKEN}+=| *)`;
const JSON_TYPE = new RegExp(`^application/(?:${JSON_SUBTYPE})(?:${PARAMETERS})?$`, 'i');

/**
 * `application/json` or `application/*+json`, with any parameters: what the reference's media type
 * parser accepts, which allows spaces only before a parameter.
 */
export function isJson(contentType: string | undefined): boolean {
  return JSON_TYPE.test(contentType ?? '');
}
