// Binds the address of a server before the server is ready. Early connections are held and served
// as soon as it is: clients that poll a starting node would otherwise only succeed at their next
// attempt.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Address, CannotListen } from './cannotListen.ts';

/** The server accepts one connection per turn of the event loop; the others wait in the kernel. */
const CONNECTIONS_WAITING_MAX = 4096;
/** Further early connections are closed: the node needs descriptors to start. */
const EARLY_MAX = 64;

export class HttpListener {
  readonly port: number;
  readonly #server: Server;
  readonly #early: Socket[] = [];
  #isHandedOver = false;

  private constructor(server: Server) {
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    // A connection that cannot be accepted is lost; the next one may succeed.
    server.on('error', () => {});
    server.on('connection', (socket) => {
      // A connection that breaks now is noticed later.
      socket.on('error', () => {});
      this.#early.push(socket);
    });
  }

  /** Rejects with `CannotListen` if the address is not available. */
  static async open({ host, port }: Address): Promise<HttpListener> {
    // Bytes that are read here would be lost.
    const server = createServer({ pauseOnConnect: true });
    server.maxConnections = EARLY_MAX;
    return new Promise((resolve, reject) => {
      server.once('error', (error) => reject(new CannotListen({ host, port }, error)));
      // No connection is accepted in the turn of the event loop in which listening starts.
      const options = { host, port, backlog: CONNECTIONS_WAITING_MAX };
      server.listen(options, () => resolve(new HttpListener(server)));
    });
  }

  /** A listener that another process has opened and shares with this one. */
  static join(shared: Server): HttpListener {
    Object.assign(shared, { pauseOnConnect: true });
    return new HttpListener(shared);
  }

  /** To be sent to another process, which joins. */
  get shared(): Server {
    return this.#server;
  }

  /** Hands all connections to the server, starting with the early ones. */
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

  /** Stops listening, unless a server has taken over. */
  close(): void {
    if (this.#isHandedOver) return;
    for (const socket of this.#early.splice(0)) socket.destroy();
    this.#server.close();
  }
}
