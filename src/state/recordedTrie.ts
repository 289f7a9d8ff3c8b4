// The trie as one chunk reads it. Everything read counts once, by its hash, towards the size of the
// state proof, which decides what a chunk still executes. Beside it stands the count of trie nodes
// that contracts pay for when they write: it has a memory of its own, which lookups of the node
// itself do not touch.

import { bytesKey } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { KEY_REMOVAL_PROOF_CHARGE } from '../params/constants.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { iterateTrie } from '../trie/trieIterate.ts';
import type { ValueRef } from '../trie/trieNode.ts';
import { lookupTrie, readTrie } from '../trie/trieRead.ts';
import { keysBeneath, rowBeneath } from './beneath.ts';

/**
 * Trie nodes that lookups visited: `touched` for the first time in the chunk, or `cached`, seen
 * earlier in it.
 */
export type TrieNodeCounts = { touched: number; cached: number };

export class RecordedTrie {
  readonly root: Hash;
  readonly nodes: NodeReader;
  readonly #recorded = new Set<string>();
  readonly #seen = new Set<string>();
  #proofSize = 0;
  /** Values from beneath by their hash; null while there is none. */
  #beneath: Map<string, Uint8Array> | null = null;

  constructor(nodes: NodeReader, root: Hash) {
    this.nodes = nodes;
    this.root = root;
  }

  /** An upper bound of the state proof's bytes for all that was read so far. */
  get proofSize(): number {
    return this.#proofSize;
  }

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
    return readTrie(this.nodes, this.root, key) ?? rowBeneath(this.nodes, this.root, key);
  }

  find(key: Uint8Array): ValueRef | null {
    return lookupTrie(this.nodes, this.root, key, this.#record) ?? this.#findBeneath(key);
  }

  /** A lookup that a contract pays for, node by node. */
  findCounted(key: Uint8Array, counts: TrieNodeCounts): ValueRef | null {
    const own = lookupTrie(this.nodes, this.root, key, (hash, bytes) => {
      this.#record(hash, bytes);
      this.#count(hash, counts);
    });
    return own ?? this.#findBeneath(key);
  }

  read(ref: ValueRef): Uint8Array {
    const { valueHash } = ref;
    const bytes = this.#beneath?.get(bytesKey(valueHash)) ?? this.nodes.read(valueHash);
    this.#record(ref.valueHash, bytes);
    return bytes;
  }

  /** Reads a value for a contract; it counts as one more node. */
  readCounted(ref: ValueRef, counts: TrieNodeCounts): Uint8Array {
    this.#count(ref.valueHash, counts);
    return this.read(ref);
  }

  /**
   * All keys that begin with `prefix`, in order. Their values are read too, as the reference does.
   */
  keysWithPrefix(prefix: Uint8Array): Uint8Array[] {
    const keys: Uint8Array[] = [];
    for (const entry of iterateTrie(this.nodes, this.root, { prefix, visit: this.#record })) {
      this.read(entry);
      keys.push(entry.key);
    }
    return keysBeneath(this.nodes, this.root, prefix, keys);
  }

  /** The trie is asked first: what a fork has written hides what it began with. */
  #findBeneath(key: Uint8Array): ValueRef | null {
    const value = rowBeneath(this.nodes, this.root, key);
    if (value === null) return null;
    const valueHash = sha256(value);
    this.#beneath ??= new Map();
    this.#beneath.set(bytesKey(valueHash), value);
    return { valueHash, valueLength: value.length };
  }

  readonly #record = (hash: Hash, bytes: Uint8Array): void => {
    const key = bytesKey(hash);
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    this.#proofSize += bytes.length;
  };

  #count(hash: Hash, counts: TrieNodeCounts): void {
    const key = bytesKey(hash);
    if (this.#seen.has(key)) {
      counts.cached++;
    } else {
      this.#seen.add(key);
      counts.touched++;
    }
  }
}
