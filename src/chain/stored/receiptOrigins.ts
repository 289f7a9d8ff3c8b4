// Finds the transaction that a receipt came from, by following parents. Recent results are cached,
// because the receipts of a block mostly share their ancestors.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { ChainReader } from './chainReader.ts';

/** What an entry takes: two hashes, one of them as text, and the objects around them. */
const ENTRY_BYTES = 250;

type Chain = Pick<ChainReader, 'receiptParent' | 'transaction'>;

export class ReceiptOrigins {
  readonly #chain: Chain;
  readonly #origins: BoundedCache<Hash>;

  constructor(chain: Chain, caches = new Caches()) {
    this.#chain = chain;
    this.#origins = caches.create('receipt_origins');
  }

  /**
   * The originating transaction: the id itself, or that of the receipt's ancestors. Null if one of
   * them is no longer kept.
   */
  find(id: Hash): Hash | null {
    const path: Hash[] = [];
    for (let at = id; ; ) {
      path.push(at);
      const parent = this.#chain.receiptParent(at);
      const origin = parent === null ? this.#transaction(at) : this.#origins.get(bytesKey(at));
      if (origin === null) return null;
      if (origin !== undefined) {
        for (const passed of path) this.#origins.set(bytesKey(passed), origin, ENTRY_BYTES);
        return origin;
      }
      at = parent as Hash;
    }
  }

  #transaction(id: Hash): Hash | null {
    return this.#chain.transaction(id) === null ? null : id;
  }
}
