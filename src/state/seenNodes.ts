// Trie nodes that contracts pay for: one that was read before costs less.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';

/**
 * Trie nodes that lookups visited: `touched` for the first time in the chunk, or `cached`, seen
 * earlier in it.
 */
export type TrieNodeCounts = { touched: number; cached: number };

export class SeenNodes {
  readonly #seen = new Set<string>();

  count(hash: Hash, counts: TrieNodeCounts): void {
    const key = bytesKey(hash);
    if (this.#seen.has(key)) {
      counts.cached++;
    } else {
      this.#seen.add(key);
      counts.touched++;
    }
  }
}
