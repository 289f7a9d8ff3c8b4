// How a response is written to a connection: one head and one body. Apart from `HttpResponse`, so
// that the types of the package do not need those of Node.

import { type ServerResponse, STATUS_CODES } from 'node:http';
import { concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { type Headers, type HttpResponse, lacksBody } from './httpResponse.ts';

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
