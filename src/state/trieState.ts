// The state of a shard as its trie has it.

import { compareBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { iterateTrie } from '../trie/trieIterate.ts';
import { RecordedTrie } from './recordedTrie.ts';
import type { FoundValue } from './stateUpdate.ts';
import type { ListedRow, RowRange, StateView } from './stateView.ts';

export class TrieState implements StateView {
  readonly canProve: boolean;
  readonly #trie: RecordedTrie;

  constructor(nodes: NodeReader, root: Hash) {
    this.#trie = new RecordedTrie(nodes, root);
    this.canProve = nodes.beneath === undefined;
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

  *rows(range: RowRange): Generator<ListedRow> {
    const { nodes, root } = this.#trie;
    if (nodes.beneath !== undefined) return yield* this.#rowsOfFork(range);
    for (const { key, valueHash } of iterateTrie(nodes, root, range)) {
      yield { key, read: () => nodes.read(valueHash) };
    }
  }

  /** No proof: the rows beneath are in no trie. */
  *#rowsOfFork({ prefix, after }: RowRange): Generator<ListedRow> {
    for (const key of this.#trie.keysWithPrefix(prefix)) {
      if (after !== undefined && compareBytes(key, after) <= 0) continue;
      yield { key, read: () => this.#trie.get(key) as Uint8Array };
    }
  }
}
