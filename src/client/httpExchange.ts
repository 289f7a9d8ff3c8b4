// One HTTP request of the client: with a deadline, a bounded body, and typed failures.

import { showUrl } from '../base/shownUrl.ts';
import type { ClientClock } from './clientClock.ts';
import { TransportError } from './transportError.ts';

/** What all requests of a client have in common. */
export interface HttpSettings {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: ClientClock;
  readonly timeoutMs: number;
  readonly responseBytesMax: number;
}

export interface HttpReply {
  readonly status: number;
  /** What the server asks clients to wait, or null. */
  readonly retryAfterMs: number | null;
  readonly text: string;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take; by default as for all calls of the client. */
  readonly timeoutMs?: number | undefined;
}

const RETRY_AFTER = /^\d{1,6}$/;

/** Rejects with a TransportError if there is no response. */
export function postJson(
  settings: HttpSettings,
  body: string,
  { signal, timeoutMs = settings.timeoutMs }: CallOptions,
): Promise<HttpReply> {
  const headers = { ...settings.headers, 'content-type': 'application/json' };
  return withDeadline({ ...settings, timeoutMs }, signal, async (ending) => {
    const init = { method: 'POST', headers, body, signal: ending };
    const response = await settings.fetch(settings.url, init);
    return {
      status: response.status,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      text: await readText(response, settings.responseBytesMax),
    };
  });
}

/** Dates are not supported: they would depend on the clocks of both machines. */
function parseRetryAfter(header: string | null): number | null {
  return header !== null && RETRY_AFTER.test(header) ? Number(header) * 1_000 : null;
}

type Deadline = Pick<HttpSettings, 'url' | 'clock' | 'timeoutMs'>;

/** Runs an exchange with a signal that aborts it when the time is over or the caller says so. */
export async function withDeadline<T>(
  { url, clock, timeoutMs }: Deadline,
  signal: AbortSignal | undefined,
  run: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const done = new AbortController();
  const ending = new AbortController();
  const abort = () => ending.abort();
  signal?.addEventListener('abort', abort);
  let isLate = false;
  void clock.sleep(timeoutMs, done.signal).then(() => {
    isLate = !done.signal.aborted;
    if (isLate) abort();
  });
  try {
    return await run(ending.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw isLate ? createTimeout(url, timeoutMs) : toTransportError(url, error);
  } finally {
    done.abort();
    signal?.removeEventListener('abort', abort);
  }
}

function createTimeout(url: URL, timeoutMs: number): TransportError {
  const message = `no response from ${showUrl(url)} within ${timeoutMs} ms`;
  return new TransportError({ code: 'request_timeout', status: null }, message);
}

function toTransportError(url: URL, error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const message = `${showUrl(url)} cannot be reached: ${explain(error)}`;
  return new TransportError({ code: 'unreachable', status: null }, message, error);
}

/** The error of `fetch` itself often says no more than that it failed. */
function explain(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

export async function readText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    bytes += read.value.length;
    if (bytes > bytesMax) {
      await reader?.cancel();
      const { status } = response;
      const message = `the response has more than ${bytesMax} bytes`;
      throw new TransportError({ code: 'invalid_response', status }, message);
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}
