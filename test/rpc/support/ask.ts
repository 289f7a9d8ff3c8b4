// Sends requests to a service in tests: text in, text out.

import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { Headers } from '../../../src/http/httpResponse.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import type { Endpoint } from '../../../src/rpc/core/endpoint.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';

export interface Asked {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly headers?: Headers;
}

export async function ask(context: RpcContext, endpoint: string, body: string): Promise<Asked> {
  const service = new RpcService(context);
  const at: Endpoint =
    endpoint === '/' ? { kind: 'root' } : { kind: 'method', name: endpoint.slice(1) };
  const answer = await service.handle(at, utf8ToBytes(body));
  return { ...answer, body: bytesToUtf8(answer.body) };
}

/** A request at the root endpoint, as clients write it. */
export function request(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 'dontcare', method, params });
}
