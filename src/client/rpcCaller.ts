// Calls over HTTP: one request at the root endpoint of a node, repeated where that is safe.

import { showUrl } from '../base/shownUrl.ts';
import { formatRequest, parseResponse, resultOf } from './envelope.ts';
import type { MethodName } from './generated/wire.ts';
import { type CallOptions, type HttpSettings, postJson } from './httpExchange.ts';
import type { ResponseCheck } from './responseCheck.ts';
import { effectOf, exchangeWithRetries, type RetryPolicy } from './retries.ts';
import { RpcCallError } from './rpcCallError.ts';
import { TransportError } from './transportError.ts';

export interface ClientSettings extends HttpSettings, RetryPolicy {
  readonly check: ResponseCheck | undefined;
}

const REQUEST_ID = 'perigee';

/** The result of a method; the types are those of `Rpc`. */
export async function callOverHttp(
  settings: ClientSettings,
  method: MethodName,
  params: unknown,
  options: CallOptions,
): Promise<unknown> {
  const body = formatRequest(method, params, REQUEST_ID);
  const effect = effectOf(method);
  const { reply, isRepeated } = await exchangeWithRetries(
    settings,
    effect,
    () => postJson(settings, body, options),
    options.signal,
  );
  try {
    return readResult(settings, { method, params }, parseResponse(reply.text), reply.status);
  } catch (error) {
    if (effect !== 'transaction' || !isRepeated || !isInvalid(error)) throw error;
    return findSent(settings, params, options, error);
  }
}

/** The result of a call, which is checked if the client checks; throws as `resultOf` does. */
export function readResult(
  { check, url }: ClientSettings,
  { method, params }: { readonly method: MethodName; readonly params?: unknown },
  response: unknown,
  status: number,
): unknown {
  const result = resultOf(method, response, status);
  const fault = check?.result(method, params, result) ?? null;
  if (fault === null) return result;
  const message = `${showUrl(url)} answers ${method} with something else: ${fault}`;
  throw new TransportError({ code: 'invalid_response', status }, message);
}

/** Whether a node refused a transaction that could not be executed. */
function isInvalid(error: unknown): boolean {
  return error instanceof RpcCallError && error.info.error.cause.name === 'INVALID_TRANSACTION';
}

/**
 * An attempt without a response may have been executed. A later one with the same bytes is then
 * refused, because the nonce is used up or the transaction has expired, so the chain is asked.
 */
async function findSent(
  settings: ClientSettings,
  params: unknown,
  options: CallOptions,
  refusal: unknown,
): Promise<unknown> {
  const known = Array.isArray(params) ? { signed_tx_base64: params[0] } : params;
  try {
    return await callOverHttp(settings, 'tx', known, options);
  } catch {
    throw refusal;
  }
}
