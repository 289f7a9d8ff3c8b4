// The error that a method returned, to the client or within the process.

import { PerigeeError } from '../base/errors.ts';
import { formatPlainJson } from '../base/json/plainJson.ts';
import type { MethodName } from './generated/wire.ts';
import type { RpcErrorJson } from './rpc.ts';

export class RpcCallError<M extends MethodName = MethodName> extends PerigeeError<{
  readonly code: 'rpc';
  readonly method: M;
  readonly error: RpcErrorJson<M>;
}> {
  constructor(method: M, error: RpcErrorJson<M>) {
    const { cause, data } = error;
    const reason = typeof data === 'string' ? data : formatPlainJson(data);
    super({ code: 'rpc', method, error }, `${method}: ${cause.name}: ${reason}`);
  }
}

/** Whether a method failed, so that `error.info.error.cause` has the type of its errors. */
export function isRpcCallError<M extends MethodName = MethodName>(
  error: unknown,
  method?: M,
): error is RpcCallError<M> {
  return error instanceof RpcCallError && (method === undefined || error.info.method === method);
}
