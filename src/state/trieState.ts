// The state of a shard as its trie has it. Nothing is recorded, as nothing is paid for or proved.

import type { Hash } from '../base/crypto/hash.ts';
import type { ListedRow, Trie } from '../trie/trie.ts';
import type { RowRange } from '../trie/trieIterate.ts';
import type { FoundValue } from './stateUpdate.ts';
import type { StateView } from './stateView.ts';

export class TrieState implements StateView {
  readonly canProve: boolean;
  readonly #trie: Trie;
  readonly #root: Hash;

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
      // Reads are free of charge for nodes: nothing is counted.
      read: () => this.#trie.read(ref),
    };
  }

  rows(range: RowRange): Iterable<ListedRow> {
    return this.#trie.rows(this.#root, range);
  }
}
