// What a server serves: the seam between HTTP and the layers above it. The server owns connections,
// limits and headers; routes turn requests into responses and know nothing of sockets, except for
// streams, whose responses do not end.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpClient } from './access/httpClient.ts';
import type { RequestHeaders } from './access/localRequest.ts';
import type { UnsentBytes } from './backPressure/unsentBytes.ts';
import type { Headers, HttpResponse } from './httpResponse.ts';

/** A POST of JSON that was received whole. */
export interface PostRequest {
  readonly path: string;
  readonly headers: RequestHeaders;
  readonly body: Uint8Array;
}

export interface HttpRoutes {
  /** Serves POST at any path; a response that is at hand is returned at once. */
  post(request: PostRequest, client: HttpClient): HttpResponse | Promise<HttpResponse>;
  /** Serves GET; null for an unknown path. `search` is the query with its question mark. */
  get(path: string, search: string): Promise<HttpResponse | null>;
  /** Whether a path is listed under `allow` with that method. */
  allows(path: string, method: 'GET' | 'POST'): boolean;
  /** The body of a refusal that the server decides on. */
  formatRefusal(status: 401 | 429, message: string): HttpResponse;
  /** Opens the streams by their paths. What they write is to be watched by `unsent`. */
  openStreams(unsent: UnsentBytes): ReadonlyMap<string, StreamRoute>;
  /** Ends requests that wait, as if their time were up. */
  endWaits(): void;
}

/** A path whose responses do not end. The server says when they begin and when they must end. */
export interface StreamRoute {
  /** Responds to a GET, now or bit by bit; `headers` belong to any response. */
  answer(request: IncomingMessage, response: ServerResponse, headers: Headers): void;
  /** Takes over the connection of a request for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Called at a steady pace, to show clients that the stream is alive. */
  beat(): void;
  /** Ends every response in order. */
  close(): void;
  /** Drops connections that were taken over and have not ended. */
  drop(): void;
}
