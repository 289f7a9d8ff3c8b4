// A JSON-RPC client over HTTP, for the requests of a follower.

import { PerigeeError } from '../../base/errors.ts';
import { formatJsonValue, type JsonValue, parseJsonBytes } from '../../base/json/exactJson.ts';
import { isJsonObject, JsonError } from '../../codec/codec.ts';
import { type AskChain, AskChainError } from '../../follow/sources/askChain.ts';
import { fetchBytes } from '../../follow/sources/boundedFetch.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';
import type { UpstreamAddress } from '../../rpc/service/upstream.ts';

const LIMITS = { timeoutMs: 30_000, bodyBytesMax: 32 * 1024 * 1024 };
const ERROR_TEXT_MAX = 300;

export function createChainRpc(address: UpstreamAddress): AskChain {
  return async (method, params, result) => {
    const body = await post(address, method, params);
    try {
      return result.parse(resultOf(parseJsonBytes(body)));
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error;
      throw new AskChainError(address.url, method, error.message, error);
    }
  };
}

async function post(
  { url, token }: UpstreamAddress,
  method: string,
  params: unknown,
): Promise<Uint8Array> {
  const json = JSON.stringify({ jsonrpc: '2.0', id: 'perigee', method, params });
  try {
    const { body } = await fetchBytes({ url: new URL(url), json, token }, LIMITS, sourceClock);
    return body;
  } catch (error) {
    throw new AskChainError(url, method, (error as Error).message, error);
  }
}

function resultOf(json: JsonValue): JsonValue {
  const answer = isJsonObject(json) ? json : {};
  const { result, error } = answer as { result?: JsonValue; error?: JsonValue };
  if (error === undefined && result !== undefined) return result;
  const text = formatJsonValue(error ?? json);
  throw new JsonError(`it responds with an error: ${text.slice(0, ERROR_TEXT_MAX)}`);
}
