// JSON-RPC requests as text, and what responses hold. Integers of 64 bits are exact in both
// directions.

import { formatPlainJson, parseJson } from '../base/json/plainJson.ts';
import type { MethodName } from './generated/wire.ts';
import type { RpcErrorJson } from './rpc.ts';
import { RpcCallError } from './rpcCallError.ts';
import { TransportError } from './transportError.ts';

/** A bigint is written as an integer. Where the interface has a string, pass a string. */
export function formatRequest(method: string, params: unknown, id: string): string {
  const text = formatPlainJson(params) ?? 'null';
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${method}","params":${text}}`;
}

/** A response: with a result, with an error, or neither if it is not one. */
export interface ResponseJson {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: RpcErrorJson;
}

/** Null if the text is not JSON. */
export function parseResponse(text: string): ResponseJson | readonly ResponseJson[] | null {
  try {
    return parseJson(text) as ResponseJson | ResponseJson[] | null;
  } catch {
    return null;
  }
}

/** The result; throws an RpcCallError, or a TransportError if it is not a response. */
export function resultOf(method: MethodName, response: unknown, status: number): unknown {
  if (typeof response === 'object' && response !== null) {
    const { result, error } = response as ResponseJson;
    if (typeof error === 'object' && error !== null) {
      throw new RpcCallError(method, withCause(error));
    }
    if (result !== undefined) return result;
  }
  const code = status === 200 ? 'invalid_response' : 'http_status';
  const message = `${method}: the response is not JSON-RPC (HTTP status ${status})`;
  throw new TransportError({ code, status }, message);
}

/** Older nodes name no cause, and other servers may send anything: the name may be read always. */
function withCause(error: Readonly<Record<string, unknown>>): RpcErrorJson {
  const { cause, name } = error;
  const isNamed = typeof Object(cause).name === 'string';
  const known = isNamed ? cause : { name: typeof name === 'string' ? name : 'UNKNOWN', info: null };
  return { ...error, cause: known } as unknown as RpcErrorJson;
}
