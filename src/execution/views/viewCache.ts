// Answers of view calls that are asked for again. A contract has one answer for each block, so an
// answer is kept, and calls that are the same and come at the same time are one. Bounded in bytes;
// large arguments are not looked up.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';

const ARGS_BYTES_MAX = 4 * 1024;
/** What an answer takes besides its bytes. */
const ENTRY_BYTES = 500;

type CallFunction = (call: ViewCall) => Promise<ViewCallResult>;

export class ViewCache {
  readonly #call: CallFunction;
  readonly #known: BoundedCache<ViewCallResult>;
  #pending = new Map<string, Promise<ViewCallResult>>();

  constructor(call: CallFunction, caches = new Caches()) {
    this.#call = call;
    this.#known = caches.create('view_results');
  }

  async callFunction(call: ViewCall): Promise<ViewCallResult> {
    if (call.args.length > ARGS_BYTES_MAX) return this.#call(call);
    const key = keyOf(call);
    return this.#known.get(key) ?? this.#pending.get(key) ?? this.#ask(call, key);
  }

  /** When blocks were taken back: the same block may come again with another state. */
  clear(): void {
    this.#known.clear();
    this.#pending = new Map();
  }

  async #ask(call: ViewCall, key: string): Promise<ViewCallResult> {
    const pending = this.#pending;
    const asked = this.#call(call);
    pending.set(key, asked);
    try {
      const result = await asked;
      if (pending === this.#pending) this.#known.set(key, result, key.length + sizeOf(result));
      return result;
    } finally {
      pending.delete(key);
    }
  }
}

/** Neither names of accounts nor numbers contain a space; the arguments stand last. */
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
