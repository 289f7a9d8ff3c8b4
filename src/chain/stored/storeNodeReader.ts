/** The state column as what a trie reads from. */

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoreReader } from '../../store/store.ts';
import { createMissingRow } from '../../store/storeError.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import { Column } from '../columns/columns.ts';

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
