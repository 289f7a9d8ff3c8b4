// Caches results that were requested twice since the last block. A result that depends on the
// params, the chain and the configuration alone is valid until the chain changes, so each block
// clears the cache: when it is announced, or as soon as it can be read, because a client may know
// of it before the announcement comes. Bounded in bytes. There are two levels: results by method
// and params, and complete responses by the bytes of their requests, for clients that send the same
// id each time.

import { flattenText } from '../../base/bytes/flattenText.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { RecentKeys } from '../../base/collections/recentKeys.ts';
import { formatJsonWithin, type JsonValue } from '../../base/json/exactJson.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import type { RpcRequest } from '../messages/envelope.ts';
import type { EndpointKind } from './endpoint.ts';
import type { UnverifiedKind } from './unverifiedKind.ts';

/** Longer requests are not looked up. */
export const KEPT_REQUEST_BYTES_MAX = 4 * 1024;
/** The size of an entry, in addition to its key and its text. */
const ENTRY_BYTES = 300;

/** A result, and the metrics of its requests. */
export interface KeptResult {
  /** The name in metrics. */
  readonly label: string;
  /** The JSON text. */
  readonly result: string;
  readonly unverified: readonly UnverifiedKind[];
  /** Whether it is about the newest final block. */
  readonly isAtFinal: boolean;
  /** Whether the state that the method varies with is unchanged. */
  isCurrent(): boolean;
  count(): void;
}

interface KeptResponse extends KeptResult {
  readonly answer: HttpResponse;
}

/** What invalidates the cache; each function returns one that unsubscribes. */
interface ChainNotices {
  onBlock(listener: () => void): () => void;
  readonly onRevert?: (listener: () => void) => () => void;
  /** Absent if a block is announced before it can be read. */
  readonly newestHeight?: (() => number) | undefined;
}

export class ResponseCache {
  readonly #answers: BoundedCache<KeptResponse>;
  readonly #results: BoundedCache<KeptResult>;
  readonly #recentRequests = new RecentKeys();
  readonly #recentQuestions = new RecentKeys();
  readonly #newestHeight: (() => number) | undefined;
  #height: number | undefined;
  #age = 0;

  constructor({ onBlock, onRevert, newestHeight }: ChainNotices, caches = new Caches()) {
    this.#newestHeight = newestHeight;
    this.#answers = caches.create('responses');
    this.#results = caches.create('results');
    onBlock(() => this.#forget());
    onRevert?.(() => this.#forget());
  }

  /** Changes when the cache is cleared. */
  get age(): number {
    this.#forgetOvertaken();
    return this.#age;
  }

  /**
   * Whether results of calls that began at an age may be added. Those that a block has overtaken
   * without an announcement are cleared with the rest, before anything is looked up.
   */
  isOfAge(age: number | undefined): boolean {
    return this.#age === age;
  }

  /** Most clients ask everything once, so keys need not be made for them. */
  get hasResponses(): boolean {
    return !this.#answers.isEmpty;
  }

  answer(request: string): KeptResponse | undefined {
    const kept = this.#answers.get(request);
    return kept !== undefined && this.#forgetOvertaken() ? undefined : kept;
  }

  result(question: string): KeptResult | undefined {
    const kept = this.#results.get(question);
    return kept !== undefined && this.#forgetOvertaken() ? undefined : kept;
  }

  /** Returns whether the same bytes came before: most clients change the id of each request. */
  noteRequest(request: string): boolean {
    return this.#recentRequests.note(request);
  }

  keepResponse(request: string, result: KeptResult, response: HttpResponse): void {
    const { body } = response;
    const kept = { ...result, answer: { ...response, body: new Uint8Array(body) } };
    this.#answers.set(request, kept, ENTRY_BYTES + request.length + body.length);
  }

  /** Returns whether it came before: an indexer requests everything just once. */
  noteQuestion(question: string): boolean {
    return this.#recentQuestions.note(question);
  }

  keepResult(question: string, kept: KeptResult): void {
    flattenText(kept.result);
    this.#results.set(question, kept, ENTRY_BYTES + question.length + kept.result.length);
  }

  /** Whether there was a block that nobody has announced yet. */
  #forgetOvertaken(): boolean {
    const height = this.#newestHeight?.();
    if (height === this.#height) return false;
    this.#height = height;
    this.#forget();
    return true;
  }

  #forget(): void {
    this.#age++;
    this.#recentRequests.clear();
    this.#recentQuestions.clear();
    this.#answers.clear();
    this.#results.clear();
  }
}

/**
 * Equivalent params may have different keys, but equal keys have the same meaning. Null for long
 * params.
 */
export function questionKey(request: RpcRequest, at: EndpointKind): string | null {
  const { method, params, paramsText } = request;
  const text = paramsText ?? formatJsonWithin(params as JsonValue, KEPT_REQUEST_BYTES_MAX);
  if (text === null || text.length > KEPT_REQUEST_BYTES_MAX) return null;
  return `${at === 'root' ? '' : '/'}${method} ${text}`;
}
