// The end of an HTTP server: first nobody new is let in, then waits are ended, and at last
// connections are cut.

import type { Server } from 'node:http';
import type { FedConnections } from './httpConnections.ts';
import type { HttpLane } from './httpLane.ts';

/** Those whose waits were ended when the server closes still get their answers. */
const LAST_ANSWERS_MS = 500;

interface ServerParts {
  readonly server: Server;
  readonly lane: HttpLane;
  readonly fed: FedConnections;
  readonly handler: {
    /** Ends what does not end by itself. */
    drain(): void;
    endWaits(): void;
    drop(): void;
  };
}

export function shutDown(parts: ServerParts, drainTimeoutMs: number): Promise<void> {
  const { server, lane, fed, handler } = parts;
  return new Promise((resolve) => {
    const drop = () => {
      lane.drop();
      handler.drop();
      server.closeAllConnections();
    };
    let grace = setTimeout(() => {
      handler.endWaits();
      grace = setTimeout(drop, LAST_ANSWERS_MS);
    }, drainTimeoutMs);
    server.close(() =>
      fed.whenEmpty(() => {
        clearTimeout(grace);
        // Of those who left while they waited.
        handler.endWaits();
        resolve();
      }),
    );
    lane.drain();
    handler.drain();
    server.closeIdleConnections();
  });
}
