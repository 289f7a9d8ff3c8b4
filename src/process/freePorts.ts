// Ports that nothing listens on. They are free at the moment; another program may take one before
// it is used.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** All ports are held until the last one is found, so that none is returned twice. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
