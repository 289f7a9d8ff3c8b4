// The faults found in a store: in pages, in rows, and missing rows that others refer to. All faults
// of a kind are counted and the first ones are kept.

import { bytesKey, bytesToHex, keyToBytes } from '../base/bytes/bytes.ts';
import type { Column } from '../store/column.ts';

type FaultKind = 'file' | 'page' | 'checksum' | 'content' | 'missing';

export interface Fault {
  readonly kind: FaultKind;
  readonly text: string;
}

/** A row by column and key. */
export interface RowPlace {
  readonly column: Column;
  readonly key: Uint8Array;
}

/** The number of faults that are reported individually. */
const SHOWN_MAX = 1_000;
/** The number of rows that are remembered for restoring. */
const ROWS_MAX = 1_000_000;

export class StoreFaults {
  readonly shown: Fault[] = [];
  readonly #counts = new Map<FaultKind, number>();
  readonly #rows = new Map<string, RowPlace>();

  add(kind: FaultKind, text: string): void {
    this.#counts.set(kind, this.count(kind) + 1);
    if (this.shown.length < SHOWN_MAX) this.shown.push({ kind, text });
  }

  /** Each row is reported once, however many faults it has. */
  addRow(kind: FaultKind, { column, key }: RowPlace): void {
    const name = `${column.name} ${bytesKey(key)}`;
    if (this.#rows.has(name)) return;
    if (this.#rows.size < ROWS_MAX)
      this.#rows.set(name, { column, key: keyToBytes(bytesKey(key)) });
    this.add(kind, `column ${column.name}, row ${bytesToHex(key)}`);
  }

  count(kind: FaultKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The rows that are damaged or missing. */
  get rows(): readonly RowPlace[] {
    return [...this.#rows.values()];
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
