// A state in memory for tests: rows written into a trie, and journals over it.

import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../src/base/crypto/hash.ts';
import { RecordedTrie } from '../../src/state/recordedTrie.ts';
import { type StateResult, StateUpdate } from '../../src/state/stateUpdate.ts';
import type { NodeReader } from '../../src/trie/nodeReader.ts';
import { NodeTrie, type Trie } from '../../src/trie/trie.ts';

export class MemoryState implements NodeReader {
  root: Hash = HASH_ZERO;
  readonly trie: Trie;
  readonly #nodes = new Map<string, Uint8Array>();

  constructor(wrap: (own: Trie) => Trie = (own) => own) {
    this.trie = wrap(new NodeTrie(this));
  }

  read(hash: Hash): Uint8Array {
    const bytes = this.#nodes.get(bytesKey(hash));
    if (bytes === undefined) throw new Error('no such node');
    return bytes;
  }

  /** A journal over the current state. */
  open(): StateUpdate {
    return new StateUpdate(new RecordedTrie(this.trie, this.root));
  }

  /** Applies what a journal has committed. */
  apply(state: StateUpdate): StateResult {
    const result = state.finish();
    for (const [key, bytes] of result.nodes) this.#nodes.set(key, bytes);
    this.root = result.root;
    return result;
  }
}

/** A state with the rows that `write` adds to it. */
export function createMemoryState(write: (state: StateUpdate) => void): MemoryState {
  const memory = new MemoryState();
  const state = memory.open();
  write(state);
  state.commit({ kind: 'InitialState' });
  memory.apply(state);
  return memory;
}
