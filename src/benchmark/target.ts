// A node that serves JSON-RPC, ours or another: requests go to `POST /`, which all NEAR nodes
// serve.

import { BenchError } from './benchError.ts';
import { Connection, encodePost } from './connection.ts';

export class Target {
  readonly url: URL;
  #connection: Connection | null = null;

  constructor(url: string) {
    this.url = new URL(url);
  }

  /** The result of a request; one at a time. */
  async call<T>(method: string, params: unknown): Promise<T> {
    this.#connection ??= await Connection.open(this.url);
    const { body } = await this.#connection.send(encodePost(this.url, requestBody(method, params)));
    const { result, error } = JSON.parse(body.toString('utf8')) as { result?: T; error?: unknown };
    if (error === undefined) return result as T;
    throw new BenchError({ code: 'failed_request' }, `${method}: ${JSON.stringify(error)}`);
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }
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
