// The node to which requests are passed on that this one cannot serve: sending transactions, and
// calling contracts without local state. Responses pass through unchanged; the URL, which may
// contain a key, is never revealed.

import { repeatsKey } from '../../base/shownUrl.ts';
import { isJsonObject } from '../../codec/codec.ts';
import { fetchBytes } from '../../follow/sources/boundedFetch.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';
import { type HttpResponse, textResponse } from '../../http/httpResponse.ts';
import type { Upstream } from '../core/context.ts';
import { REGISTRY } from './registry.ts';

/** The upstream node. */
export interface UpstreamAddress {
  readonly url: string;
  /** The token that it requires. */
  readonly token?: string | undefined;
}

/** Long enough to wait for a transaction. */
const LIMITS = { timeoutMs: 60_000, bodyBytesMax: 64 * 1024 * 1024 };

export function createUpstream({ url, token }: UpstreamAddress, hasState: boolean): Upstream {
  const base = new URL(url);
  return {
    takes: (name, params) => {
      const method = REGISTRY.get(name)?.method;
      if (method === undefined) return false;
      if (method.isSubmission === true || method.isListing === true) return true;
      return !hasState && isContractCall(method.name, params);
    },
    ask: (path, body) => forward(extendPath(base, path), body, token),
  };
}

function isContractCall(method: string, params: unknown): boolean {
  if (method === 'EXPERIMENTAL_call_function') return true;
  if (method !== 'query') return false;
  const isCallPath = Array.isArray(params) && String(params[0]).startsWith('call/');
  return isCallPath || (isJsonObject(params) && params.request_type === 'call_function');
}

/** Keeps a key in the query. */
function extendPath(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, '') + path;
  return url;
}

async function forward(
  url: URL,
  json: Uint8Array,
  token: string | undefined,
): Promise<HttpResponse> {
  try {
    const asked = { url, json, token };
    const { status, contentType, body } = await fetchBytes(asked, LIMITS, sourceClock);
    if (!repeatsKey(body, url, token)) return { status, contentType, body };
    return textResponse(502, `the upstream node answers with status ${status}`);
  } catch (error) {
    return textResponse(502, `the upstream node does not answer: ${(error as Error).message}`);
  }
}
