// The blocks that a transaction may build on: those of the validity period, newest first. Which one
// it was is not shown, and is found by trying.

import { bytesKey, equalBytes } from '../base/bytes.ts';
import { HASH_ZERO, type Hash } from '../base/hash.ts';
import type { StoredChain } from '../chain/storedChain.ts';

/** Base blocks that were found last; clients share a few at a time. */
const FOUND_MAX = 8;

export class BaseBlocks {
  readonly #chain: StoredChain;
  readonly #validityPeriod: number;
  #found: readonly Hash[] = [];

  constructor(chain: StoredChain, validityPeriod: number) {
    this.#chain = chain;
    this.#validityPeriod = validityPeriod;
  }

  /** For a transaction in the block after the head. */
  *candidates(): Generator<Hash> {
    yield* this.#found;
    const { height: last } = this.#chain.head();
    for (let height = last; height >= this.#firstHeight(last); height--) {
      const hash = this.#chain.hashAt(height);
      if (hash !== null) yield hash;
    }
  }

  /** Whether no block of the validity period is unknown here. */
  isComplete(): boolean {
    const { height } = this.#chain.genesis();
    if (height <= this.#chain.head().height - this.#validityPeriod) return true;
    return isFromGenesis(this.#chain);
  }

  /** A later transaction is likely to build on the same block. */
  remember(base: Hash): void {
    const key = bytesKey(base);
    const others = this.#found.filter((hash) => bytesKey(hash) !== key);
    this.#found = [base, ...others].slice(0, FOUND_MAX);
  }

  #firstHeight(last: number): number {
    return Math.max(this.#chain.genesis().height, last - this.#validityPeriod);
  }
}

/** Whether the first block here is the first one of the chain. */
export function isFromGenesis(chain: StoredChain): boolean {
  const block = chain.block(chain.genesis().hash);
  return block !== null && equalBytes(block.header.prevHash, HASH_ZERO);
}
