// What a server serves: the seam between HTTP and the layers above it. The server owns connections,
// limits and headers; routes turn requests into responses and know nothing of sockets, except for
// streams, whose responses do not end.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpClient } from './access/httpClient.ts';
import type { RequestHeaders } from './access/localRequest.ts';
import type { UnsentBytes } from './backPressure/unsentBytes.ts';
import type { Headers, HttpResponse } from './httpResponse.ts';

/** A POST of JSON that was received completely. */
export interface PostRequest {
  readonly path: string;
  readonly headers: RequestHeaders;
  readonly body: Uint8Array;
}

export interface HttpRoutes {
  /** Serves POST at any path; synchronously if the response is available. */
  post(request: PostRequest, client: HttpClient): HttpResponse | Promise<HttpResponse>;
  /** Serves GET; null for an unknown path. `search` is the query with its question mark. */
  get(path: string, search: string, client: HttpClient): Promise<HttpResponse | null>;
  /** Whether a path is listed under `allow` with that method. */
  allows(path: string, method: 'GET' | 'POST'): boolean;
  /** Formats a refusal by the server. */
  formatRefusal(status: 401 | 429, message: string): HttpResponse;
  /** Opens the streams by their paths. They must report what they write to `unsent`. */
  openStreams(unsent: UnsentBytes): ReadonlyMap<string, StreamRoute>;
  /** Ends waiting requests, as if they had timed out. */
  endWaits(): void;
}

/** A path whose responses do not end. The server controls when they start and must end. */
export interface StreamRoute {
  /** Responds to a GET, at once or as a stream; `headers` are added to any response. */
  answer(request: IncomingMessage, response: ServerResponse, headers: Headers): void;
  /** Takes over the connection of a WebSocket request. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Called at a steady pace, to keep the streams alive. */
  beat(): void;
  /** Ends every response gracefully. */
  close(): void;
  /** Drops connections that were taken over and have not ended. */
  drop(): void;
}
