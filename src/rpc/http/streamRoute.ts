// Paths whose answers do not end. The server knows when one begins and when all must end; what goes
// over them is the route's.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from './cors.ts';

export interface StreamRoute {
  /** Answers a GET, now or bit by bit; `headers` belong to whatever the answer is. */
  answer(request: IncomingMessage, response: ServerResponse, headers: Headers): void;
  /** Takes over the connection of a request for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Is called at a steady pace. */
  beat(): void;
  /** Ends every answer in order. */
  close(): void;
  /** Drops the connections that were taken over and have not ended. */
  drop(): void;
}
