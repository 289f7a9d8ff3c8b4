// The node that front ends turn to for what they cannot do themselves: sending transactions, and
// calling contracts where no state is kept. Its answers pass through as they are.

import type { Upstream } from '../rpc/context.ts';
import { type RpcAnswer, textAnswer } from '../rpc/envelope.ts';
import { isRecord } from '../rpc/params.ts';
import { REGISTRY } from '../rpc/registry.ts';

/** Waiting for a transaction takes its time. */
const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A ring has no lists of an account's history. */
const LISTINGS: ReadonlySet<string> = new Set(['perigee_account_history', 'perigee_sub_accounts']);

export function createUpstream(url: string, hasState: boolean): Upstream {
  const base = url.replace(/\/+$/, '');
  return {
    takes: (name, params) => {
      const method = REGISTRY.get(name)?.method;
      if (method === undefined) return false;
      if (method.isSubmission === true || LISTINGS.has(name)) return true;
      return !hasState && isContractCall(method.name, params);
    },
    ask: (path, body) => forward(`${base}${path}`, body),
  };
}

function isContractCall(method: string, params: unknown): boolean {
  if (method === 'EXPERIMENTAL_call_function') return true;
  if (method !== 'query') return false;
  const isCallPath = Array.isArray(params) && String(params[0]).startsWith('call/');
  return isCallPath || (isRecord(params) && params.request_type === 'call_function');
}

async function forward(url: string, body: Uint8Array): Promise<RpcAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = new Uint8Array(await response.arrayBuffer());
    if (answer.length > ANSWER_BYTES_MAX) throw new Error('the answer is too long');
    return {
      status: response.status,
      contentType: response.headers.get('content-type'),
      body: answer,
    };
  } catch (error) {
    return textAnswer(502, `${url} does not answer: ${(error as Error).message}`);
  }
}
