/** The state column as what a trie reads from. */

import type { Hash } from '../base/crypto/hash.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { Column } from './columns.ts';
import type { StoreReader } from './store.ts';
import { createMissingRow } from './storeError.ts';

export class StoreNodeReader implements NodeReader {
  readonly #store: StoreReader;

  constructor(store: StoreReader) {
    this.#store = store;
  }

  read(hash: Hash): Uint8Array {
    const bytes = this.#store.get(Column.stateNode, hash);
    if (bytes === undefined) throw createMissingRow(Column.stateNode, hash);
    return bytes;
  }
}
