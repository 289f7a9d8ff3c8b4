// One request with a time limit and a bound on the answer. Redirects are followed, across hosts as
// well.

import { concatBytes } from '../base/bytes.ts';
import type { SourceClock } from './blockSource.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
}

export interface Asked {
  readonly url: URL;
  /** The JSON of a POST; without it, it is a GET. */
  readonly json?: string;
}

export interface Fetched {
  readonly status: number;
  /** What the server says about when to ask again, in seconds or as a date. */
  readonly retryAfter: string | null;
  readonly body: Uint8Array;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

export async function fetchBytes(
  { url, json }: Asked,
  { timeoutMs, bodyBytesMax }: FetchLimits,
  clock: SourceClock,
  signal: AbortSignal,
): Promise<Fetched> {
  const ended = new AbortController();
  const timedOut = new AbortController();
  void clock.sleep(timeoutMs, ended.signal).then(() => {
    if (!ended.signal.aborted) timedOut.abort(new Error(`no answer within ${timeoutMs} ms`));
  });
  try {
    const response = await fetch(url, {
      ...(json !== undefined && { method: 'POST', body: json, headers: JSON_HEADERS }),
      signal: AbortSignal.any([signal, timedOut.signal]),
    });
    const body = await readBody(response, bodyBytesMax);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  } catch (error) {
    // The reason behind `fetch failed` is what a reader wants to know.
    const { cause } = error as Error;
    throw cause instanceof Error ? cause : error;
  } finally {
    ended.abort();
  }
}

async function readBody(response: Response, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`an answer is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return concatBytes(...chunks);
}
