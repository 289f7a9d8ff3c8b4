// The state of a chain as rows by height, for a node that follows a chain without its tries. Only
// changes arrive, so nothing is known about a key that has not changed yet, unless the full state
// was provided at some height, or the account was created at one: marks record that. Unknown is
// never mistaken for absent: reading it throws.
//
// A row is found by the hash of its key and the height counted downwards, so that the newest row at
// or below a height comes first. Keys that can be listed have another row in their own order.

import { bytesToUtf8, concatBytes } from '../../base/bytes/bytes.ts';
import { sha256 } from '../../base/crypto/hash.ts';
import { keyAccountKey } from '../../state/keyAccountKey.ts';
import { SeenNodes, type TrieNodeCounts } from '../../state/seenNodes.ts';
import type { FoundValue } from '../../state/stateUpdate.ts';
import type { KeptStates, StateView } from '../../state/stateView.ts';
import { ACCESS_KEY_SEPARATOR, SEPARATOR, TRIE_COLUMN } from '../../state/trieKey.ts';
import { RowUnavailable } from '../../store/rowUnavailable.ts';
import { type Batch, readRow, type StoreReader } from '../../store/store.ts';
import { flatRowKey, prefixRange } from '../../store/storeKeys.ts';
import type { ListedRow } from '../../trie/trie.ts';
import type { RowRange } from '../../trie/trieIterate.ts';
import type { AccountId } from '../../types/accountId.ts';
import { Column } from '../columns/columns.ts';

/** The columns whose keys are listed. */
const LISTED: ReadonlySet<number | undefined> = new Set([
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
]);

export class FlatState implements StateView {
  readonly canProve = false;
  readonly #store: StoreReader;
  readonly #height: number;
  readonly #seen = new SeenNodes();

  constructor(store: StoreReader, height: number) {
    this.#store = store;
    this.#height = height;
  }

  get(key: Uint8Array): Uint8Array | null {
    const start = flatRowKey(key, this.#height);
    const { end } = prefixRange(start.subarray(0, -8));
    for (const [, row] of this.#store.range(Column.stateAt, {
      start,
      ...(end && { end }),
      limit: 1,
    })) {
      const value = Column.stateAt.value.decode(row);
      if (value === 'unknown') throw rowNotSeen(this.#height, accountOfKey(key));
      return value === 'removed' ? null : value;
    }
    this.#requireComplete(key);
    return null;
  }

  has(key: Uint8Array): boolean {
    return this.get(key) !== null;
  }

  valueLength(key: Uint8Array): number | null {
    return this.get(key)?.length ?? null;
  }

  peek(key: Uint8Array): Uint8Array | null {
    return this.get(key);
  }

  keysWithPrefix(prefix: Uint8Array): Uint8Array[] {
    return [...this.rows({ prefix })].map(({ key }) => key);
  }

  find(key: Uint8Array): FoundValue | null {
    const value = this.get(key);
    if (value === null) return null;
    const hash = sha256(value);
    const read = (counts: TrieNodeCounts) => {
      this.#seen.count(hash, counts);
      return value;
    };
    return { length: value.length, hash, read };
  }

  *rows({ prefix, after }: RowRange): Generator<ListedRow> {
    this.#requireComplete(prefix);
    const range = prefixRange(prefix);
    const start = after === undefined ? range.start : concatBytes(after, Uint8Array.of(0));
    for (const [key] of this.#store.range(Column.stateKey, { ...range, start })) {
      const value = this.get(key);
      if (value !== null) yield { key, read: () => value };
    }
  }

  /** Global code changes without being shown; all other rows are covered by the two marks. */
  #requireComplete(key: Uint8Array): void {
    const accountId = accountOfKey(key);
    if (accountId !== null) {
      if (this.#isMarked(null) || this.#isMarked(accountId)) return;
    }
    throw rowNotSeen(this.#height, accountId);
  }

  /** Of an account, or of the whole state for null. */
  #isMarked(accountId: AccountId | null): boolean {
    const mark = readRow(this.#store, Column.stateMark, accountId);
    return mark !== null && mark <= this.#height;
  }
}

export function createFlatStates(store: StoreReader): KeptStates {
  return { after: ({ blockHeight }) => new FlatState(store, blockHeight) };
}

/** A row of an initial state, or as a block leaves it behind; null for a removed one. */
export function writeFlatRow(
  batch: Batch,
  height: number,
  key: Uint8Array,
  value: Uint8Array | null,
): void {
  changeFlatRow({ batch, store: null }, height, key, value);
}

interface FlatTarget {
  readonly batch: Batch;
  /** What is there already; null for an empty store. */
  readonly store: StoreReader | null;
}

/** As `writeFlatRow`, in a store that has most of the keys. */
export function changeFlatRow(
  { batch, store }: FlatTarget,
  height: number,
  key: Uint8Array,
  value: Uint8Array | null,
): void {
  batch.put(Column.stateAt, [key, height], value ?? 'removed');
  // Writing a row again takes longer than reading it.
  const isNew = (column: ListColumn, row: Uint8Array) => store?.get(column, row) === undefined;
  if (LISTED.has(key[0]) && isNew(Column.stateKey, key)) batch.put(Column.stateKey, key, null);
  const keyAccount = value === null ? null : keyAccountKey(key);
  if (keyAccount === null || !isNew(Column.keyAccount, keyAccount)) return;
  batch.put(Column.keyAccount, keyAccount, null);
}

type ListColumn = typeof Column.stateKey | typeof Column.keyAccount;

/** From this block on the row's value is unknown. */
export function forgetFlatRow(batch: Batch, height: number, key: Uint8Array): void {
  batch.put(Column.stateAt, [key, height], 'unknown');
}

/** From this block on every row of the account is known, or of the whole state for null. */
export function markComplete(batch: Batch, height: number, accountId: AccountId | null): void {
  batch.put(Column.stateMark, accountId, height);
}

/** Whether the account, or the whole state for null, was marked before. */
export function isComplete(store: StoreReader, accountId: AccountId | null): boolean {
  return readRow(store, Column.stateMark, accountId) !== null;
}

/** The account that a row belongs to, of those rows that belong to one. */
function accountOfKey(key: Uint8Array): AccountId | null {
  const rest = key.subarray(1);
  switch (key[0]) {
    case TRIE_COLUMN.account:
    case TRIE_COLUMN.contractCode:
      return bytesToUtf8(rest);
    case TRIE_COLUMN.accessKey:
      return bytesToUtf8(before(rest, ACCESS_KEY_SEPARATOR));
    case TRIE_COLUMN.contractData:
      return bytesToUtf8(before(rest, SEPARATOR));
    default:
      return null;
  }
}

function before(bytes: Uint8Array, separator: number): Uint8Array {
  const end = bytes.indexOf(separator);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

function rowNotSeen(height: number, accountId: AccountId | null): RowUnavailable {
  const what = accountId === null ? 'this part of the state' : `the state of ${accountId}`;
  return new RowUnavailable(
    `This node follows the chain and has not seen ${what} in full up to block ${height}; ask a ` +
      'node that keeps the whole state, or follow from a genesis or a dump of the state',
  );
}
