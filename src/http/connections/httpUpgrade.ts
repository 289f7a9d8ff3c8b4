// Upgrade requests. Only WebSockets are supported, and only on routes that have them; clients that
// merely offer HTTP/2 get their response in HTTP/1.1.

import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../backPressure/endConnection.ts';
import type { HttpContext } from '../httpContext.ts';
import { type HttpResponse, textResponse } from '../httpResponse.ts';
import { formatRawResponse } from '../sendResponse.ts';

export function wantsWebSocket({ headers, method }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Responds on a connection that node:http has detached. */
export function sendRawResponse(
  socket: Socket,
  answer: HttpResponse,
  { timer }: Pick<HttpContext, 'timer'>,
): void {
  socket.write(formatRawResponse(answer));
  endConnection(socket, timer);
}

/**
 * Responds as if the request had no `upgrade` header. Node detaches such a connection before it
 * reads the body, and with it all timeouts. So the body is read here, with the timeout of a
 * request, and the connection ends with the response.
 */
export function answerWithoutUpgrade(
  upgrade: IncomingMessage,
  connection: { readonly socket: Socket; readonly head: Buffer },
  context: Pick<HttpContext, 'limits' | 'metrics' | 'timer'>,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const { socket, head } = connection;
  const { limits, metrics, timer } = context;
  socket.on('error', () => socket.destroy());
  if (upgrade.headers['transfer-encoding'] !== undefined) {
    sendRawResponse(socket, textResponse(411, 'the length of the body must be said'), context);
    return;
  }
  const request = readAsRequest(upgrade, socket, head);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  const cancel = timer(() => {
    if (request.complete) return;
    metrics.countRefusal('slow');
    sendRawResponse(socket, textResponse(408, 'the request took too long'), context);
  }, limits.requestTimeoutMs);
  socket.once('close', () => {
    cancel();
    request.destroy();
  });
  response.on('finish', () => endConnection(socket, timer));
  answer(request, response);
}

/** The same request with the bytes after its head as its body. */
function readAsRequest(upgrade: IncomingMessage, socket: Socket, head: Buffer): IncomingMessage {
  const { method, url, headers, httpVersionMajor, httpVersionMinor } = upgrade;
  const known = { method, url, headers, httpVersionMajor, httpVersionMinor };
  const request = Object.assign(new IncomingMessage(socket), known);
  let missing = Number(headers['content-length'] ?? 0);
  const feed = (bytes: Buffer) => {
    if (request.complete) return;
    // A body that is not read stays in the kernel.
    if (!request.push(bytes.subarray(0, missing))) socket.pause();
    missing -= bytes.length;
    if (missing > 0) return;
    request.complete = true;
    request.push(null);
  };
  request._read = () => {
    socket.resume();
  };
  feed(head);
  socket.on('data', feed);
  return request;
}
