// The shutdown of an HTTP server: it stops accepting connections, ends waits, and finally destroys
// the remaining connections.

import type { Server } from 'node:http';
import type { FedConnections } from './connections/httpConnections.ts';
import type { FastPath } from './fastPath/fastPath.ts';

/** Time to send the responses to requests whose waits were ended. */
const LAST_ANSWERS_MS = 500;

interface ServerParts {
  readonly server: Server;
  readonly fastPath: FastPath;
  readonly fed: FedConnections;
  readonly handler: {
    /** Ends what does not end by itself. */
    drain(): void;
    endWaits(): void;
    drop(): void;
  };
}

export function shutDown(parts: ServerParts, drainTimeoutMs: number): Promise<void> {
  const { server, fastPath, fed, handler } = parts;
  return new Promise((resolve) => {
    const drop = () => {
      fastPath.drop();
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
        // Of clients that disconnected while they waited.
        handler.endWaits();
        resolve();
      }),
    );
    fastPath.drain();
    handler.drain();
    server.closeIdleConnections();
  });
}
