// Event streams over Server-Sent Events, for the `EventSource` of browsers.

import type { ServerResponse } from 'node:http';
import type { UnsentBytes } from '../../http/backPressure/unsentBytes.ts';
import type { Headers } from '../../http/httpResponse.ts';
import type { EventSink } from './eventSink.ts';

/** How soon a browser reconnects. */
const RETRY_MS = 1_000;

const HEADERS: Headers = [
  ['content-type', 'text/event-stream'],
  ['cache-control', 'no-store'],
  // Proxies would buffer small chunks.
  ['x-accel-buffering', 'no'],
];

export function createSseSink(
  response: ServerResponse,
  headers: Headers,
  unsent: UnsentBytes | null,
): EventSink {
  // The connection cannot be reused, because the response does not end.
  response.shouldKeepAlive = false;
  response.writeHead(200, [...HEADERS, ...headers].flat());
  response.write(`retry: ${RETRY_MS}\n\n`);
  return {
    send: ({ id, kind, json }) => {
      const isTaken = response.write(`id: ${id}\nevent: ${kind}\ndata: ${json}\n\n`);
      if (!isTaken) unsent?.watch(response.socket);
      return isTaken;
    },
    beat: (height) => void response.write(formatPosition('beat', height)),
    drained: () =>
      new Promise((resolve) => {
        if (response.destroyed) return resolve();
        const done = () => {
          response.off('drain', done);
          response.off('close', done);
          resolve();
        };
        response.on('drain', done);
        response.on('close', done);
      }),
    onClose: (listener) => void response.once('close', listener),
    end: (height) => {
      if (height === null) response.end();
      else response.end(formatPosition('end', height));
    },
    drop: () => void response.destroy(),
  };
}

/** A comment with an id: browsers remember the id without dispatching an event. */
function formatPosition(comment: string, height: number): string {
  return `: ${comment}\nid: ${height}\n\n`;
}
