// The target of a request: its path and its query.

import type { IncomingMessage } from 'node:http';

const SERVER = /^https?:\/\/[^/?#]*/i;

/** Path and query. A request through a proxy may have an absolute URL. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  const target = url.replace(SERVER, '');
  const end = target.indexOf('#');
  return (end === -1 ? target : target.slice(0, end)) || '/';
}

/** The path without the query. */
export function pathOf(request: IncomingMessage): string {
  const target = targetOf(request);
  const end = target.indexOf('?');
  return (end === -1 ? target : target.slice(0, end)) || '/';
}
