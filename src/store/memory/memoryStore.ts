/**
 * A store in the memory of one thread, for tests and for use inside another program. Commits keep
 * the former value of what they change for each open snapshot, so a snapshot costs nothing by
 * itself. A range sorts the keys added since the last one.
 */

import { assert } from '../../base/assert.ts';
import { bytesKey, keyToBytes } from '../../base/bytes/bytes.ts';
import type { Column } from '../column.ts';
import type { Batch, RangeOptions, Row, Snapshot, Store } from '../store.ts';

export class MemoryStore implements Store {
  readonly #columns = new Map<Column, MemoryColumn>();
  readonly #snapshots = new Set<MemorySnapshot>();

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.#columns.get(column)?.rows.get(bytesKey(key));
  }

  *range(column: Column, options?: RangeOptions): Generator<Row> {
    const snapshot = this.snapshot();
    try {
      yield* snapshot.range(column, options);
    } finally {
      snapshot.close();
    }
  }

  commit(batch: Batch): void {
    for (const { column, key, value } of batch.changes) {
      const rows = this.#column(column);
      const text = bytesKey(key);
      for (const snapshot of this.#snapshots)
        snapshot.keepFormer(column, text, rows.rows.get(text));
      if (value === null) rows.delete(text);
      else rows.put(text, value);
    }
  }

  snapshot(): Snapshot {
    const snapshot = new MemorySnapshot(
      (column) => this.#column(column),
      () => this.#snapshots.delete(snapshot),
    );
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  refresh(): void {}

  async flush(): Promise<void> {}

  async close(): Promise<void> {
    this.#columns.clear();
  }

  #column(column: Column): MemoryColumn {
    let rows = this.#columns.get(column);
    if (rows === undefined) {
      rows = new MemoryColumn();
      this.#columns.set(column, rows);
    }
    return rows;
  }
}

/** Latin1 texts compare as their bytes do. */
class MemoryColumn {
  readonly rows = new Map<string, Uint8Array>();
  /** The keys in order, then those added since; null when they must be collected again. */
  #keys: string[] | null = [];
  #isSorted = true;

  put(key: string, value: Uint8Array): void {
    if (!this.rows.has(key)) {
      this.#keys?.push(key);
      this.#isSorted = false;
    }
    this.rows.set(key, value);
  }

  delete(key: string): void {
    if (!this.rows.delete(key)) return;
    this.#keys = null;
    this.#isSorted = false;
  }

  keysBetween(start: string, end: string | null): string[] {
    const keys = (this.#keys ??= [...this.rows.keys()]);
    if (!this.#isSorted) keys.sort(compareTexts);
    this.#isSorted = true;
    const last = end === null ? keys.length : findFirst(keys, end);
    return keys.slice(findFirst(keys, start), last);
  }
}

class MemorySnapshot implements Snapshot {
  readonly #former = new Map<Column, Map<string, Uint8Array | undefined>>();
  readonly #columnOf: (column: Column) => MemoryColumn;
  readonly #onClose: () => void;
  #isOpen = true;

  constructor(columnOf: (column: Column) => MemoryColumn, onClose: () => void) {
    this.#columnOf = columnOf;
    this.#onClose = onClose;
  }

  keepFormer(column: Column, key: string, value: Uint8Array | undefined): void {
    let former = this.#former.get(column);
    if (former === undefined) {
      former = new Map();
      this.#former.set(column, former);
    }
    if (!former.has(key)) former.set(key, value);
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    assert(this.#isOpen, 'the snapshot is open');
    return this.#read(column, bytesKey(key));
  }

  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    assert(this.#isOpen, 'the snapshot is open');
    const start = options.start === undefined ? '' : bytesKey(options.start);
    const end = options.end === undefined ? null : bytesKey(options.end);
    const keys = new Set(this.#columnOf(column).keysBetween(start, end));
    for (const key of this.#former.get(column)?.keys() ?? []) {
      if (key >= start && (end === null || key < end)) keys.add(key);
    }
    const sorted = [...keys].sort(compareTexts);
    if (options.reverse === true) sorted.reverse();
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    for (const key of sorted) {
      if (left <= 0) return;
      const value = this.#read(column, key);
      if (value === undefined) continue;
      left--;
      yield [keyToBytes(key), value];
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#onClose();
  }

  #read(column: Column, key: string): Uint8Array | undefined {
    const former = this.#former.get(column);
    return former?.has(key) === true ? former.get(key) : this.#columnOf(column).rows.get(key);
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The index of the first of the sorted keys that is not below `bound`. */
function findFirst(keys: readonly string[], bound: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
