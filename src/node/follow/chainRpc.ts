// A node's JSON-RPC over HTTP, as a follower asks it.

import { concatBytes } from '../../base/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { parseJsonBytes } from '../../base/exactJson.ts';
import { JsonError } from '../../codec/codec.ts';
import { type AskChain, AskChainError } from '../../follow/askChain.ts';

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const ERROR_TEXT_MAX = 300;

export function createChainRpc(url: string): AskChain {
  return async (method, params, result) => {
    const body = await post(url, method, params);
    try {
      return result.parse(resultOf(parseJsonBytes(body)));
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error;
      throw new AskChainError(url, method, error.message, error);
    }
  };
}

async function post(url: string, method: string, params: unknown): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'perigee', method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > ANSWER_BYTES_MAX) throw new Error('the answer is too long');
      parts.push(part);
    }
    return concatBytes(...parts);
  } catch (error) {
    // The reason behind `fetch failed` is what a reader wants to know.
    const { cause } = error as Error;
    const reason = cause instanceof Error ? cause : (error as Error);
    throw new AskChainError(url, method, reason.message, error);
  }
}

function resultOf(json: unknown): unknown {
  const answer = typeof json === 'object' && json !== null ? json : {};
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (error === undefined && result !== undefined) return result;
  const text = JSON.stringify(error ?? json) ?? 'nothing';
  throw new JsonError(`it answers an error: ${text.slice(0, ERROR_TEXT_MAX)}`);
}
