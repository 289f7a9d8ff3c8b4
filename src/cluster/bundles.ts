// The bundles of a published block: what a reader of a block, or of a transaction whose receipts
// have all been executed, needs besides the row itself. A cluster never reverts a published block,
// so a bundle is right for ever: its rows need no proof that they belong to the chain. A bundle
// that is missing costs a reader more reads and nothing else.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { RowTaker } from '../chain/blocks/blockRows.ts';
import { Column } from '../chain/columns/columns.ts';
import { sharedPathKey } from '../chain/records/storedRecords.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import type { StoredChain } from '../chain/stored/storedChain.ts';
import { requireRow } from '../store/requireRow.ts';
import { type ColumnRow, readRow, type StoreReader } from '../store/store.ts';
import { authorKey, numberKey } from '../store/storeKeys.ts';
import type { Block } from '../types/block.ts';
import type { RowBundle } from './bundleRows.ts';
import type { StateKind } from './rowsOfBlock.ts';

/** Transactions with more outcomes have no bundle. */
const OUTCOMES_MAX = 100;
const BUNDLE_BYTES_MAX = 256 * 1024;

/** What may be stored under the id of a receipt. */
const RECEIPT_COLUMNS: Readonly<Record<StateKind, readonly Column[]>> = {
  trie: [Column.outcome, Column.receipt],
  flat: [Column.outcome, Column.receipt, Column.parent, Column.shown],
};

interface BundledChain {
  readonly store: StoreReader;
  readonly state: StateKind;
  readonly chain: StoredChain;
}

/** Of a published block; they have nothing of later blocks, which may not be published yet. */
export function* listBundles(from: BundledChain, hash: Hash): Generator<RowBundle> {
  const block = requireRow(from.chain.block(hash), Column.block, hash);
  yield* bundleBlock(from, block, hash);
  const seen = new Set<string>();
  for (const transactionHash of listEnded(from, block, hash)) {
    const name = bytesKey(transactionHash);
    if (seen.has(name)) continue;
    seen.add(name);
    const bundle = bundleTransaction(from, transactionHash, block.header.lite.height);
    if (bundle !== null) yield bundle;
  }
}

/** Beside the block by its hash, and beside its height. */
function* bundleBlock(
  { store, state }: BundledChain,
  { header, body }: Block,
  hash: Hash,
): Generator<RowBundle> {
  const { height } = header.lite;
  const rows = new RowTaker(store);
  rows.takeAll(Column.blockAt, [numberKey(height)]);
  if (state === 'trie') {
    // The author of a chunk depends on the block that it builds on.
    rows.takeAll(Column.blockExtra, [header.prevHash]);
  } else {
    const authors = body.chunks.map(({ inner: { value } }) =>
      authorKey(value.heightCreated, value.shardId),
    );
    rows.takeAll(Column.author, [authorKey(height), ...authors]);
  }
  yield { column: Column.block, key: hash, rows: [...rows.taken] };
  rows.takeAll(Column.block, [hash]);
  yield { column: Column.blockAt, key: numberKey(height), rows: rows.taken };
}

/** The transactions whose last receipt may have been executed in the block. */
function* listEnded({ chain }: BundledChain, { body }: Block, hash: Hash): Generator<Hash> {
  for (const { inner } of body.chunks) {
    for (const id of chain.outcomeIds(hash, inner.value.shardId)) {
      if ((chain.outcome(id)?.outcome.receiptIds.length ?? 1) > 0) continue;
      const origin = findOrigin(chain, id);
      if (origin !== null) yield origin;
    }
  }
}

function findOrigin(chain: StoredChain, id: Hash): Hash | null {
  let origin: Hash | null = id;
  for (let left = OUTCOMES_MAX; left > 0 && origin !== null; left--) {
    const parent = chain.receiptParent(origin);
    if (parent === null) return chain.transaction(origin) === null ? null : origin;
    origin = parent;
  }
  return null;
}

/** Null if a receipt was still pending at the height, and for a bundle that is too large. */
function bundleTransaction(
  { store, state, chain }: BundledChain,
  transactionHash: Hash,
  height: number,
): RowBundle | null {
  const outcomes = collectUntil(height, chain, transactionHash);
  const included = chain.transaction(transactionHash);
  if (outcomes === null || included === null) return null;
  const rows = new RowTaker(store);
  for (const { id } of outcomes.slice(1)) {
    for (const column of RECEIPT_COLUMNS[state]) rows.takeAll(column, [id]);
  }
  for (const { id } of outcomes) {
    const record = requireRow(readRow(store, Column.outcome, id), Column.outcome, id);
    const path = sharedPathKey(record);
    if (path !== null) rows.takeAll(Column.outcomePath, [path]);
  }
  const blocks = [included, ...outcomes].map(({ blockHash }) => [bytesKey(blockHash), blockHash]);
  for (const blockHash of new Map(blocks as [string, Hash][]).values()) {
    const placed = requireRow(chain.height(blockHash), Column.block, blockHash);
    rows.takeAll(Column.blockAt, [numberKey(placed)]);
  }
  if (bytesOf(rows.taken) > BUNDLE_BYTES_MAX) return null;
  return { column: Column.transaction, key: transactionHash, rows: rows.taken };
}

/** The outcomes of a transaction and of all its receipts; null unless there are all by a height. */
function collectUntil(
  height: number,
  chain: StoredChain,
  transactionHash: Hash,
): readonly StoredOutcome[] | null {
  const outcomes: StoredOutcome[] = [];
  const pending = [transactionHash];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const outcome = chain.outcome(id);
    if (outcome === null || (chain.height(outcome.blockHash) ?? height + 1) > height) return null;
    outcomes.push(outcome);
    pending.push(...outcome.outcome.receiptIds);
    if (outcomes.length + pending.length > OUTCOMES_MAX) return null;
  }
  return outcomes;
}

function bytesOf(rows: readonly ColumnRow[]): number {
  return rows.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
}
