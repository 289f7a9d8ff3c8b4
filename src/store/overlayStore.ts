/**
 * A layer of rows in memory over rows that are only read: reads fall through to what lies beneath,
 * commits stay in the layer. Layers can lie on layers. The layer is dropped as a whole; its size is
 * bounded, and a commit beyond the bound changes nothing.
 */

import { bytesKey, keyToBytes } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { MIB } from '../base/units.ts';
import type { Column } from './column.ts';
import type { Batch, RangeOptions, Row, RowStore, StoreReader } from './store.ts';

/** Of all keys and values that were committed. */
const OVERLAY_BYTES_MAX = 256 * MIB;
/** An entry of a map, in addition to the bytes of the row. */
const ROW_BYTES = 100;

class OverlayFull extends PerigeeError<{ readonly code: 'overlay_full' }> {
  constructor(bytesMax: number) {
    super({ code: 'overlay_full' }, `the changes take more than ${bytesMax} bytes of memory`);
  }
}

interface OverlayOptions {
  /** Columns whose rows beneath are not seen. */
  readonly hidden?: readonly Column[];
  readonly bytesMax?: number;
}

/** By `bytesKey`; null for a row that was deleted. Such texts compare as their bytes do. */
type LayerRows = Map<string, Uint8Array | null>;

export class OverlayStore implements RowStore {
  readonly #beneath: StoreReader;
  readonly #hidden: ReadonlySet<Column>;
  readonly #bytesMax: number;
  readonly #columns = new Map<Column, LayerRows>();
  #bytes = 0;

  constructor(beneath: StoreReader, options: OverlayOptions = {}) {
    this.#beneath = beneath;
    this.#hidden = new Set(options.hidden);
    this.#bytesMax = options.bytesMax ?? OVERLAY_BYTES_MAX;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    const own = this.#columns.get(column)?.get(bytesKey(key));
    if (own !== undefined) return own ?? undefined;
    return this.#hidden.has(column) ? undefined : this.#beneath.get(column, key);
  }

  *range(column: Column, { limit, ...bounds }: RangeOptions = {}): Generator<Row> {
    let left = limit ?? Number.POSITIVE_INFINITY;
    if (left <= 0) return;
    for (const row of this.#merge(column, bounds)) {
      yield row;
      if (--left === 0) return;
    }
  }

  commit(batch: Batch): void {
    const sizes = batch.changes.map(({ key, value }) => {
      return ROW_BYTES + key.length + (value?.length ?? 0);
    });
    const bytes = sizes.reduce((sum, size) => sum + size, this.#bytes);
    if (bytes > this.#bytesMax) throw new OverlayFull(this.#bytesMax);
    this.#bytes = bytes;
    for (const { column, key, value } of batch.changes) {
      let rows = this.#columns.get(column);
      if (rows === undefined) this.#columns.set(column, (rows = new Map()));
      rows.set(bytesKey(key), value);
    }
  }

  /** Both sides are in order; of two rows with the same key the layer's counts. */
  *#merge(column: Column, bounds: RangeOptions): Generator<Row> {
    const own = this.#sortedRows(column, bounds);
    const direction = bounds.reverse === true ? -1 : 1;
    let next = 0;
    const beneath = this.#hidden.has(column) ? [] : this.#beneath.range(column, bounds);
    for (const [key, value] of beneath) {
      const text = bytesKey(key);
      let isReplaced = false;
      for (; next < own.length; next++) {
        const [ownText, ownValue] = own[next] as (typeof own)[number];
        if (compareTexts(ownText, text) * direction > 0) break;
        isReplaced ||= ownText === text;
        if (ownValue !== null) yield [keyToBytes(ownText), ownValue];
      }
      if (!isReplaced) yield [key, value];
    }
    for (const [text, value] of own.slice(next)) {
      if (value !== null) yield [keyToBytes(text), value];
    }
  }

  #sortedRows(
    column: Column,
    { start, end, reverse }: RangeOptions,
  ): [string, Uint8Array | null][] {
    const first = start === undefined ? '' : bytesKey(start);
    const last = end === undefined ? null : bytesKey(end);
    const rows = [...(this.#columns.get(column) ?? [])].filter(
      ([text]) => text >= first && (last === null || text < last),
    );
    rows.sort(([a], [b]) => compareTexts(a, b));
    return reverse === true ? rows.reverse() : rows;
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
