// A node that serves JSON-RPC, ours or another: requests go to `POST /`, which all NEAR nodes
// serve.

import { BenchError } from './benchError.ts';
import { Connection, encodePost } from './connection.ts';

const CONNECTIONS = 8;

export class Target {
  readonly url: URL;
  /** Its process on this machine, if known. */
  readonly pid: number | null;
  #connection: Connection | null = null;

  constructor(url: string, pid: number | null = null) {
    this.url = new URL(url);
    this.pid = pid;
  }

  /** The result of a request; one at a time. */
  async call<T>(method: string, params: unknown): Promise<T> {
    if (this.#connection === null || this.#connection.isClosed) {
      this.#connection = await Connection.open(this.url);
    }
    const { result, error } = await this.#request<T>(this.#connection, method, params);
    if (error === undefined) return result as T;
    throw new BenchError({ code: 'failed_request' }, `${method}: ${JSON.stringify(error)}`);
  }

  /** The results of many requests, in their order; null for one that failed. */
  async callEach<T>(method: string, all: readonly unknown[]): Promise<(T | null)[]> {
    const results: (T | null)[] = [];
    let next = 0;
    const callNext = async () => {
      const connection = await Connection.open(this.url);
      while (next < all.length) {
        const place = next++;
        const { result = null } = await this.#request<T>(connection, method, all[place]);
        results[place] = result;
      }
      connection.close();
    };
    const count = Math.min(CONNECTIONS, all.length);
    await Promise.all(Array.from({ length: count }, callNext));
    return results;
  }

  async #request<T>(connection: Connection, method: string, params: unknown): Promise<Parsed<T>> {
    const { body } = await connection.send(encodePost(this.url, requestBody(method, params)));
    return JSON.parse(body.toString('utf8')) as Parsed<T>;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}

interface Parsed<T> {
  readonly result?: T;
  readonly error?: unknown;
}

export function requestBody(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 'bench', method, params });
}

interface StatusAnswer {
  readonly chain_id: string;
  readonly version: { readonly version: string; readonly build: string };
}

/** Which program responds: a ratio is meaningless without it. */
export async function describeTarget(target: Target): Promise<string> {
  const { chain_id, version } = await target.call<StatusAnswer>('status', []);
  return `${target.url.href} (version ${version.version}, build ${version.build}, ${chain_id})`;
}
