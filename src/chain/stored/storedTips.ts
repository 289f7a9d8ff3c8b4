// Where a chain ends and where it begins, which every request reads several times. While a store
// shows the same state it gives the same bytes to all who ask, so these are decoded once.

import { decode } from '../../codec/codec.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import { metaKey } from '../../store/storeKeys.ts';
import { Column } from '../columns/columns.ts';
import { TipRecord } from '../records/storedRecords.ts';
import type { ChainTip } from './chainReader.ts';

type TipName = 'head' | 'finalHead' | 'tail' | 'collected';

export class StoredTips {
  readonly #store: Pick<StoreReader, 'get'>;
  readonly #known = new Map<TipName, { readonly bytes: Uint8Array; readonly tip: ChainTip }>();

  constructor(store: Pick<StoreReader, 'get'>) {
    this.#store = store;
  }

  require(name: TipName): ChainTip {
    return requireRow(this.find(name), Column.meta, metaKey(name));
  }

  find(name: TipName): ChainTip | null {
    const bytes = this.#store.get(Column.meta as Column, metaKey(name));
    if (bytes === undefined) return null;
    const known = this.#known.get(name);
    if (known?.bytes === bytes) return known.tip;
    const tip = decode(TipRecord, bytes);
    this.#known.set(name, { bytes, tip });
    return tip;
  }
}
