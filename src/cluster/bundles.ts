// The bundles of a published block: what a reader of a block, or of a transaction whose receipts
// have all been executed, needs besides the row itself. A cluster never reverts a published block,
// so a bundle is right for ever: its rows need no proof that they belong to the chain. A bundle
// that is missing costs a reader more reads and nothing else.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { RowTaker } from '../chain/blocks/blockRows.ts';
import { Column } from '../chain/columns/columns.ts';
import type { StoredChain } from '../chain/stored/storedChain.ts';
import { requireRow } from '../store/requireRow.ts';
import type { ColumnRow, StoreReader } from '../store/store.ts';
import { authorKey, numberKey } from '../store/storeKeys.ts';
import type { Block } from '../types/block.ts';
import type { RowBundle } from './bundleRows.ts';
import { collectLinked, endsBranch, findOrigin, includingBlock } from './receiptLinks.ts';
import type { StateKind } from './rowsOfBlock.ts';

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
  const places = new BlockPlaces(from.chain, block.header.lite.height);
  const seen = new Set<string>();
  for (const transactionHash of listEnded(from, block, hash)) {
    const name = bytesKey(transactionHash);
    if (seen.has(name)) continue;
    seen.add(name);
    const bundle = bundleTransaction(from, transactionHash, places);
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
function* listEnded(from: BundledChain, { body }: Block, hash: Hash): Generator<Hash> {
  for (const { inner } of body.chunks) {
    for (const id of from.chain.outcomeIds(hash, inner.value.shardId)) {
      const origin = endsBranch(from, id) ? findOrigin(from, id) : null;
      if (origin !== null) yield origin;
    }
  }
}

/** Null if a receipt was still pending in the newest block, and for a bundle that is too large. */
function bundleTransaction(
  from: BundledChain,
  transactionHash: Hash,
  places: BlockPlaces,
): RowBundle | null {
  const outcomes = collectLinked(from, transactionHash);
  const included = includingBlock(from, transactionHash);
  if (outcomes === null || included === null) return null;
  const blocks = places.rowsOf([included, ...outcomes.map(({ blockHash }) => blockHash)]);
  if (blocks === null) return null;
  const rows = new RowTaker(from.store);
  for (const { id } of outcomes.slice(1)) {
    for (const column of RECEIPT_COLUMNS[from.state]) rows.takeAll(column, [id]);
  }
  for (const { sharedPath } of outcomes) {
    if (sharedPath !== null) rows.takeAll(Column.outcomePath, [sharedPath]);
  }
  const taken = [...rows.taken, ...blocks];
  if (bytesOf(taken) > BUNDLE_BYTES_MAX) return null;
  return { column: Column.transaction, key: transactionHash, rows: taken };
}

/** The rows that place blocks at their heights, up to a newest block. */
class BlockPlaces {
  readonly #chain: StoredChain;
  readonly #newest: number;
  /** By the hashes of blocks; null for later and unknown ones. */
  readonly #rows = new Map<string, ColumnRow | null>();

  constructor(chain: StoredChain, newest: number) {
    this.#chain = chain;
    this.#newest = newest;
  }

  /** Each block once; null if one of them is later. */
  rowsOf(hashes: readonly Hash[]): readonly ColumnRow[] | null {
    const rows = [...new Set(hashes.map((hash) => this.#rowOf(hash)))];
    return rows.every((row) => row !== null) ? rows : null;
  }

  #rowOf(hash: Hash): ColumnRow | null {
    const name = bytesKey(hash);
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const height = this.#chain.height(hash);
    const isLater = height === null || height > this.#newest;
    const row = isLater ? null : { column: Column.blockAt, key: numberKey(height), value: hash };
    this.#rows.set(name, row);
    return row;
  }
}

function bytesOf(rows: readonly ColumnRow[]): number {
  return rows.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
}
