// The end of an HTTP server: first nobody new is let in, then waits are ended, and at last
// connections are cut.

import type { Server } from 'node:http';
import type { FastPath } from '../fastPath/fastPath.ts';
import type { FedConnections } from './httpConnections.ts';

/** Those whose waits were ended when the server closes still get their answers. */
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
        // Of those who left while they waited.
        handler.endWaits();
        resolve();
      }),
    );
    fastPath.drain();
    handler.drain();
    server.closeIdleConnections();
  });
}
