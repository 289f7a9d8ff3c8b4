// Batches: many calls in one request. Nodes limit how many calls a batch may have and how long its
// response may be; a batch that is refused for that is split in halves.

import { formatRequest, parseResponse, type ResponseJson, resultOf } from './envelope.ts';
import { type CallOptions, postJson } from './httpExchange.ts';
import { exchangeWithRetries } from './retries.ts';
import type { ResultOfCall, RpcCall } from './rpc.ts';
import { RpcCallError } from './rpcCallError.ts';
import { type ClientSettings, callOverHttp, readResult } from './rpcCaller.ts';

/** What became of a call: calls of a batch succeed and fail independently of each other. */
export type BatchAnswer<C> =
  | { readonly ok: true; readonly result: ResultOfCall<C> }
  | {
      readonly ok: false;
      readonly error: C extends { readonly method: infer M extends RpcCall['method'] }
        ? RpcCallError<M>
        : never;
    };

type AnyAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: RpcCallError };

/** The limit of most nodes. */
const CALLS_MAX = 100;
/** The codes of a batch with too many calls, and of one with too long a response. */
const SPLIT_CODES: readonly unknown[] = [-32010, -32011];

/** Answers in the order of the calls. Rejects with a TransportError. */
export async function callBatch(
  settings: ClientSettings,
  calls: readonly RpcCall[],
  options: CallOptions,
): Promise<AnyAnswer[]> {
  if (calls.length > CALLS_MAX) return callInParts(settings, calls, CALLS_MAX, options);
  const [first, ...others] = calls;
  if (first === undefined) return [];
  if (others.length === 0) return [await settle(() => callAlone(settings, first, options))];
  const body = `[${calls.map(formatCall).join(',')}]`;
  const exchange = () => postJson(settings, body, options);
  const { reply } = await exchangeWithRetries(settings, 'none', exchange, options.signal);
  const responses = parseResponse(reply.text);
  if (!isList(responses)) {
    if (SPLIT_CODES.includes(responses?.error?.code)) {
      return callInParts(settings, calls, Math.ceil(calls.length / 2), options);
    }
    // A refusal of the batch as a whole is the answer to its first call.
    resultOf(first.method, responses, reply.status);
  }
  const byId = new Map(isList(responses) ? responses.map((item) => [item?.id, item]) : []);
  return Promise.all(
    calls.map((call, index) =>
      settle(async () => readResult(settings, call, byId.get(`${index}`), reply.status)),
    ),
  );
}

function isList(
  responses: ResponseJson | readonly ResponseJson[] | null,
): responses is readonly ResponseJson[] {
  return Array.isArray(responses);
}

/** One part after the other. */
async function callInParts(
  settings: ClientSettings,
  calls: readonly RpcCall[],
  partLength: number,
  options: CallOptions,
): Promise<AnyAnswer[]> {
  const answers: AnyAnswer[] = [];
  for (let start = 0; start < calls.length; start += partLength) {
    const part = calls.slice(start, start + partLength);
    answers.push(...(await callBatch(settings, part, options)));
  }
  return answers;
}

function callAlone(
  settings: ClientSettings,
  { method, params = null }: RpcCall,
  options: CallOptions,
): Promise<unknown> {
  return callOverHttp(settings, method, params, options);
}

function formatCall({ method, params = null }: RpcCall, index: number): string {
  return formatRequest(method, params, `${index}`);
}

async function settle(run: () => Promise<unknown>): Promise<AnyAnswer> {
  try {
    return { ok: true, result: await run() };
  } catch (error) {
    if (error instanceof RpcCallError) return { ok: false, error };
    throw error;
  }
}
