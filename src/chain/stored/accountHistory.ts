// What concerned an account, by account and height: the transactions that it signed or received and
// the receipts that it executed. An account that sent a receipt executed what sent it, so senders
// need no row of their own. A row names places among the outcomes of a block, a few bytes each.

import { bytesKey } from '../../base/bytes/bytes.ts';
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
import { Column } from '../columns/columns.ts';
import type { OutcomePlace } from '../records/storedRecords.ts';

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
    batch.put(Column.accountHistory, [accountId, height], list);
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
    const places = Column.accountHistory.value.decode(value);
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
    // A history can be long: each account is found by searching after the previous one.
    const range = { ...subAccountRange(accountId, last), limit: 1 };
    const [row] = store.range(Column.accountHistory, range);
    if (row === undefined) return;
    last = parseAccountHistoryKey(row[0]).accountId;
    yield last;
  }
}
