// One question to the node that a fork began from.

import { setTimeout as sleep } from 'node:timers/promises';
import { bytesToUtf8 } from '../../base/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { type JsonValue, parseJson } from '../../base/exactJson.ts';
import { fetchBytes } from '../../follow/boundedFetch.ts';
import { RowUnavailable } from '../../trie/nodeReader.ts';
import { sourceClock } from '../sourceClock.ts';

/** The other node's own answer that something is not there, or cannot be told. */
export class OriginRefusal extends PerigeeError<{
  readonly code: 'origin_refusal';
  /** The name of the cause, such as UNKNOWN_ACCOUNT. */
  readonly cause: string;
}> {}

const LIMITS = { timeoutMs: 10_000, bodyBytesMax: 64 * 1024 * 1024 };
/** Public nodes limit their clients; a moment later they answer again. */
const RETRY_AFTER_MS = [500, 2_000, 5_000];

class AskedTooOften extends RowUnavailable {}

/** Rejects with `OriginRefusal`, or with `RowUnavailable` when there is no answer. */
export async function askOrigin(url: string, method: string, params: unknown): Promise<JsonValue> {
  for (const pauseMs of RETRY_AFTER_MS) {
    try {
      return await askOnce(url, method, params);
    } catch (error) {
      if (!(error instanceof AskedTooOften)) throw error;
      await sleep(pauseMs);
    }
  }
  return askOnce(url, method, params);
}

interface ErrorAnswer {
  readonly cause?: { readonly name?: string };
  readonly name?: string;
  readonly data?: unknown;
}

async function askOnce(url: string, method: string, params: unknown): Promise<JsonValue> {
  const text = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 'fork', method, params }));
  const { result, error } = parseJson(text) as { result?: JsonValue; error?: ErrorAnswer };
  if (error !== undefined && error !== null) {
    const cause = error.cause?.name ?? error.name ?? 'UNKNOWN';
    const message = `${url} answers ${method} with ${cause}: ${JSON.stringify(error.data)}`;
    throw new OriginRefusal({ code: 'origin_refusal', cause }, message);
  }
  if (result !== undefined) return result;
  throw new RowUnavailable(`${url} does not speak JSON-RPC`);
}

async function post(url: string, json: string): Promise<string> {
  try {
    const { status, body } = await fetchBytes({ url: new URL(url), json }, LIMITS, sourceClock);
    if (status === 429) throw new AskedTooOften(`${url} limits its clients`);
    return bytesToUtf8(body);
  } catch (error) {
    if (error instanceof AskedTooOften) throw error;
    throw new RowUnavailable(`${url} cannot be asked: ${(error as Error).message}`);
  }
}
