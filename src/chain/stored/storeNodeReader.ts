/** The state column as what a trie reads from. */

import type { Hash } from '../../base/crypto/hash.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import { Column } from '../columns/columns.ts';

export class StoreNodeReader implements NodeReader {
  readonly #store: StoreReader;

  constructor(store: StoreReader) {
    this.#store = store;
  }

  read(hash: Hash): Uint8Array {
    return requireRow(this.#store.get(Column.stateNode, hash), Column.stateNode, hash);
  }
}
