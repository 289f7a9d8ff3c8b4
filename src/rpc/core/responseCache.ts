// Answers that were given twice a moment ago and still hold. What follows from the params, the
// chain and the configuration alone is the same until the chain changes, so everything is forgotten
// with each block. Bounded in bytes. There are two levels: results by method and params, and whole
// responses by the bytes of their requests, for clients that send the same id each time.

import { flattenText } from '../../base/bytes/flattenText.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { formatJsonWithin, type JsonValue } from '../../base/json/exactJson.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import type { UnverifiedKind } from '../verification/unverifiedKind.ts';
import type { RpcRequest } from './envelope.ts';

/** A longer request is not looked up. */
export const KEPT_REQUEST_BYTES_MAX = 4 * 1024;
/** What an entry takes besides its key and its answer. */
const ENTRY_BYTES = 200;

/** A result, and how its requests are counted. */
export interface KeptResult {
  /** The name in metrics. */
  readonly label: string;
  /** The JSON text. */
  readonly result: string;
  readonly unverified: readonly UnverifiedKind[];
  /** Whether that which the method varies with, besides blocks, is still the same. */
  isCurrent(): boolean;
  count(): void;
  /** The id of the request that was last answered with it, as JSON. */
  lastId: string;
}

interface KeptResponse extends KeptResult {
  readonly answer: HttpResponse;
}

/** What makes kept responses outdated; each function returns one that ends the subscription. */
interface ChainNotices {
  onBlock(listener: () => void): () => void;
  readonly onRevert?: (listener: () => void) => () => void;
}

export class ResponseCache {
  readonly #answers: BoundedCache<KeptResponse>;
  readonly #results: BoundedCache<KeptResult>;
  /** Questions that were answered once, with the id of the request. */
  readonly #asked: BoundedCache<string>;
  #age = 0;

  constructor({ onBlock, onRevert }: ChainNotices, caches = new Caches()) {
    this.#answers = caches.create('responses');
    this.#results = caches.create('results');
    this.#asked = caches.create('first_requests');
    onBlock(() => this.#forget());
    onRevert?.(() => this.#forget());
  }

  /** Changes whenever everything is forgotten: what was begun before must not be kept after. */
  get age(): number {
    return this.#age;
  }

  answer(request: string): KeptResponse | undefined {
    return this.#answers.get(request);
  }

  result(question: string): KeptResult | undefined {
    return this.#results.get(question);
  }

  keepResponse(request: string, kept: KeptResponse): void {
    this.#answers.set(request, kept, ENTRY_BYTES + request.length + kept.answer.body.length);
  }

  /** Whether it is kept: not the first time, since who reads a whole chain asks everything once. */
  keepResult(question: string, kept: KeptResult): boolean {
    const firstId = this.#asked.get(question);
    if (firstId === undefined) {
      const { lastId } = kept;
      this.#asked.set(question, lastId, ENTRY_BYTES + question.length + lastId.length);
      return false;
    }
    kept.lastId = firstId;
    flattenText(kept.result);
    this.#results.set(question, kept, ENTRY_BYTES + question.length + kept.result.length);
    return true;
  }

  #forget(): void {
    this.#age++;
    this.#asked.clear();
    this.#answers.clear();
    this.#results.clear();
  }
}

/**
 * Params that mean the same may still be two questions; one question has one meaning. Null for long
 * ones.
 */
export function questionKey({ method, params }: RpcRequest): string | null {
  const text = formatJsonWithin(params as JsonValue, KEPT_REQUEST_BYTES_MAX);
  return text === null ? null : `${method} ${text}`;
}
