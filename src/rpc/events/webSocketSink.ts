// Event streams over WebSocket: each event is one text message. Messages of the client are ignored.

import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { UnsentBytes } from '../../http/backPressure/unsentBytes.ts';
import type { EventSink } from './eventSink.ts';

/** How much a connection may buffer before the next event has to wait. */
const BUFFERED_BYTES_MAX = 16 * 1024;
/** Close codes: everything was sent, or the node is going away. */
const COMPLETE = 1000;
const GOING_AWAY = 1001;

export function createWebSocketSink(
  socket: WebSocket,
  connection: Socket,
  unsent: UnsentBytes | null,
): EventSink {
  // A broken connection emits `close` too, which is enough.
  socket.on('error', () => {});
  let drain = () => {};
  const sent = () => {
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) drain();
  };
  socket.once('close', () => drain());
  // Pongs to a client that does not read would pile up.
  socket.on('ping', (data) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount === 0) socket.pong(data);
  });
  return {
    send: ({ id, kind, json }) => {
      socket.send(`{"id":"${id}","kind":"${kind}","data":${json}}`, sent);
      const isTaken = socket.bufferedAmount <= BUFFERED_BYTES_MAX;
      if (!isTaken) unsent?.watch(connection);
      return isTaken;
    },
    beat: (height) => socket.send(`{"id":"${height}","kind":"beat"}`, sent),
    drained: () =>
      new Promise((resolve) => {
        drain = resolve;
        if (socket.readyState !== socket.OPEN) resolve();
      }),
    onClose: (listener) => void socket.once('close', listener),
    end: (height) => socket.close(height === null ? GOING_AWAY : COMPLETE),
    drop: () => socket.terminate(),
  };
}
