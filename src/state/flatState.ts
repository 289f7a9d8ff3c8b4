// The state of a chain as rows by height, for a node that follows a chain without its tries. Only
// changes arrive, so nothing is known about a key that has not changed yet, unless the full state
// was provided at some height, or the account was created at one: marks record that. Unknown is
// never mistaken for absent: reading it throws.
//
// A row is found by the hash of its key and the height counted downwards, so that the newest row at
// or below a height comes first. Keys that can be listed have another row in their own order.

import { bytesKey, bytesToUtf8, concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { Column } from '../store/columns.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';
import type { Batch, StoreReader } from '../store/store.ts';
import { keyToNumber, numberKey, prefixRange } from '../store/storeKeys.ts';
import type { ListedRow } from '../trie/trie.ts';
import type { RowRange } from '../trie/trieIterate.ts';
import type { AccountId } from '../types/accountId.ts';
import { writeKeyAccount } from './keyAccounts.ts';
import type { TrieNodeCounts } from './recordedTrie.ts';
import type { FoundValue } from './stateUpdate.ts';
import type { KeptStates, StateView } from './stateView.ts';
import { ACCESS_KEY_SEPARATOR, SEPARATOR, TRIE_COLUMN } from './trieKey.ts';

/** What a row says: its first byte. */
const ROW = { removed: 0, value: 1, unknown: 2 } as const;

/** The mark of the whole state. */
const EVERYTHING = new Uint8Array();

/** The columns whose keys are listed. */
const LISTED: ReadonlySet<number | undefined> = new Set([
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
]);

export class FlatState implements StateView {
  readonly canProve = false;
  readonly #store: StoreReader;
  readonly #height: number;
  /** Values that a contract has read, by their hash; as a trie counts them. */
  readonly #seen = new Set<string>();

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
      if (row[0] === ROW.removed) return null;
      if (row[0] === ROW.value) return row.subarray(1);
      throw rowNotSeen(this.#height, accountOfKey(key));
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
    return { length: value.length, hash, read: (counts) => this.#count(hash, counts, value) };
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

  #count(hash: Hash, counts: TrieNodeCounts, value: Uint8Array): Uint8Array {
    const name = bytesKey(hash);
    if (this.#seen.has(name)) counts.cached++;
    else {
      this.#seen.add(name);
      counts.touched++;
    }
    return value;
  }

  /** Global code changes without being shown; all other rows are covered by the two marks. */
  #requireComplete(key: Uint8Array): void {
    const accountId = accountOfKey(key);
    if (accountId !== null) {
      if (this.#isMarked(EVERYTHING) || this.#isMarked(utf8ToBytes(accountId))) return;
    }
    throw rowNotSeen(this.#height, accountId);
  }

  #isMarked(name: Uint8Array): boolean {
    const mark = this.#store.get(Column.stateMark, name);
    return mark !== undefined && keyToNumber(mark) <= this.#height;
  }
}

export function createFlatStates(store: StoreReader): KeptStates {
  return { after: ({ blockHeight }) => new FlatState(store, blockHeight) };
}

/** A row as a block leaves it behind; null for a removed one. */
export function writeFlatRow(
  batch: Batch,
  height: number,
  key: Uint8Array,
  value: Uint8Array | null,
): void {
  const row =
    value === null ? Uint8Array.of(ROW.removed) : concatBytes(Uint8Array.of(ROW.value), value);
  batch.put(Column.stateAt, flatRowKey(key, height), row);
  if (LISTED.has(key[0])) batch.put(Column.stateKey, key, EMPTY);
  if (value !== null) writeKeyAccount(batch, key);
}

/** From this block on the row's value is unknown. */
export function forgetFlatRow(batch: Batch, height: number, key: Uint8Array): void {
  batch.put(Column.stateAt, flatRowKey(key, height), Uint8Array.of(ROW.unknown));
}

/** From this block on every row of the account is known, or of the whole state for null. */
export function markComplete(batch: Batch, height: number, accountId: AccountId | null): void {
  const name = accountId === null ? EVERYTHING : utf8ToBytes(accountId);
  batch.put(Column.stateMark, name, numberKey(height));
}

/** Whether the account, or the whole state for null, was marked before. */
export function isComplete(store: StoreReader, accountId: AccountId | null): boolean {
  const name = accountId === null ? EVERYTHING : utf8ToBytes(accountId);
  return store.get(Column.stateMark, name) !== undefined;
}

const EMPTY = new Uint8Array();
const HEIGHT_MAX = Number.MAX_SAFE_INTEGER;

/** Where the row of a trie key stands that a block has changed. */
export function flatRowKey(trieKey: Uint8Array, height: number): Uint8Array {
  return concatBytes(sha256(trieKey), numberKey(HEIGHT_MAX - height));
}

/** The height of the block that has changed a row. */
export function flatRowHeight(flatRowKey: Uint8Array): number {
  return HEIGHT_MAX - keyToNumber(flatRowKey.subarray(-8));
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
