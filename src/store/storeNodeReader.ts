/** The state column as what a trie reads from. */

import type { Hash } from '../base/crypto/hash.ts';
import type { NodeReader, RowSource } from '../trie/nodeReader.ts';
import { Column } from './columns.ts';
import type { StoreReader } from './store.ts';
import { createMissingRow } from './storeError.ts';

export class StoreNodeReader implements NodeReader {
  readonly beneath: RowSource | undefined;
  readonly #store: StoreReader;

  constructor(store: StoreReader, beneath?: RowSource) {
    this.#store = store;
    this.beneath = beneath;
  }

  read(hash: Hash): Uint8Array {
    const bytes = this.#store.get(Column.stateNode, hash);
    if (bytes === undefined) throw createMissingRow(Column.stateNode, hash);
    return bytes;
  }
}
