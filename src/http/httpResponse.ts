// A complete response as a value, and how it is written to a connection: one head and one body.

import { type ServerResponse, STATUS_CODES } from 'node:http';
import { concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

/** An empty body has no content type. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** In addition to those of every response. */
  readonly headers?: Headers;
}

export function jsonResponse(status: number, text: string): HttpResponse {
  return { status, contentType: 'application/json', body: utf8ToBytes(text) };
}

export function textResponse(status: number, text: string): HttpResponse {
  return { status, contentType: 'text/plain; charset=utf-8', body: utf8ToBytes(text) };
}

const NO_BYTES = new Uint8Array(0);

export function emptyResponse(status: number, headers: Headers = []): HttpResponse {
  return { status, contentType: null, body: NO_BYTES, headers };
}

/** A response without a body has no length either. */
export function lacksBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** Headers are in the reference's order; Node appends `date`. */
export function sendResponse(
  target: ServerResponse,
  response: HttpResponse,
  headers: Headers,
): void {
  const { status, contentType, body, headers: own = [] } = response;
  const lines: string[] = [];
  if (contentType !== null) lines.push('content-type', contentType);
  for (const [name, value] of headers) lines.push(name, value);
  for (const [name, value] of own) lines.push(name, value);
  if (!lacksBody(status)) lines.push('content-length', `${body.length}`);
  if (target.shouldKeepAlive) target.removeHeader('connection');
  else lines.push('connection', 'close');
  target.writeHead(status, lines);
  target.end(body);
}

/** The bytes of a response after which the connection is closed. */
export function formatRawResponse({ status, contentType, body }: HttpResponse): Uint8Array {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  return concatBytes(utf8ToBytes(`${lines.join('\r\n')}\r\n\r\n`), body);
}
