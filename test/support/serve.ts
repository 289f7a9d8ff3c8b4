// A small server on this machine that responds as a test wants, and the URL of a closed port.

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { releaseAfterTests } from './releases.ts';

/** Its URL, without a path; it ends with the test file. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const address = await listen(server);
  releaseAfterTests(() => {
    server.close();
    server.closeAllConnections();
  });
  return address;
}

/** A URL where no server listens any more. */
export async function findClosedAddress(): Promise<string> {
  const server = createServer();
  const address = await listen(server);
  server.close();
  await once(server, 'close');
  return address;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
