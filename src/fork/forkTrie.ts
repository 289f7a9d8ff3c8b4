// The trie of a fork: its own rows, and beneath them those of the network that it was forked from.
// A fork writes only to its own trie. A row that it deletes leaves a tombstone there, under a
// column that the protocol does not have, which hides the row beneath. So every state of the fork,
// old ones included, determines which rows it still has from the network.

import { bytesKey, compareBytes, concatBytes, keyToBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { TRIE_COLUMN } from '../state/trieKey.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';
import type { NodeReader, VisitNode } from '../trie/nodeReader.ts';
import type { ListedRow, Trie } from '../trie/trie.ts';
import type { RowRange } from '../trie/trieIterate.ts';
import type { ValueRef } from '../trie/trieNode.ts';
import type { TrieChanges } from '../trie/trieRebuild.ts';
import type { TrieChange } from '../trie/trieUpdate.ts';
import { ORIGIN } from './askOrigin.ts';

/** The state of the network at the block that was forked. */
export interface Origin {
  /** Throws `RowUnavailable` if the row cannot be fetched. */
  get(key: Uint8Array): Uint8Array | null;
  /** The keys that begin with a prefix, in order. */
  keys(prefix: Uint8Array): readonly Uint8Array[];
}

/** The rows of accounts and contracts. Pending receipts are not part of a fork. */
const COLUMNS: ReadonlySet<number | undefined> = new Set([
  TRIE_COLUMN.account,
  TRIE_COLUMN.contractCode,
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
  TRIE_COLUMN.globalContractCode,
]);

/** No column of the protocol has this number; it sorts after all of them. */
const TOMBSTONE = 0xff;
const TOMBSTONE_VALUE = Uint8Array.of(1);

export class ForkTrie implements Trie {
  /** The rows of the network are not in a trie. */
  readonly canProve = false;
  readonly #own: Trie;
  readonly #origin: Origin;

  constructor(own: Trie, origin: Origin) {
    this.#own = own;
    this.#origin = origin;
  }

  get nodes(): NodeReader {
    return this.#own.nodes;
  }

  find(root: Hash, key: Uint8Array, visit?: VisitNode): ValueRef | null {
    const own = this.#own.find(root, key, visit);
    if (own !== null || !COLUMNS.has(key[0]) || this.#isDeleted(root, key)) return own;
    const value = this.#origin.get(key);
    return value === null ? null : new OriginValue(value);
  }

  read(ref: ValueRef): Uint8Array {
    return ref instanceof OriginValue ? ref.bytes : this.#own.read(ref);
  }

  /** Rows of the network are not fetched, so they are not visited. */
  keys(root: Hash, prefix: Uint8Array, visit?: VisitNode): Uint8Array[] {
    const own = this.#own.keys(root, prefix, visit);
    if (!COLUMNS.has(prefix[0])) return own;
    const keys = new Set(own.map(bytesKey));
    for (const key of this.#origin.keys(prefix)) {
      if (!this.#isDeleted(root, key)) keys.add(bytesKey(key));
    }
    // Keys as latin1 strings sort like their bytes.
    return [...keys].sort().map(keyToBytes);
  }

  *rows(root: Hash, { prefix, after }: RowRange): Generator<ListedRow> {
    for (const key of this.keys(root, prefix)) {
      if (after !== undefined && compareBytes(key, after) <= 0) continue;
      yield { key, read: () => this.#readListed(root, key) };
    }
  }

  update(root: Hash, changes: readonly TrieChange[]): TrieChanges {
    const deleted = changes.filter(([key, value]) => value === null && COLUMNS.has(key[0]));
    const tombstones = deleted.map(([key]): TrieChange => [tombstoneKey(key), TOMBSTONE_VALUE]);
    return this.#own.update(root, [...changes, ...tombstones]);
  }

  /** The network may deny what it lists, or have denied it before. */
  #readListed(root: Hash, key: Uint8Array): Uint8Array {
    const ref = this.find(root, key);
    if (ref === null) throw new RowUnavailable(`${ORIGIN} lists a row and denies it`);
    return this.read(ref);
  }

  #isDeleted(root: Hash, key: Uint8Array): boolean {
    return this.#own.find(root, tombstoneKey(key)) !== null;
  }
}

/** A value of the network. Code is read without requesting its hash first, which is slow. */
class OriginValue implements ValueRef {
  readonly bytes: Uint8Array;
  #hash: Hash | null = null;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get valueLength(): number {
    return this.bytes.length;
  }

  get valueHash(): Hash {
    this.#hash ??= sha256(this.bytes);
    return this.#hash;
  }
}

function tombstoneKey(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(TOMBSTONE), key);
}
