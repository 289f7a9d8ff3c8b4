// The state of a shard as its trie has it.

import type { Hash } from '../base/crypto/hash.ts';
import type { ListedRow, Trie } from '../trie/trie.ts';
import type { RowRange } from '../trie/trieIterate.ts';
import { RecordedTrie } from './recordedTrie.ts';
import type { FoundValue } from './stateUpdate.ts';
import type { StateView } from './stateView.ts';

export class TrieState implements StateView {
  readonly canProve: boolean;
  readonly #source: Trie;
  readonly #trie: RecordedTrie;

  constructor(source: Trie, root: Hash) {
    this.canProve = source.canProve;
    this.#source = source;
    this.#trie = new RecordedTrie(source, root);
  }

  get(key: Uint8Array): Uint8Array | null {
    return this.#trie.get(key);
  }

  has(key: Uint8Array): boolean {
    return this.#trie.has(key);
  }

  valueLength(key: Uint8Array): number | null {
    return this.#trie.valueLength(key);
  }

  peek(key: Uint8Array): Uint8Array | null {
    return this.#trie.peek(key);
  }

  keysWithPrefix(prefix: Uint8Array): Uint8Array[] {
    return this.#trie.keysWithPrefix(prefix);
  }

  find(key: Uint8Array): FoundValue | null {
    const ref = this.#trie.find(key);
    if (ref === null) return null;
    return {
      length: ref.valueLength,
      hash: ref.valueHash,
      read: (counts) => this.#trie.readCounted(ref, counts),
    };
  }

  rows(range: RowRange): Iterable<ListedRow> {
    return this.#source.rows(this.#trie.root, range);
  }
}
