// One request to another machine, with a time limit and a bound on the response that is enforced
// while it is read. Redirects are followed, across hosts as well. Errors do not name the address:
// it may contain a key, which not every reader of the error may see.

import { joinBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { splitCredentials } from '../../base/shownUrl.ts';
import { BlockSourceError, type SourceClock } from './blockSource.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
}

interface Asked {
  readonly url: URL;
  /** The JSON of a POST; without it, the request is a GET. */
  readonly json?: string | Uint8Array;
  /** The token that the server requires. */
  readonly token?: string | undefined;
}

export interface Fetched {
  readonly status: number;
  readonly contentType: string | null;
  /** When the server asks to retry, in seconds or as a date. */
  readonly retryAfter: string | null;
  readonly body: Uint8Array;
}

/** The server could not be reached, or closed the connection. */
class FetchFailed extends PerigeeError<{ readonly code: 'fetch_failed' }> {
  constructor(message: string) {
    super({ code: 'fetch_failed' }, message);
  }
}

/** The next response would be as long, so this is permanent. */
export class ResponseTooLong extends BlockSourceError {
  constructor(bytesMax: number) {
    super({ code: 'source_unreachable' }, `an answer is longer than ${bytesMax} bytes`);
  }
}

const JSON_HEADERS = { 'content-type': 'application/json' };

export async function fetchBytes(
  { url, json, token }: Asked,
  { timeoutMs, bodyBytesMax }: FetchLimits,
  clock: SourceClock,
  signal?: AbortSignal,
): Promise<Fetched> {
  const ended = new AbortController();
  const timedOut = new AbortController();
  void clock.sleep(timeoutMs, ended.signal).then(() => {
    if (!ended.signal.aborted) timedOut.abort(new FetchFailed(`no answer within ${timeoutMs} ms`));
  });
  try {
    const { url: plainUrl, header } = splitCredentials(url);
    const authorization = token === undefined ? header : `Bearer ${token}`;
    const response = await fetch(plainUrl, {
      ...(json !== undefined && { method: 'POST', body: bodyOf(json) }),
      headers: {
        ...(json !== undefined && JSON_HEADERS),
        ...(authorization !== null && { authorization }),
      },
      signal: signal === undefined ? timedOut.signal : AbortSignal.any([signal, timedOut.signal]),
    });
    const { status, headers } = response;
    return {
      status,
      contentType: headers.get('content-type'),
      retryAfter: headers.get('retry-after'),
      body: await readBody(response, bodyBytesMax),
    };
  } catch (error) {
    throw signal?.aborted === true ? error : withoutAddress(error);
  } finally {
    ended.abort();
  }
}

/** The system's messages name the host, and those of `fetch` the whole address. */
function withoutAddress(error: unknown): unknown {
  if (error instanceof PerigeeError) return error;
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  const inner = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  return new FetchFailed(`the connection fails (${inner ?? code ?? 'no reason is known'})`);
}

/** Its types want bytes with memory of their own. */
function bodyOf(json: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof json === 'string' ? json : new Uint8Array(json);
}

async function readBody(response: Response, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new ResponseTooLong(bytesMax);
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
