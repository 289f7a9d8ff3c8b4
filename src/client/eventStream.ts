// The node's event stream as an async iterator. It is read as fast as its consumer reads, and
// resumes after a broken connection where it was, without gaps or duplicates.

import { parseJson } from '../base/json/plainJson.ts';
import { showUrl } from '../base/shownUrl.ts';
import type { ChainEvent, EventQuery } from './eventTypes.ts';
import { readText, withDeadline } from './httpExchange.ts';
import { isTransient, pause } from './retries.ts';
import type { ClientSettings } from './rpcCaller.ts';
import { type SseMessage, SseReader } from './sseReader.ts';
import { TransportError } from './transportError.ts';

/** The node sends a heartbeat every 15 seconds; without one the connection is considered broken. */
const SILENCE_MS_MAX = 60_000;
/** How much of the reason for a refusal is read. */
const REFUSAL_BYTES_MAX = 4_096;

/** `headHeight` is asked once, by a stream that begins with the next block. */
export async function* streamEvents(
  settings: ClientSettings,
  query: EventQuery,
  headHeight: () => Promise<number>,
): AsyncGenerator<ChainEvent, void, void> {
  const { signal, to } = query;
  const isNews = query.from === undefined && query.after === undefined;
  // Without a position, what happens between two connections would be lost.
  let position = isNews ? `${await headHeight()}` : query.after?.toString();
  for (let failures = 0; ; failures++) {
    try {
      for await (const { id, event, data } of readMessages(settings, query, position)) {
        failures = 0;
        position = id ?? position;
        if (data !== null) yield toEvent(settings, position, event, data);
      }
      if (to !== undefined && isComplete(position, to)) return;
    } catch (error) {
      if (failures >= settings.retries || !isTransient(error)) throw error;
    }
    if (failures >= settings.retries) {
      const message = 'the event stream ends again and again';
      throw new TransportError({ code: 'unreachable', status: 200 }, message);
    }
    await pause(settings.clock, failures, signal);
  }
}

function toEvent(
  { check, url }: ClientSettings,
  id: string | undefined,
  kind: string | null,
  text: string,
): ChainEvent {
  const data = readData(text);
  const isEvent = id !== undefined && kind !== null && data !== undefined;
  const fault = isEvent ? (check?.event(kind, data) ?? null) : 'it is no event';
  if (fault === null) return { id, kind, data } as unknown as ChainEvent;
  const message = `${showUrl(url)} sends something else as an event: ${fault}`;
  throw new TransportError({ code: 'invalid_response', status: 200 }, message);
}

/** Undefined if it is not JSON. */
function readData(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A position without an index is the end of a whole block. */
function isComplete(position: string | undefined, to: number): boolean {
  return position !== undefined && !position.includes('.') && Number(position) >= to;
}

/** The messages of one connection, which is closed at the end. */
async function* readMessages(
  settings: ClientSettings,
  query: EventQuery,
  position: string | undefined,
): AsyncGenerator<SseMessage, void, void> {
  const url = formatUrl(settings.url, query, position);
  const closing = new AbortController();
  /** Each step has its own deadline, so that a silent connection ends. */
  const inTime = <T>(step: () => Promise<T>) =>
    withDeadline({ ...settings, url, timeoutMs: SILENCE_MS_MAX }, query.signal, (ending) => {
      ending.addEventListener('abort', () => closing.abort());
      return step();
    });
  try {
    const { headers } = settings;
    const response = await inTime(() => settings.fetch(url, { headers, signal: closing.signal }));
    const body = await inTime(() => openBody(response));
    const decoder = new TextDecoder();
    const reader = new SseReader();
    for (let read = await inTime(() => body.read()); read.value; ) {
      yield* reader.push(decoder.decode(read.value, { stream: true }));
      read = await inTime(() => body.read());
    }
  } finally {
    closing.abort();
  }
}

/** Rejects with a TransportError if the node refuses the stream, or has none. */
async function openBody(response: Response): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { status, headers, body } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (status === 200 && isStream && body !== null) return body.getReader();
  const reason = await readText(response, REFUSAL_BYTES_MAX).catch(() => '');
  const message = `the event stream is refused (HTTP status ${status}): ${reason}`;
  throw new TransportError({ code: 'http_status', status }, message);
}

function formatUrl(base: URL, query: EventQuery, position: string | undefined): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/events`;
  const { kinds, account, event, from, to } = query;
  const parameters = { kinds, account, event, from, to, after: position };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value.toString());
  }
  return url;
}
