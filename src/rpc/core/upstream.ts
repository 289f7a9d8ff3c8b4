// The node that front ends turn to for what they cannot do themselves: sending transactions, and
// calling contracts where no state is kept. Its answers pass through as they are; its address,
// which may hold a key, is told to nobody.

import { repeatsKey } from '../../base/shownUrl.ts';
import { isJsonObject } from '../../codec/codec.ts';
import { fetchBytes } from '../../follow/sources/boundedFetch.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';
import { type HttpResponse, textResponse } from '../../http/httpResponse.ts';
import type { Upstream } from './context.ts';
import { REGISTRY } from './registry.ts';

/** Another node, which does what this one cannot. */
export interface UpstreamAddress {
  readonly url: string;
  /** What it wants from callers of other machines. */
  readonly token?: string | undefined;
}

/** Waiting for a transaction takes its time. */
const LIMITS = { timeoutMs: 60_000, bodyBytesMax: 64 * 1024 * 1024 };

/** A cluster keeps histories by account, and cannot list the accounts themselves. */
const LISTING = 'perigee_sub_accounts';

export function createUpstream({ url, token }: UpstreamAddress, hasState: boolean): Upstream {
  const base = new URL(url);
  return {
    takes: (name, params) => {
      const method = REGISTRY.get(name)?.method;
      if (method === undefined) return false;
      if (method.isSubmission === true || name === LISTING) return true;
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

/** A key in the query stays there. */
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
