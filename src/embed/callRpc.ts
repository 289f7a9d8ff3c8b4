// Calls the RPC service within the process, for an embedding program.

import { bytesToUtf8, utf8ToBytes } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { parseJson } from '../base/json/exactJson.ts';
import { createInsider } from '../rpc/core/caller.ts';
import type { RpcService } from '../rpc/core/rpcService.ts';

export interface RpcErrorJson {
  readonly name: string;
  readonly cause: { readonly name: string; readonly info?: unknown };
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** The error that a method returned. */
export class RpcCallError extends PerigeeError<{
  readonly code: 'rpc';
  readonly error: RpcErrorJson;
}> {
  constructor(method: string, error: RpcErrorJson) {
    const reason = typeof error.data === 'string' ? error.data : JSON.stringify(error.data);
    super({ code: 'rpc', error }, `${method}: ${error.cause.name}: ${reason}`);
  }
}

const INSIDER = createInsider(true);

/** JSON has no bigints: they become strings of digits. */
export function formatParams(params: unknown): string {
  return JSON.stringify(params, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** Unsafe integers are returned as bigints. */
export async function callRpc<T>(service: RpcService, method: string, params: unknown): Promise<T> {
  const request = { jsonrpc: '2.0', id: 'in-process', method, params };
  const body = utf8ToBytes(formatParams(request));
  const answer = await service.handle({ kind: 'root' }, body, INSIDER);
  const json = parseJson(bytesToUtf8(answer.body)) as { result?: unknown; error?: unknown };
  if (json.error !== undefined) throw new RpcCallError(method, json.error as RpcErrorJson);
  return json.result as T;
}
