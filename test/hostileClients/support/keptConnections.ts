// Many requests over a few keep-alive connections, as a busy client sends them.

import { Agent, request } from 'node:http';

export interface Posted {
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly elapsedMs: number;
}

export class KeptConnections {
  readonly #url: URL;
  readonly #agent: Agent;

  constructor(url: string, connections: number) {
    this.#url = new URL(url);
    // Thousands of connections would flood a slow machine with keep-alive probes.
    const keepAliveMsecs = 600_000;
    this.#agent = new Agent({ keepAlive: true, keepAliveMsecs, maxSockets: connections });
  }

  post({ path, body }: Posted): Promise<Answered> {
    const startMs = performance.now();
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#url;
      const headers = { 'content-type': 'application/json', 'content-length': byteLength(body) };
      const options = { hostname, port, path, method: 'POST', agent: this.#agent, headers };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const elapsedMs = performance.now() - startMs;
          resolve({ status: response.statusCode ?? 0, text, elapsedMs });
        });
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

/** Processes items, several at a time; an item is taken when its turn comes. */
export async function forEachParallel<T>(
  items: Iterable<T>,
  width: number,
  use: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const work = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await use(next.value);
  };
  await Promise.all(Array.from({ length: width }, work));
}
