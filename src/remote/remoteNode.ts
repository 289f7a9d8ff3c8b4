// A node of another network over JSON-RPC. It is not trusted: whatever it answers is a value of the
// expected type or a RemoteError. Bounds: 16 MiB and 10 s for each answer, and a number of requests
// and of bytes for a trace.

import { PerigeeError } from '../base/errors.ts';
import { showUrl } from '../base/shownUrl.ts';
import type { Codec } from '../codec/codec.ts';
import { askOrigin, OriginRefusal } from '../fork/askOrigin.ts';
import type { OriginPlace } from '../fork/askRow.ts';
import { RemoteError } from './remoteError.ts';

/** For one trace; a receipt reads tens of rows. */
const REQUESTS_MAX = 20_000;
const PARALLEL_MAX = 8;

/** The names of errors that mean that a node has forgotten a block. */
const PRUNED: ReadonlySet<string> = new Set([
  'GARBAGE_COLLECTED_BLOCK',
  'UNKNOWN_BLOCK',
  'UNAVAILABLE_SHARD',
]);

export class RemoteNode {
  readonly url: string;
  readonly #onRequest: () => void;
  #requests = 0;

  constructor(url: string, onRequest: () => void = () => {}) {
    this.url = url;
    this.#onRequest = onRequest;
  }

  get name(): string {
    return showUrl(this.url);
  }

  /** The place of rows after a block. */
  placeOf(blockHash: Uint8Array): OriginPlace {
    return { url: this.url, blockHash, who: this.name };
  }

  async ask<T>(method: string, params: unknown, result: Pick<Codec<T>, 'parse'>): Promise<T> {
    this.countRequest();
    return askOrigin({ url: this.url, who: this.name, method, params }, result);
  }

  /** The same, or null if the node refuses. */
  async askOrNull<T>(
    method: string,
    params: unknown,
    result: Pick<Codec<T>, 'parse'>,
  ): Promise<T | null> {
    try {
      return await this.ask(method, params, result);
    } catch (error) {
      if (error instanceof OriginRefusal) return null;
      throw error;
    }
  }

  /** The bound on requests is that of a trace. */
  beginTrace(): void {
    this.#requests = 0;
  }

  countRequest(): void {
    this.#onRequest();
    this.#requests += 1;
    if (this.#requests <= REQUESTS_MAX) return;
    throw new RemoteError('remote_source', `the trace needs more than ${REQUESTS_MAX} requests`);
  }
}

/** What goes wrong while a node is asked, as an error of the trace. `block` is what it is about. */
export function explainRemote(error: unknown, who: string, block: string | null): unknown {
  const cause = refusalIn(error);
  if (cause !== null && isPruned(cause)) {
    const which = block ?? 'the block';
    const text = `${who} has pruned ${which}, or never had it; use an archival node`;
    return new RemoteError('remote_source', text, error);
  }
  if (error instanceof RemoteError || !(error instanceof PerigeeError)) return error;
  return new RemoteError('remote_source', error.message, error);
}

/** Whether a node refuses because it does not have the block. */
export function isPruned({ info }: OriginRefusal): boolean {
  return PRUNED.has(info.cause);
}

function refusalIn(error: unknown): OriginRefusal | null {
  if (error instanceof OriginRefusal) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}

/** Like `Promise.all` over the results, with a bounded number of them under way. */
export async function mapInParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = Array(items.length);
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i] as T);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_MAX, items.length) }, lane));
  return results;
}
