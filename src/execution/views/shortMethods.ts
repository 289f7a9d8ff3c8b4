// Which methods of contracts are known to be short, from the calls before. A method is short once a
// call of it has ended soon, and long for a while after one that did not; a contract with several
// long methods is long as a whole. Bounded by a cache.

import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import type { Caches } from '../../base/collections/caches.ts';

/** How long a method stays long. */
const LONG_MS = 60_000;
/**
 * Calls in a row that take too long before the method counts as long. On a busy machine the thread
 * may lose its core during any call, but not during all of them.
 */
const SLOW_CALLS_MAX = 16;
const LONG_METHODS_MAX = 3;
const METHOD_CHARS_MAX = 256;
const ENTRY_BYTES = 200;

interface MethodRecord {
  /** Calls in a row that were too slow. */
  slowCalls: number;
  /** In milliseconds of the given clock. */
  longUntil: number;
}

interface ContractRecord {
  longMethods: number;
  longUntil: number;
}

export class ShortMethods {
  readonly #methods: BoundedCache<MethodRecord>;
  readonly #contracts: BoundedCache<ContractRecord>;
  readonly #now: () => number;

  constructor(caches: Caches, now: () => number) {
    this.#methods = caches.create('short_methods');
    this.#contracts = caches.create('short_methods');
    this.#now = now;
  }

  /** Whether the method has been called before, and is short as far as known. */
  has(contract: string, method: string): boolean {
    const record = this.#methods.get(keyOf(contract, method));
    if (record === undefined || this.#now() < record.longUntil) return false;
    const ofContract = this.#contracts.get(contract);
    return ofContract === undefined || this.#now() >= ofContract.longUntil;
  }

  /** A call has ended soon. */
  addShort(contract: string, method: string): void {
    if (method.length > METHOD_CHARS_MAX) return;
    const record = this.#methods.get(keyOf(contract, method));
    if (record !== undefined) record.slowCalls = 0;
    else this.#set(contract, method, { slowCalls: 0, longUntil: 0 });
  }

  /** A call has ended, but late. */
  addSlow(contract: string, method: string): void {
    const record = this.#methods.get(keyOf(contract, method));
    if (record !== undefined && ++record.slowCalls >= SLOW_CALLS_MAX) {
      this.addLong(contract, method);
    }
  }

  /** A call had to be given up. */
  addLong(contract: string, method: string): void {
    const longUntil = this.#now() + LONG_MS;
    this.#set(contract, method, { slowCalls: 0, longUntil });
    const record = this.#contracts.get(contract) ?? { longMethods: 0, longUntil: 0 };
    if (++record.longMethods >= LONG_METHODS_MAX) {
      record.longMethods = 0;
      record.longUntil = longUntil;
    }
    this.#contracts.set(contract, record, ENTRY_BYTES + contract.length);
  }

  /** The contract cannot be called in this way. */
  addUnfit(contract: string): void {
    const record = { longMethods: 0, longUntil: Number.POSITIVE_INFINITY };
    this.#contracts.set(contract, record, ENTRY_BYTES + contract.length);
  }

  #set(contract: string, method: string, record: MethodRecord): void {
    const key = keyOf(contract, method);
    this.#methods.set(key, record, ENTRY_BYTES + key.length);
  }
}

/** Contracts have keys of the same length. */
function keyOf(contract: string, method: string): string {
  return contract + method;
}
