// The trie as one chunk reads it. Everything read counts once, by its hash, towards the size of the
// state proof, which decides what a chunk still executes. Beside it stands the count of trie nodes
// that contracts pay for when they write: it has a memory of its own, which lookups of the node
// itself do not touch.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { KEY_REMOVAL_PROOF_CHARGE } from '../params/constants.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import type { Trie } from '../trie/trie.ts';
import type { ValueRef } from '../trie/trieNode.ts';
import type { TrieChanges } from '../trie/trieRebuild.ts';
import type { TrieChange } from '../trie/trieUpdate.ts';
import { SeenNodes, type TrieNodeCounts } from './seenNodes.ts';

export class RecordedTrie {
  readonly root: Hash;
  readonly #trie: Trie;
  readonly #recorded = new Set<string>();
  readonly #seen = new SeenNodes();
  #proofSize = 0;

  constructor(trie: Trie, root: Hash) {
    this.#trie = trie;
    this.root = root;
  }

  /** An upper bound of the state proof's bytes for all that was read so far. */
  get proofSize(): number {
    return this.#proofSize;
  }

  /** The nodes one by one; each that is read is recorded. */
  readonly nodes: NodeReader = {
    read: (hash) => {
      const bytes = this.#trie.nodes.read(hash);
      this.#record(hash, bytes);
      return bytes;
    },
  };

  /** The removal of a contract's record may need more nodes to prove; each one is charged. */
  noteContractDataRemoval(): void {
    this.#proofSize += KEY_REMOVAL_PROOF_CHARGE;
  }

  get(key: Uint8Array): Uint8Array | null {
    const ref = this.find(key);
    return ref === null ? null : this.read(ref);
  }

  /** Records the path and not the value, as `valueLength` does. */
  has(key: Uint8Array): boolean {
    return this.find(key) !== null;
  }

  valueLength(key: Uint8Array): number | null {
    return this.find(key)?.valueLength ?? null;
  }

  /** Reads without leaving a trace: contract code is not part of the state proof. */
  peek(key: Uint8Array): Uint8Array | null {
    const ref = this.#trie.find(this.root, key);
    return ref === null ? null : this.#trie.read(ref);
  }

  find(key: Uint8Array): ValueRef | null {
    return this.#trie.find(this.root, key, this.#record);
  }

  /** A lookup that a contract pays for, node by node. */
  findCounted(key: Uint8Array, counts: TrieNodeCounts): ValueRef | null {
    return this.#trie.find(this.root, key, (hash, bytes) => {
      this.#record(hash, bytes);
      this.#seen.count(hash, counts);
    });
  }

  read(ref: ValueRef): Uint8Array {
    const bytes = this.#trie.read(ref);
    this.#record(ref.valueHash, bytes);
    return bytes;
  }

  /** Reads a value for a contract; it counts as one more node. */
  readCounted(ref: ValueRef, counts: TrieNodeCounts): Uint8Array {
    this.#seen.count(ref.valueHash, counts);
    return this.read(ref);
  }

  /**
   * All keys that begin with `prefix`, in order. Their values are read too, as the reference does.
   */
  keysWithPrefix(prefix: Uint8Array): Uint8Array[] {
    return this.#trie.keys(this.root, prefix, this.#record);
  }

  /** The trie with the changes; this one stays as it is. */
  update(changes: readonly TrieChange[]): TrieChanges {
    return this.#trie.update(this.root, changes);
  }

  readonly #record = (hash: Hash, bytes: Uint8Array): void => {
    const key = bytesKey(hash);
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    this.#proofSize += bytes.length;
  };
}
