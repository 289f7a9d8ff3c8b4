// The blocks that a transaction may be based on: those of the validity period, newest first. The
// message does not show which one it was, so it is found by trying.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import type { Caches } from '../../base/collections/caches.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';

/** Recently found base blocks; clients share a few at a time. */
const SHARED_MAX = 8;
/** The size of an entry: two hashes, one of them as text. */
const ENTRY_BYTES = 250;

export class BaseBlocks {
  readonly #chain: StoredChain;
  readonly #validityPeriod: number;
  /** By transaction, as a block may be checked more than once. */
  readonly #found: BoundedCache<Hash>;
  #shared: readonly Hash[] = [];
  /** The validity period as far as it was needed, up to the height of the head. */
  #recent: { readonly headHeight: number; readonly hashes: Hash[]; nextHeight: number } | null =
    null;

  constructor(chain: StoredChain, validityPeriod: number, caches: Caches) {
    this.#found = caches.create('base_blocks');
    this.#chain = chain;
    this.#validityPeriod = validityPeriod;
  }

  /** For a transaction in the block after the head. */
  *candidates(transaction: Hash): Generator<Hash> {
    const found = this.#found.get(bytesKey(transaction));
    if (found !== undefined) yield found;
    yield* this.#shared;
    for (let i = 0; ; i++) {
      const hash = this.#recentAt(i);
      if (hash === null) return;
      yield hash;
    }
  }

  /** Whether all blocks of the validity period are known here. */
  isComplete(): boolean {
    const { height } = this.#chain.genesis();
    if (height <= this.#chain.head().height - this.#validityPeriod) return true;
    return isFromGenesis(this.#chain);
  }

  /** A later transaction is likely to build on the same block. */
  remember(transaction: Hash, base: Hash): void {
    this.#found.set(bytesKey(transaction), base, ENTRY_BYTES);
    const others = this.#shared.filter((hash) => !equalBytes(hash, base));
    this.#shared = [base, ...others].slice(0, SHARED_MAX);
  }

  /** Null before the oldest. Each is read once for all transactions of a block. */
  #recentAt(index: number): Hash | null {
    const { height: headHeight } = this.#chain.head();
    if (this.#recent?.headHeight !== headHeight) {
      this.#recent = { headHeight, hashes: [], nextHeight: headHeight };
    }
    const { hashes } = this.#recent;
    const oldest = Math.max(this.#chain.genesis().height, headHeight - this.#validityPeriod);
    while (hashes.length <= index && this.#recent.nextHeight >= oldest) {
      const hash = this.#chain.hashAt(this.#recent.nextHeight--);
      if (hash !== null) hashes.push(hash);
    }
    return hashes[index] ?? null;
  }
}

/** Whether the first block here is the first one of the chain. */
export function isFromGenesis(chain: StoredChain): boolean {
  const block = chain.block(chain.genesis().hash);
  return block !== null && equalBytes(block.header.prevHash, HASH_ZERO);
}
