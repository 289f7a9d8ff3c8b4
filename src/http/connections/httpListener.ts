// The place where a server listens, taken before there is anything to answer with. Whoever comes
// early is held and answered as soon as there is a server: clients that poll a node until it
// answers would otherwise find it at their next attempt only.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Address, CannotListen } from './cannotListen.ts';

/** The server takes one connection in each turn of its loop; a crowd waits with the system. */
const CONNECTIONS_WAITING_MAX = 4096;
/** Beyond these, connections that come early are closed: a start opens files as well. */
const EARLY_MAX = 64;

export class HttpListener {
  readonly port: number;
  readonly #server: Server;
  readonly #early: Socket[] = [];
  #isHandedOver = false;

  private constructor(server: Server) {
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    // A connection that the system cannot open is nobody's; the next one may be.
    server.on('error', () => {});
    server.on('connection', (socket) => {
      // One that breaks now is found broken later.
      socket.on('error', () => {});
      this.#early.push(socket);
    });
  }

  /** Rejects with `CannotListen` when the address is not available. */
  static async open({ host, port }: Address): Promise<HttpListener> {
    // What was read here would be missing later.
    const server = createServer({ pauseOnConnect: true });
    server.maxConnections = EARLY_MAX;
    return new Promise((resolve, reject) => {
      server.once('error', (error) => reject(new CannotListen({ host, port }, error)));
      // In the turn of the loop in which it begins to listen nobody is let in yet.
      const options = { host, port, backlog: CONNECTIONS_WAITING_MAX };
      server.listen(options, () => resolve(new HttpListener(server)));
    });
  }

  /** From now on connections are the server's; those that came early are accepted now. */
  async handOver(server: Server, accept: (socket: Socket) => void): Promise<void> {
    this.#isHandedOver = true;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#server, CONNECTIONS_WAITING_MAX, () => {
        server.off('error', reject);
        resolve();
      });
    });
    for (const socket of this.#early.splice(0)) accept(socket);
  }

  /** Turns everybody away, unless the place is a server's by now. */
  close(): void {
    if (this.#isHandedOver) return;
    for (const socket of this.#early.splice(0)) socket.destroy();
    this.#server.close();
  }
}
