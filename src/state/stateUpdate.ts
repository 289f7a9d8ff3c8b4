// The journal of one chunk over its trie. Writes are prospective until they are committed under a
// cause, or rolled back; reads see prospective writes first, then committed ones, then the trie,
// and only what comes from the trie is recorded.

import { assert } from '../base/assert.ts';
import { bytesKey, keyToBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import type { TrieChange } from '../trie/trieUpdate.ts';
import type { KeyChanges, StateChange, StateChangeCause } from '../types/stateChange.ts';
import { isGasKeyNonceTrieKey } from './parseTrieKey.ts';
import type { RecordedTrie } from './recordedTrie.ts';
import type { TrieNodeCounts } from './seenNodes.ts';
import { TRIE_COLUMN } from './trieKey.ts';

/** What reading rows needs; a trie of its own offers it as well as a journal. */
export interface StateReader {
  get(key: Uint8Array): Uint8Array | null;
  has(key: Uint8Array): boolean;
  valueLength(key: Uint8Array): number | null;
  /** Leaves no trace in the state proof. */
  peek(key: Uint8Array): Uint8Array | null;
  keysWithPrefix(prefix: Uint8Array): Uint8Array[];
}

/** A value that was found and not read yet. */
export interface FoundValue {
  readonly length: number;
  readonly hash: Hash;
  /** Counts one node, unless the value is a pending write. */
  read(counts: TrieNodeCounts): Uint8Array;
}

export interface StateResult {
  readonly root: Hash;
  /** New nodes and values by `bytesKey` of their hash. */
  readonly nodes: ReadonlyMap<string, Uint8Array>;
  /** Sorted by the bytes of the keys. */
  readonly changes: readonly KeyChanges[];
}

export class StateUpdate implements StateReader {
  readonly trie: RecordedTrie;
  #prospective = new Map<string, Uint8Array | null>();
  readonly #committed = new Map<string, StateChange[]>();

  constructor(trie: RecordedTrie) {
    this.trie = trie;
  }

  get(key: Uint8Array): Uint8Array | null {
    const pending = this.#pending(bytesKey(key));
    return pending === undefined ? this.trie.get(key) : pending;
  }

  has(key: Uint8Array): boolean {
    const pending = this.#pending(bytesKey(key));
    return pending === undefined ? this.trie.has(key) : pending !== null;
  }

  valueLength(key: Uint8Array): number | null {
    const pending = this.#pending(bytesKey(key));
    return pending === undefined ? this.trie.valueLength(key) : (pending?.length ?? null);
  }

  peek(key: Uint8Array): Uint8Array | null {
    const pending = this.#pending(bytesKey(key));
    return pending === undefined ? this.trie.peek(key) : pending;
  }

  /** Records the path; a contract does not pay for it. */
  find(key: Uint8Array): FoundValue | null {
    return this.#find(key, null);
  }

  /** Records the path, and counts its nodes unless the key has a pending write. */
  findCounted(key: Uint8Array, counts: TrieNodeCounts): FoundValue | null {
    return this.#find(key, counts);
  }

  set(key: Uint8Array, value: Uint8Array): void {
    this.#prospective.set(bytesKey(key), value);
  }

  /** A removal is a change even if the key is absent. */
  remove(key: Uint8Array): void {
    if (key[0] === TRIE_COLUMN.contractData) this.trie.noteContractDataRemoval();
    this.#prospective.set(bytesKey(key), null);
  }

  keysWithPrefix(prefix: Uint8Array): Uint8Array[] {
    const keys = new Set(this.trie.keysWithPrefix(prefix).map(bytesKey));
    const start = bytesKey(prefix);
    for (const layer of [this.#committed, this.#prospective]) {
      for (const key of layer.keys()) {
        if (!key.startsWith(start)) continue;
        if (this.#pending(key) === null) keys.delete(key);
        else keys.add(key);
      }
    }
    return [...keys].sort().map(keyToBytes);
  }

  commit(cause: StateChangeCause): void {
    if (this.#prospective.size === 0) return;
    for (const [key, value] of this.#prospective) {
      const changes = this.#committed.get(key);
      if (changes === undefined) this.#committed.set(key, [{ cause, value }]);
      else changes.push({ cause, value });
    }
    this.#prospective = new Map();
  }

  rollback(): void {
    if (this.#prospective.size === 0) return;
    this.#prospective = new Map();
  }

  /** The trie after all commits. Writes that are still prospective are a defect of the caller. */
  finish(): StateResult {
    assert(this.#prospective.size === 0, 'everything is committed or rolled back');
    // Keys as latin1 text sort as their bytes do.
    const entries = [...this.#committed].sort(([a], [b]) => (a < b ? -1 : 1));
    const writes: TrieChange[] = [];
    const keyChanges: KeyChanges[] = [];
    for (const [text, changes] of entries) {
      const key = keyToBytes(text);
      writes.push([key, changes.at(-1)?.value ?? null]);
      const shown = shownChanges(key, changes);
      if (shown.length > 0) keyChanges.push({ key, changes: shown });
    }
    const { root, insertions } = this.trie.update(writes);
    return { root, nodes: insertions, changes: keyChanges };
  }

  /** Undefined when only the trie knows; null for a pending removal. */
  #pending(key: string): Uint8Array | null | undefined {
    const prospective = this.#prospective.get(key);
    if (prospective !== undefined) return prospective;
    return this.#committed.get(key)?.at(-1)?.value;
  }

  #find(key: Uint8Array, counts: TrieNodeCounts | null): FoundValue | null {
    const pending = this.#pending(bytesKey(key));
    if (pending === null) return null;
    if (pending !== undefined) return new PendingValue(pending);
    const ref = counts === null ? this.trie.find(key) : this.trie.findCounted(key, counts);
    if (ref === null) return null;
    return {
      length: ref.valueLength,
      hash: ref.valueHash,
      read: (readCounts) => this.trie.readCounted(ref, readCounts),
    };
  }
}

class PendingValue implements FoundValue {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  get hash(): Hash {
    return sha256(this.#bytes);
  }

  read(): Uint8Array {
    return this.#bytes;
  }
}

/** The nonces of a gas key disappear only together with the key, whose removal is shown. */
function shownChanges(key: Uint8Array, changes: readonly StateChange[]): readonly StateChange[] {
  if (!isGasKeyNonceTrieKey(key)) return changes;
  return changes.filter((change) => change.value !== null);
}
