// The state of a shard as its trie has it. Nothing is recorded, because nothing is proved; values
// that a view call reads count towards its gas as in a chunk.

import type { Hash } from '../base/crypto/hash.ts';
import type { ListedRow, Trie } from '../trie/trie.ts';
import type { RowRange } from '../trie/trieIterate.ts';
import { SeenNodes } from './seenNodes.ts';
import type { FoundValue } from './stateUpdate.ts';
import type { StateView } from './stateView.ts';

export class TrieState implements StateView {
  readonly canProve: boolean;
  readonly #trie: Trie;
  readonly #root: Hash;
  readonly #seen = new SeenNodes();

  constructor(trie: Trie, root: Hash) {
    this.canProve = trie.canProve;
    this.#trie = trie;
    this.#root = root;
  }

  get(key: Uint8Array): Uint8Array | null {
    const ref = this.#trie.find(this.#root, key);
    return ref === null ? null : this.#trie.read(ref);
  }

  has(key: Uint8Array): boolean {
    return this.#trie.find(this.#root, key) !== null;
  }

  valueLength(key: Uint8Array): number | null {
    return this.#trie.find(this.#root, key)?.valueLength ?? null;
  }

  peek(key: Uint8Array): Uint8Array | null {
    return this.get(key);
  }

  keysWithPrefix(prefix: Uint8Array): Uint8Array[] {
    return this.#trie.keys(this.#root, prefix);
  }

  find(key: Uint8Array): FoundValue | null {
    const ref = this.#trie.find(this.#root, key);
    if (ref === null) return null;
    return {
      length: ref.valueLength,
      hash: ref.valueHash,
      read: (counts) => {
        this.#seen.count(ref.valueHash, counts);
        return this.#trie.read(ref);
      },
    };
  }

  rows(range: RowRange): Iterable<ListedRow> {
    return this.#trie.rows(this.#root, range);
  }
}
