// A socket to the address of a node, encrypted if the address says so.

import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { BenchError } from './benchError.ts';

export function openSocket(url: URL): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return new Promise((resolve, reject) => {
    const opened = () => {
      socket.off('error', fail);
      resolve(socket);
    };
    const fail = (error: Error) =>
      reject(new BenchError({ code: 'node_unreachable' }, `${url.href}: ${error.message}`));
    const socket: Socket = isSecure
      ? connectSecurely({ host, port, servername: host }, opened)
      : connect({ host, port }, opened);
    socket.once('error', fail);
  });
}
