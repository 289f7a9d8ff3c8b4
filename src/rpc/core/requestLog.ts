// The most recent requests of clients, for developers who debug a program. Their number and the
// size of kept bodies are bounded.

import {
  bytesKey,
  bytesToUtf8,
  keyToBytes,
  startsWithBytes,
  utf8ToBytes,
} from '../../base/bytes/bytes.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { bool, option, string, u32, u64Number, u64Text, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';

const REQUESTS_MAX = 200;
/** Longer bodies are not kept. */
const BODY_BYTES_MAX = 4096;

const LoggedRequestView = struct('PerigeeLoggedRequest', {
  timestamp: described(u64Text, 'Nanoseconds since 1970.'),
  path: string,
  body: described(option(string), 'Null for a long one.'),
  bodyBytes: u64Number,
  status: described(u32, 'The HTTP status.'),
  isError: bool,
});
type LoggedRequestView = TypeOf<typeof LoggedRequestView>;

export const RequestLogView = struct('PerigeeRequestsResponse', {
  requests: described(vec(LoggedRequestView), 'Newest first.'),
});

interface LoggedRequest extends Omit<LoggedRequestView, 'body'> {
  /** The bytes as a key: a text takes less time and memory than a copy of a few bytes. */
  readonly body: string | null;
}

export class RequestLog {
  readonly #now: () => bigint;
  readonly #requests: LoggedRequest[] = [];
  #next = 0;

  constructor(now: () => bigint) {
    this.#now = now;
  }

  add(path: string, body: Uint8Array, answer: HttpResponse): void {
    this.#requests[this.#next] = {
      timestamp: this.#now(),
      path,
      body: body.length > BODY_BYTES_MAX ? null : bytesKey(body),
      bodyBytes: body.length,
      status: answer.status,
      isError: isErrorResponse(answer),
    };
    this.#next = (this.#next + 1) % REQUESTS_MAX;
  }

  /** Newest first. */
  list(): LoggedRequestView[] {
    const oldestFirst = [
      ...this.#requests.slice(this.#next),
      ...this.#requests.slice(0, this.#next),
    ];
    return oldestFirst.reverse().map(({ body, ...request }) => ({
      ...request,
      body: body === null ? null : bytesToUtf8(keyToBytes(body)),
    }));
  }
}

const ERROR_START = utf8ToBytes('{"jsonrpc":"2.0","error"');

/** At a method's own path errors have status 200 too. */
function isErrorResponse({ status, body }: HttpResponse): boolean {
  return status >= 400 || startsWithBytes(body, ERROR_START);
}
