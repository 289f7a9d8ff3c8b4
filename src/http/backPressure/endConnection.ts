// Ends a connection. A client that does not close its half would otherwise keep it open.

import type { Socket } from 'node:net';
import type { Timer } from '../../base/timer.ts';

/** How long a client has to close its half; what it sends in that time is dropped. */
const LINGER_MS = 1_000;

/** Ends a connection after what was written to it, and closes it soon after that was sent. */
export function endConnection(socket: Socket, timer: Timer): void {
  let cancel = () => {};
  socket.once('finish', () => {
    cancel = timer(() => socket.destroy(), LINGER_MS);
  });
  socket.once('close', () => cancel());
  socket.end();
  // Closing a connection with unread bytes would reset it and lose what was written.
  socket.resume();
}
