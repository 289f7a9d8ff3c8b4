// The rows that a block has added to a store, found again from the block: for a cluster that is
// given them, a copy that takes them from there, and for pruning and reverting. Each column
// declares which rows of a block are its own. It reads any store. The states are not among them:
// their nodes are shared between blocks.

import type { Hash } from '../../base/crypto/hash.ts';
import type { BlockContext } from '../../store/column.ts';
import { requireRow } from '../../store/requireRow.ts';
import { type ColumnRow, readRow, type StoreReader } from '../../store/store.ts';
import { prefixRange } from '../../store/storeKeys.ts';
import { getAll } from '../../store/suspendedRead.ts';
import type { Block } from '../../types/block.ts';
import { type HashedTransaction, hashTransaction } from '../../types/transaction.ts';
import { COLUMNS, Column } from '../columns/columns.ts';

export interface BlockRows {
  readonly block: Block;
  readonly rows: readonly ColumnRow[];
}

export function readBlockRows(store: StoreReader, hash: Hash): BlockRows {
  const rows = new RowTaker(store);
  const found = new FoundBlock(rows, hash);
  for (const column of COLUMNS) if (column.ofBlock !== null) found.keys(column);
  return { block: found.block, rows: rows.taken };
}

interface TakenRows {
  readonly keys: readonly Uint8Array[];
  readonly bytes: readonly Uint8Array[];
  /** Decoded when they are first needed. */
  values: readonly unknown[] | null;
  /** By the functions that read them. */
  readonly parts: Map<unknown, readonly unknown[]>;
}

/** Takes the rows of each column once, when they are first needed. */
class FoundBlock implements BlockContext {
  readonly hash: Hash;
  readonly block: Block;
  readonly #rows: RowTaker;
  readonly #taken = new Map<Column, TakenRows>();
  #transactions: readonly HashedTransaction[] | null = null;

  constructor(rows: RowTaker, hash: Hash) {
    this.#rows = rows;
    this.hash = hash;
    const [taken] = rows.takeAll(Column.block, [hash]);
    const bytes = requireRow(taken, Column.block, hash);
    this.block = Column.block.value.decode(bytes);
    this.#taken.set(Column.block, {
      keys: [hash],
      bytes: [bytes],
      values: [this.block],
      parts: new Map(),
    });
  }

  get transactions(): readonly HashedTransaction[] {
    const signed = () => this.values(Column.chunk).flatMap(({ transactions }) => transactions);
    return (this.#transactions ??= signed().map(hashTransaction));
  }

  keys(column: Column): readonly Uint8Array[] {
    return this.#rowsOf(column).keys;
  }

  values<V>(column: Column<unknown, V>): readonly V[] {
    const rows = this.#rowsOf(column);
    rows.values ??= rows.bytes.map((bytes) => column.value.decode(bytes));
    return rows.values as readonly V[];
  }

  parts<V>(column: Column, read: (bytes: Uint8Array) => V): readonly V[] {
    const { bytes, parts } = this.#rowsOf(column);
    const known = parts.get(read) ?? bytes.map(read);
    parts.set(read, known);
    return known as readonly V[];
  }

  read<K, V>(column: Column<K, V>, key: NoInfer<K>): V | null {
    return readRow(this.#rows, column, key);
  }

  #rowsOf(column: Column): TakenRows {
    let rows = this.#taken.get(column);
    if (rows === undefined) {
      rows = this.#take(column);
      this.#taken.set(column, rows);
    }
    return rows;
  }

  #take(column: Column): TakenRows {
    const { ofBlock } = column;
    // Listing the keys may take rows of other columns first.
    const keys = typeof ofBlock === 'object' ? (ofBlock?.list(this) ?? []) : [];
    const start = this.#rows.taken.length;
    if (ofBlock === 'all with its hash') this.#rows.takeRange(column, prefixRange(this.hash));
    const encoded = keys.map((key) => column.key.encode(key));
    this.#rows.takeAll(column, encoded);
    const rows = this.#rows.taken.slice(start);
    return {
      keys: rows.map(({ key }) => key),
      bytes: rows.map(({ value }) => value),
      values: null,
      parts: new Map(),
    };
  }
}

/** Reads rows, and keeps those that exist. */
export class RowTaker {
  readonly taken: ColumnRow[] = [];
  readonly #store: StoreReader;

  constructor(store: StoreReader) {
    this.#store = store;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.#store.get(column, key);
  }

  takeAll(column: Column, keys: readonly Uint8Array[]): Uint8Array[] {
    return getAll(this.#store, column, keys).flatMap((value, i) => {
      if (value === undefined) return [];
      this.taken.push({ column, key: keys[i] as Uint8Array, value });
      return [value];
    });
  }

  takeRange(column: Column, range: { start: Uint8Array; end?: Uint8Array }): void {
    for (const [key, value] of this.#store.range(column, range)) {
      this.taken.push({ column, key, value });
    }
  }
}
