// Requests to speak another protocol. Only WebSockets are, and only where a route has them; others
// ask for HTTP/2 by the way, and want their answer in HTTP/1.1 where that is not to be had.

import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { textAnswer } from './envelope.ts';
import { sendRawAnswer } from './httpAnswer.ts';

export function wantsWebSocket({ headers, method }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Answers as if nothing had been said of another protocol. Node gives such a connection away before
 * it reads the body, so the body is read here, and the connection ends with the answer.
 */
export function answerWithoutUpgrade(
  upgrade: IncomingMessage,
  socket: Socket,
  head: Buffer,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  socket.on('error', () => socket.destroy());
  if (upgrade.headers['transfer-encoding'] !== undefined) {
    sendRawAnswer(socket, textAnswer(411, 'the length of the body must be said'));
    return;
  }
  const request = readAsRequest(upgrade, socket, head);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.end());
  answer(request, response);
}

/** The same request with the bytes behind its head as its body. */
function readAsRequest(upgrade: IncomingMessage, socket: Socket, head: Buffer): IncomingMessage {
  const { method, url, headers, httpVersionMajor, httpVersionMinor } = upgrade;
  const known = { method, url, headers, httpVersionMajor, httpVersionMinor };
  const request = Object.assign(new IncomingMessage(socket), known);
  let missing = Number(headers['content-length'] ?? 0);
  const feed = (bytes: Buffer) => {
    if (request.complete) return;
    request.push(bytes.subarray(0, missing));
    missing -= bytes.length;
    if (missing > 0) return;
    request.complete = true;
    request.push(null);
  };
  feed(head);
  socket.on('data', feed);
  return request;
}
