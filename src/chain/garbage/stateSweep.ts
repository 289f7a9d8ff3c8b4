// Removes the nodes and values that no kept state needs. They are shared between states and shards,
// so first everything that kept roots lead to is marked, then the rest is removed. Both go in
// slices, between which blocks are made: what a block writes is kept, and whatever else its state
// needs was in the state before it, which is marked.
//
// A value may have the very bytes of a node. So what was met as a value does not count as a node
// that was entered.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { HASH_LENGTH, type Hash } from '../../base/crypto/hash.ts';
import { Batch, type Store } from '../../store/store.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import { decodeNode } from '../../trie/trieNodeBytes.ts';
import { isEmptyRoot } from '../../trie/trieRead.ts';
import { Column } from '../columns/columns.ts';

/** Takes some hundred bytes of memory each while a sweep goes on. */
type Marks = Set<string>;

export class StateSweep {
  readonly #store: Store;
  readonly #nodes: NodeReader;
  readonly #roots: Iterator<Hash>;
  /** Nodes that were found and not entered yet. */
  readonly #pending: Hash[] = [];
  readonly #entered: Marks = new Set();
  /** Values, and what was written meanwhile. */
  readonly #kept: Marks = new Set();
  #isMarked = false;
  /** The sweep goes on from this key. */
  #from: Uint8Array | null = new Uint8Array(0);

  /** The roots may be found while the marking goes on. */
  constructor(store: Store, nodes: NodeReader, roots: Iterable<Hash>) {
    this.#store = store;
    this.#nodes = nodes;
    this.#roots = roots[Symbol.iterator]();
  }

  /** Called with everything that is written after the sweep has begun. */
  keep(nodes: ReadonlyMap<string, Uint8Array>): void {
    for (const key of nodes.keys()) this.#kept.add(key);
  }

  /** Examines `count` nodes; false when nothing is left to do. */
  step(count: number): boolean {
    if (!this.#isMarked) {
      this.#isMarked = !this.#mark(count);
      return true;
    }
    return this.#sweep(count);
  }

  #mark(count: number): boolean {
    for (let i = 0; i < count; i++) {
      const hash = this.#pending.pop() ?? this.#nextRoot();
      if (hash === null) return false;
      this.#enter(hash);
    }
    return true;
  }

  #nextRoot(): Hash | null {
    for (;;) {
      const next = this.#roots.next();
      if (next.done === true) return null;
      if (!isEmptyRoot(next.value)) return next.value;
    }
  }

  #enter(hash: Hash): void {
    const key = bytesKey(hash);
    if (this.#entered.has(key)) return;
    this.#entered.add(key);
    const node = decodeNode(this.#nodes.read(hash));
    if (node.kind === 'extension') {
      this.#pending.push(node.child);
      return;
    }
    if (node.value !== null) this.#kept.add(bytesKey(node.value.valueHash));
    if (node.kind === 'leaf') return;
    for (let at = 0; at < node.childHashes.length; at += HASH_LENGTH) {
      this.#pending.push(node.childHashes.subarray(at, at + HASH_LENGTH));
    }
  }

  #sweep(count: number): boolean {
    if (this.#from === null) return false;
    const batch = new Batch();
    let seen = 0;
    let last: Uint8Array | null = null;
    for (const [key] of this.#store.range(Column.stateNode, { start: this.#from, limit: count })) {
      seen++;
      last = key;
      const text = bytesKey(key);
      if (!this.#entered.has(text) && !this.#kept.has(text)) batch.delete(Column.stateNode, key);
    }
    if (batch.changes.length > 0) this.#store.commit(batch);
    this.#from = last === null || seen < count ? null : keyAfter(last);
    return this.#from !== null;
  }
}

/** The lowest key above another. */
function keyAfter(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}
