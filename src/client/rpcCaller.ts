// Calls over HTTP: one request at the root endpoint of a node, repeated where that is safe.

import { formatRequest, parseResponse, resultOf } from './envelope.ts';
import type { MethodName } from './generated/wire.ts';
import { type CallOptions, type HttpSettings, postJson } from './httpExchange.ts';
import { effectOf, exchangeWithRetries, type RetryPolicy } from './retries.ts';
import { RpcCallError } from './rpcCallError.ts';

export type ClientSettings = HttpSettings & RetryPolicy;

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
    return resultOf(method, parseResponse(reply.text), reply.status);
  } catch (error) {
    if (effect !== 'transaction' || !isRepeated || !isInvalid(error)) throw error;
    return findSent(settings, params, options, error);
  }
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
