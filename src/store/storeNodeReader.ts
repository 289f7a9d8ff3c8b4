/** The state column as what a trie reads from and writes to. */

import { assert } from '../base/assert.ts';
import { keyToBytes } from '../base/bytes.ts';
import { formatHash, type Hash } from '../base/hash.ts';
import type { NodeReader, RowSource } from '../trie/nodeReader.ts';
import type { TrieChanges } from '../trie/trieUpdate.ts';
import { Column } from './columns.ts';
import type { Batch, StoreReader } from './store.ts';

export class StoreNodeReader implements NodeReader {
  readonly beneath: RowSource | undefined;
  readonly #store: StoreReader;

  constructor(store: StoreReader, beneath?: RowSource) {
    this.#store = store;
    this.beneath = beneath;
  }

  read(hash: Hash): Uint8Array {
    const bytes = this.#store.get(Column.stateNode, hash);
    assert(bytes !== undefined, `the state lacks ${formatHash(hash)}`);
    return bytes;
  }
}

export function writeTrieChanges(batch: Batch, { insertions }: TrieChanges): void {
  for (const [key, bytes] of insertions) batch.put(Column.stateNode, keyToBytes(key), bytes);
}
