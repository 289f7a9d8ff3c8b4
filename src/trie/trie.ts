/**
 * The rows of a state by key, as of any root: what states read from and what updates are applied
 * to. The interface is the seam for states that are more than the nodes of one trie.
 */

import { fail } from '../base/assert.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { NodeReader, VisitNode } from './nodeReader.ts';
import { iterateTrie, type RowRange } from './trieIterate.ts';
import type { ValueRef } from './trieNode.ts';
import { lookupTrie } from './trieRead.ts';
import type { TrieChanges } from './trieRebuild.ts';
import { type TrieChange, updateTrie } from './trieUpdate.ts';

export interface ListedRow {
  readonly key: Uint8Array;
  read(): Uint8Array;
}

export interface Trie {
  /** Whether the visited nodes prove an answer: every row is in the trie of the root. */
  readonly canProve: boolean;
  /** The nodes themselves, for walks by weight; they need not have all rows (see `canProve`). */
  readonly nodes: NodeReader;
  /** `visit` is called for each node on the path, also when the key is absent. */
  find(root: Hash, key: Uint8Array, visit?: VisitNode): ValueRef | null;
  /** The value that `find` has returned. */
  read(ref: ValueRef): Uint8Array;
  /** Every key with a prefix, in order; `visit` is called for their values too. */
  keys(root: Hash, prefix: Uint8Array, visit?: VisitNode): Uint8Array[];
  /** In the order of the keys. */
  rows(root: Hash, range: RowRange): Iterable<ListedRow>;
  update(root: Hash, changes: readonly TrieChange[]): TrieChanges;
}

/** A trie whose nodes hold the whole state. */
export class NodeTrie implements Trie {
  readonly canProve = true;
  readonly nodes: NodeReader;

  constructor(nodes: NodeReader) {
    this.nodes = nodes;
  }

  find(root: Hash, key: Uint8Array, visit?: VisitNode): ValueRef | null {
    return lookupTrie(this.nodes, root, key, visit);
  }

  read({ valueHash }: ValueRef): Uint8Array {
    return this.nodes.read(valueHash);
  }

  keys(root: Hash, prefix: Uint8Array, visit?: VisitNode): Uint8Array[] {
    const keys: Uint8Array[] = [];
    const range = visit === undefined ? { prefix } : { prefix, visit };
    for (const entry of iterateTrie(this.nodes, root, range)) {
      visit?.(entry.valueHash, this.read(entry));
      keys.push(entry.key);
    }
    return keys;
  }

  *rows(root: Hash, range: RowRange): Generator<ListedRow> {
    for (const entry of iterateTrie(this.nodes, root, range)) {
      yield { key: entry.key, read: () => this.read(entry) };
    }
  }

  update(root: Hash, changes: readonly TrieChange[]): TrieChanges {
    return updateTrie(this.nodes, root, changes);
  }
}

/** The trie whose root is zero. */
export const EMPTY_TRIE: Trie = new NodeTrie({
  read: () => fail('an empty trie has no nodes'),
});
