// One request to the origin, the node that a fork started from. The origin is not trusted: whatever
// it responds, the result is a value of the expected type or one of two typed errors, whose
// messages go to callers of the fork and do not reveal the origin's URL.

import { setTimeout as sleep } from 'node:timers/promises';
import { PerigeeError, restate } from '../base/errors.ts';
import {
  formatJsonValue,
  type JsonObject,
  type JsonValue,
  parseJsonBytes,
} from '../base/json/exactJson.ts';
import { hideUrl } from '../base/shownUrl.ts';
import { type Codec, isJsonObject } from '../codec/codec.ts';
import { type Fetched, fetchBytes } from '../follow/sources/boundedFetch.ts';
import { sourceClock } from '../follow/sources/sourceClock.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';

/** The origin's own error: something does not exist, or is not available. */
export class OriginRefusal extends PerigeeError<{
  readonly code: 'origin_refusal';
  /** The name of the cause, such as UNKNOWN_ACCOUNT. */
  readonly cause: string;
}> {}

interface OriginRequest {
  readonly url: string;
  /** How messages name the node. */
  readonly who?: string | undefined;
  readonly method: string;
  readonly params: unknown;
}

/** The longest row is contract code of 4 MiB, a third more as base64. */
const LIMITS = { timeoutMs: 10_000, bodyBytesMax: 16 * 1024 * 1024 };
/** Public nodes have rate limits; requests succeed again a moment later. */
const RETRY_AFTER_MS = [500, 2_000, 5_000];
/** The maximum duration of one request with all its attempts. */
export const ASKING_MS_MAX =
  RETRY_AFTER_MS.reduce((sum, pauseMs) => sum + pauseMs, 0) +
  (RETRY_AFTER_MS.length + 1) * LIMITS.timeoutMs;
/** Names the origin in messages. */
export const ORIGIN = 'the node that this chain was forked from';
/** How much of an untrusted message is quoted. */
const ERROR_TEXT_MAX = 300;

class AskedTooOften extends RowUnavailable {}

/**
 * Rejects with `OriginRefusal`, or with `RowUnavailable` if there is no response or it cannot be
 * parsed.
 */
export async function askOrigin<T>(
  request: OriginRequest,
  result: Pick<Codec<T>, 'parse'>,
): Promise<T> {
  for (const pauseMs of RETRY_AFTER_MS) {
    try {
      return await askOnce(request, result);
    } catch (error) {
      if (!(error instanceof AskedTooOften)) throw error;
      await sleep(pauseMs);
    }
  }
  return askOnce(request, result);
}

async function askOnce<T>(request: OriginRequest, result: Pick<Codec<T>, 'parse'>): Promise<T> {
  const json = resultOf(request, await post(request));
  const complaint = `${nameOf(request)} answers ${request.method} with what cannot be read`;
  return understand(request, complaint, () => result.parse(json));
}

function nameOf({ who = ORIGIN }: OriginRequest): string {
  return who;
}

async function post(request: OriginRequest): Promise<Fetched> {
  const { url, method, params } = request;
  const json = JSON.stringify({ jsonrpc: '2.0', id: 'fork', method, params });
  try {
    return await fetchBytes({ url: new URL(url), json }, LIMITS, sourceClock);
  } catch (error) {
    throw new RowUnavailable(`${nameOf(request)} cannot be asked: ${(error as Error).message}`);
  }
}

function resultOf(request: OriginRequest, { status, body }: Fetched): unknown {
  const { url, method } = request;
  const who = nameOf(request);
  if (status === 429) throw new AskedTooOften(`${who} limits its clients`);
  const stranger = `${who} does not speak JSON-RPC (HTTP status ${status})`;
  const answer = understand(request, stranger, () => parseJsonBytes(body));
  if (!isJsonObject(answer)) throw new RowUnavailable(stranger);
  const { result, error } = answer as { result?: JsonValue; error?: JsonValue };
  if (error !== undefined && error !== null) {
    const { cause, data } = readError(error);
    const shown = hideUrl(`${cause}: ${data}`, url).slice(0, ERROR_TEXT_MAX);
    const message = `${who} answers ${method} with ${shown}`;
    throw new OriginRefusal({ code: 'origin_refusal', cause }, message);
  }
  if (result === undefined) throw new RowUnavailable(stranger);
  return result;
}

/** Older nodes name no cause, and other servers may send anything here. */
function readError(error: JsonValue): { readonly cause: string; readonly data: string } {
  const { cause, name, data } = (isJsonObject(error) ? error : {}) as Partial<JsonObject>;
  const names = [isJsonObject(cause) ? cause.name : undefined, name];
  return {
    cause: names.find((candidate) => typeof candidate === 'string') ?? 'UNKNOWN',
    data: formatJsonValue(data ?? error),
  };
}

/** Converts a parser's error to a message that names the origin. */
function understand<T>({ url }: OriginRequest, complaint: string, parse: () => T): T {
  return restate(parse, ({ message }) => {
    const shown = hideUrl(message, url).slice(0, ERROR_TEXT_MAX);
    return new RowUnavailable(`${complaint}: ${shown}`);
  });
}
