// Asking a service in tests: text in, text out.

import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes.ts';
import type { RpcContext } from '../../../src/rpc/context.ts';
import type { Headers } from '../../../src/rpc/cors.ts';
import { type Door, RpcService } from '../../../src/rpc/rpcService.ts';

export interface Asked {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly headers?: Headers;
}

export async function ask(context: RpcContext, door: string, body: string): Promise<Asked> {
  const service = new RpcService(context);
  const at: Door = door === '/' ? { kind: 'root' } : { kind: 'method', name: door.slice(1) };
  const answer = await service.handle(at, utf8ToBytes(body));
  return { ...answer, body: bytesToUtf8(answer.body) };
}

/** A request at the root door, as clients write it. */
export function request(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 'dontcare', method, params });
}
