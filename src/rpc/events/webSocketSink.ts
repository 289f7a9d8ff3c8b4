// Events over a WebSocket: each is one text message. What the other side sends is ignored.

import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { UnsentBytes } from '../../http/backPressure/unsentBytes.ts';
import type { EventSink } from './eventSink.ts';

/** What may wait in a connection before the next event waits too. */
const BUFFERED_BYTES_MAX = 16 * 1024;
/** The close code of an endpoint that goes away. */
const GOING_AWAY = 1001;

export function createWebSocketSink(
  socket: WebSocket,
  connection: Socket,
  unsent: UnsentBytes | null,
): EventSink {
  // A connection that breaks is closed too, and that is all there is to know.
  socket.on('error', () => {});
  let drain = () => {};
  const sent = () => {
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) drain();
  };
  socket.once('close', () => drain());
  // Pongs to a client that takes nothing would pile up.
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
    end: () => socket.close(GOING_AWAY),
    drop: () => socket.terminate(),
  };
}
