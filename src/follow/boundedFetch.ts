// One request to another machine, with a time limit and a bound on the answer that holds while it
// is read. Redirects are followed, across hosts as well.

import { concatBytes } from '../base/bytes.ts';
import { BlockSourceError, type SourceClock } from './blockSource.ts';

interface FetchLimits {
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
}

interface Asked {
  readonly url: URL;
  /** The JSON of a POST; without it, it is a GET. */
  readonly json?: string | Uint8Array;
  /** What the server wants from its callers. */
  readonly token?: string | undefined;
}

export interface Fetched {
  readonly status: number;
  readonly contentType: string | null;
  /** What the server says about when to ask again, in seconds or as a date. */
  readonly retryAfter: string | null;
  readonly body: Uint8Array;
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
    if (!ended.signal.aborted) timedOut.abort(new Error(`no answer within ${timeoutMs} ms`));
  });
  try {
    const response = await fetch(url, {
      ...(json !== undefined && { method: 'POST', body: bodyOf(json) }),
      headers: {
        ...(json !== undefined && JSON_HEADERS),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
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
    // The reason behind `fetch failed` is what a reader wants to know.
    const { cause } = error as Error;
    throw cause instanceof Error ? cause : error;
  } finally {
    ended.abort();
  }
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
    if (length > bytesMax) {
      // The next answer would be as long.
      const text = `an answer is longer than ${bytesMax} bytes`;
      throw new BlockSourceError({ code: 'SOURCE_UNREACHABLE' }, text);
    }
    chunks.push(chunk);
  }
  return concatBytes(...chunks);
}
