// What concerned an account, by account and height: the transactions that it signed or received and
// the receipts that it executed. An account that sent a receipt executed what sent it, so senders
// need no row of their own. A row names places among the outcomes of a block, a few bytes each.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { Column } from '../../store/columns.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import {
  accountHistoryKey,
  parseAccountHistoryKey,
  prefixRange,
  subAccountRange,
} from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { OutcomeWithId } from '../../types/outcome.ts';
import type { HashedTransaction } from '../../types/transaction.ts';

/** Two bytes for the index of the shard in its block, four for the outcome in the shard. */
const PLACE_BYTES = 6;

interface OutcomePlace {
  readonly shardIndex: number;
  readonly position: number;
}

function encodePlaces(places: readonly OutcomePlace[]): Uint8Array {
  const bytes = new Uint8Array(places.length * PLACE_BYTES);
  const view = new DataView(bytes.buffer);
  places.forEach(({ shardIndex, position }, i) => {
    view.setUint16(i * PLACE_BYTES, shardIndex, true);
    view.setUint32(i * PLACE_BYTES + 2, position, true);
  });
  return bytes;
}

function decodePlaces(bytes: Uint8Array): OutcomePlace[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / PLACE_BYTES }, (_, i) => ({
    shardIndex: view.getUint16(i * PLACE_BYTES, true),
    position: view.getUint32(i * PLACE_BYTES + 2, true),
  }));
}

/** Where in the history of an account something stands; the oldest is the lowest. */
export interface HistoryPlace {
  readonly height: number;
  /** Among what concerns the account in that block. */
  readonly index: number;
}

interface HistoryEntry extends HistoryPlace {
  readonly shardIndex: number;
  readonly position: number;
}

/** What one shard executed in a block, with the transactions of its chunk. */
export interface ExecutedShard {
  readonly outcomes: readonly OutcomeWithId[];
  readonly transactions: readonly Pick<HashedTransaction, 'hash' | 'transaction'>[];
}

/** The rows of one block. */
export function writeAccountHistory(
  batch: Batch,
  height: number,
  shards: readonly ExecutedShard[],
): void {
  const places = new Map<AccountId, OutcomePlace[]>();
  const add = (accountId: AccountId, place: OutcomePlace) => {
    const known = places.get(accountId);
    if (known === undefined) places.set(accountId, [place]);
    else known.push(place);
  };
  shards.forEach(({ outcomes, transactions }, shardIndex) => {
    const receivers = mapReceivers(transactions);
    outcomes.forEach(({ id, outcome: { executorId } }, position) => {
      const place = { shardIndex, position };
      const receiverId = receivers.size === 0 ? undefined : receivers.get(bytesKey(id));
      add(executorId, place);
      if (receiverId !== undefined && receiverId !== executorId) add(receiverId, place);
    });
  });
  for (const [accountId, list] of places) {
    batch.put(Column.accountHistory, accountHistoryKey(accountId, height), encodePlaces(list));
  }
}

function mapReceivers(transactions: ExecutedShard['transactions']): ReadonlyMap<string, AccountId> {
  return new Map(
    transactions.map(({ hash, transaction }) => [bytesKey(hash), transaction.receiverId]),
  );
}

/** The history of an account before a place, or from the head down, the newest first. */
export function* readAccountHistory(
  store: StoreReader,
  accountId: AccountId,
  before: HistoryPlace | null,
): Generator<HistoryEntry> {
  const { start, end } = prefixRange(accountHistoryKey(accountId));
  const below = before === null ? end : accountHistoryKey(accountId, before.height + 1);
  const range = { start, ...(below !== undefined && { end: below }), reverse: true };
  for (const [key, value] of store.range(Column.accountHistory, range)) {
    const { height } = parseAccountHistoryKey(key);
    const places = decodePlaces(value);
    const count = before?.height === height ? Math.min(before.index, places.length) : places.length;
    for (let index = count - 1; index >= 0; index--) {
      yield { height, index, ...(places[index] as OutcomePlace) };
    }
  }
}

/** Accounts below another one that anything concerned, in the order of their names backwards. */
export function* readSubAccounts(
  store: StoreReader,
  accountId: AccountId,
  after: AccountId | null,
): Generator<AccountId> {
  let last = after;
  for (;;) {
    // A history can be long: each account is found by looking behind the one before.
    const range = { ...subAccountRange(accountId, last), limit: 1 };
    const [row] = store.range(Column.accountHistory, range);
    if (row === undefined) return;
    last = parseAccountHistoryKey(row[0]).accountId;
    yield last;
  }
}
