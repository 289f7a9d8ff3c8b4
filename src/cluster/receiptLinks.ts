// From which transaction an outcome comes, and which outcomes a transaction has led to. Writers
// look at every outcome of every block, so rows are not decoded beyond what leads to others.

import type { Hash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import {
  readIncludingBlock,
  readOutcomeStart,
  readReceiptParent,
  sharedPathKey,
} from '../chain/records/storedRecords.ts';
import { knownParent } from '../chain/stored/shownRecords.ts';
import type { StoredChain } from '../chain/stored/storedChain.ts';
import type { StoreReader } from '../store/store.ts';

/** Transactions with more outcomes have no bundle. */
const OUTCOMES_MAX = 100;

interface LinkedOutcome {
  readonly id: Hash;
  readonly blockHash: Hash;
  /** The key of what its path shares with those of others; null if it shares nothing. */
  readonly sharedPath: Uint8Array | null;
}

interface LinkedRows {
  readonly store: StoreReader;
  /** For what a followed chain was shown. */
  readonly chain: StoredChain;
}

/** Whether the outcome was the last of its branch. */
export function endsBranch({ store }: LinkedRows, id: Hash): boolean {
  const row = store.get(Column.outcome, id);
  return row !== undefined && readOutcomeStart(row).receiptIds.length === 0;
}

/** The hash of the transaction; null if it is too far up, or not in the store. */
export function findOrigin(rows: LinkedRows, id: Hash): Hash | null {
  let origin: Hash | null = id;
  for (let left = OUTCOMES_MAX; left > 0 && origin !== null; left--) {
    const parent = parentOf(rows, origin);
    if (parent === null) return includingBlock(rows, origin) === null ? null : origin;
    origin = parent;
  }
  return null;
}

/** The block whose chunk has the transaction. */
export function includingBlock({ store, chain }: LinkedRows, transactionHash: Hash): Hash | null {
  const row = store.get(Column.transaction, transactionHash);
  if (row !== undefined) return readIncludingBlock(row);
  return chain.transaction(transactionHash)?.blockHash ?? null;
}

/** The outcomes of a transaction and of all its receipts; null if not all of them are known. */
export function collectLinked(
  { store }: LinkedRows,
  transactionHash: Hash,
): readonly LinkedOutcome[] | null {
  const outcomes: LinkedOutcome[] = [];
  const pending = [transactionHash];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const row = store.get(Column.outcome, id);
    if (row === undefined) return null;
    const start = readOutcomeStart(row);
    outcomes.push({ id, blockHash: start.blockHash, sharedPath: sharedPathKey(start) });
    pending.push(...start.receiptIds);
    if (outcomes.length + pending.length > OUTCOMES_MAX) return null;
  }
  return outcomes;
}

function parentOf({ store, chain }: LinkedRows, id: Hash): Hash | null {
  const row = store.get(Column.receipt, id);
  return row === undefined ? chain.receiptParent(id) : knownParent(readReceiptParent(row));
}
