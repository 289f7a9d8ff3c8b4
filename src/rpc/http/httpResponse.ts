// Writing a whole answer to a connection: one head and one body.

import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { concatBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import type { RpcResponse } from '../core/envelope.ts';
import type { Headers } from './cors.ts';

/** Answers GET of paths that are nobody else's; null leaves them unknown. */
export type Page = (path: string, headers: IncomingHttpHeaders) => RpcResponse | null;

/** What has no body has no length either. */
export function lacksBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** Headers in the reference's order; `date` is added behind them. */
export function sendResponse(
  response: ServerResponse,
  answer: RpcResponse,
  headers: Headers,
): void {
  const { status, contentType, body, headers: own = [] } = answer;
  const lines: string[] = [];
  if (contentType !== null) lines.push('content-type', contentType);
  for (const [name, value] of headers) lines.push(name, value);
  for (const [name, value] of own) lines.push(name, value);
  if (!lacksBody(status)) lines.push('content-length', `${body.length}`);
  if (response.shouldKeepAlive) response.removeHeader('connection');
  else lines.push('connection', 'close');
  response.writeHead(status, lines);
  response.end(body);
}

/** The bytes of an answer after which the connection ends. */
export function formatRawResponse({ status, contentType, body }: RpcResponse): Uint8Array {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  return concatBytes(utf8ToBytes(`${lines.join('\r\n')}\r\n\r\n`), body);
}

const SERVER = /^https?:\/\/[^/?#]*/i;

/** The path and the question behind it. Through a proxy the name of a server may precede them. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  const target = url.replace(SERVER, '');
  const end = target.indexOf('#');
  return (end === -1 ? target : target.slice(0, end)) || '/';
}

/** The path without the question behind it. */
export function pathOf(request: IncomingMessage): string {
  const target = targetOf(request);
  const end = target.indexOf('?');
  return (end === -1 ? target : target.slice(0, end)) || '/';
}
