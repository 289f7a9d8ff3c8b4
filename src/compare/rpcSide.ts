// One of the two nodes that are compared. Its responses are compared whatever their status; failed
// requests are retried a few times.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { type JsonObject, type JsonValue, parseJsonBytes } from '../base/json/exactJson.ts';
import { showUrl } from '../base/shownUrl.ts';
import { BlockSourceError, type SourceClock } from '../follow/sources/blockSource.ts';
import { fetchBytes } from '../follow/sources/boundedFetch.ts';
import { TryLater, tryUntilDone } from '../follow/sources/patience.ts';
import { isObject } from './jsonDifferences.ts';

const LIMITS = { timeoutMs: 30_000, bodyBytesMax: 128 * 1024 * 1024 };
const TRIES_MAX = 4;
const BUSY_WAIT_MS = 5_000;
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export class CompareError extends PerigeeError<{ readonly code: 'node_unreachable' }> {}

export class RpcSide {
  readonly url: string;
  readonly #clock: SourceClock;
  readonly #signal: AbortSignal;

  constructor(url: string, clock: SourceClock, signal: AbortSignal) {
    this.url = url;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** The response to a request, as JSON. */
  async send(json: string): Promise<JsonValue> {
    const patience = { clock: this.#clock, signal: this.#signal, report: () => {} };
    try {
      return await tryUntilDone({ ...patience, triesMax: TRIES_MAX }, () => this.#sendOnce(json));
    } catch (error) {
      if (!(error instanceof BlockSourceError)) throw error;
      const text = `${showUrl(this.url)} does not answer: ${error.message}.`;
      throw new CompareError({ code: 'node_unreachable' }, text, { cause: error });
    }
  }

  /** The result of a method, or null if the response has no object as its result. */
  async ask(method: string, params: object): Promise<JsonObject | null> {
    const answer = await this.send(formatRequest(method, params));
    const result = isObject(answer) ? answer.result : undefined;
    return isObject(result) ? result : null;
  }

  async #sendOnce(json: string): Promise<JsonValue> {
    const asked = { url: new URL(this.url), json };
    const { status, body } = await fetchBytes(asked, LIMITS, this.#clock, this.#signal);
    if (BUSY_STATUSES.has(status)) throw new TryLater(`status ${status}`, BUSY_WAIT_MS);
    try {
      return parseJsonBytes(body);
    } catch {
      // Text that is not JSON can still be compared.
      return { status, text: bytesToUtf8(body) };
    }
  }
}

export function formatRequest(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 'compare', method, params });
}
