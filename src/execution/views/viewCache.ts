// Caches the results of view calls. A contract has one result for each block, so results can be
// kept, and identical concurrent calls are merged. Bounded in bytes; calls with large arguments are
// not cached.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { RecentKeys } from '../../base/collections/recentKeys.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';

const ARGS_BYTES_MAX = 4 * 1024;
/** The size of a cached result besides its bytes. */
const ENTRY_BYTES = 500;

type CallFunction = (call: ViewCall) => ViewCallResult | Promise<ViewCallResult>;

export class ViewCache {
  readonly #call: CallFunction;
  readonly #known: BoundedCache<ViewCallResult>;
  #pending = new Map<string, Promise<ViewCallResult>>();
  /** A call that is over at once is short: it is kept when it comes again. */
  readonly #recent = new RecentKeys();

  constructor(call: CallFunction, caches = new Caches()) {
    this.#call = call;
    this.#known = caches.create('view_results');
  }

  callFunction(call: ViewCall): ViewCallResult | Promise<ViewCallResult> {
    if (call.args.length > ARGS_BYTES_MAX) return this.#call(call);
    const key = keyOf(call);
    return this.#known.get(key) ?? this.#pending.get(key) ?? this.#ask(call, key);
  }

  /** After a revert: the same height may come again with a different state. */
  clear(): void {
    this.#known.clear();
    this.#pending = new Map();
  }

  #ask(call: ViewCall, key: string): ViewCallResult | Promise<ViewCallResult> {
    const asked = this.#call(call);
    if (asked instanceof Promise) return this.#await(asked, key);
    if (this.#recent.note(key)) this.#keep(key, asked);
    return asked;
  }

  async #await(asked: Promise<ViewCallResult>, key: string): Promise<ViewCallResult> {
    const pending = this.#pending;
    pending.set(key, asked);
    try {
      const result = await asked;
      if (pending === this.#pending) this.#keep(key, result);
      return result;
    } finally {
      pending.delete(key);
    }
  }

  #keep(key: string, result: ViewCallResult): void {
    this.#known.set(key, result, key.length + sizeOf(result));
  }
}

/** Neither account ids nor numbers contain a space; the arguments come last. */
function keyOf({ accountId, args, blockHash, gasLimit, methodName, shardId }: ViewCall): string {
  const head = `${bytesKey(blockHash)}${shardId} ${gasLimit} ${accountId} ${methodName.length}`;
  return `${head} ${methodName}${bytesKey(args)}`;
}

function sizeOf(result: ViewCallResult): number {
  if (result.kind === 'failed') return ENTRY_BYTES + result.debug.length;
  if (result.kind === 'unavailable') return ENTRY_BYTES + result.message.length;
  const logLength = result.logs.reduce((total, log) => total + log.length, 0);
  return ENTRY_BYTES + result.value.length + logLength;
}
