// What a node that follows a chain keeps of things which it was shown and nothing binds:
// transactions and receipts that cannot be encoded again, such as those with code that is known by
// its hash only. Answers with them are marked.

import { bytesToUtf8, equalBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { type Batch, readRow, type StoreReader } from '../../store/store.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import type { Receipt } from '../../types/receipt.ts';
import { ReceiptView, receiptFromView } from '../../types/views/receiptView.ts';
import { standInForCode } from '../../types/views/standInCode.ts';
import { SignedTransactionView, transactionFromView } from '../../types/views/transactionView.ts';
import { Column } from '../columns/columns.ts';
import type { ShownKind, ShownRecord, ShownValue } from '../records/storedRecords.ts';
import type { IncludedTransaction } from './chainReader.ts';

/** What nothing binds of something that is shown. */
export type UnboundPart = 'transactions' | 'receipts';

interface ShownChunk {
  readonly header: ChunkHeader;
  /** The hashes of its transactions. */
  readonly transactions: readonly Hash[];
  /** The ids of what it carries. */
  readonly receipts: readonly Hash[];
  /** What it carries, if that is bound. */
  readonly bound: readonly Receipt[] | null;
}

function read<K extends ShownKind>(store: StoreReader, id: Hash, kind: K): ShownValue<K> | null {
  const record = readRow(store, Column.shown, id);
  return record?.kind === kind ? (record.value as unknown as ShownValue<K>) : null;
}

function write(batch: Batch, id: Hash, record: ShownRecord): void {
  batch.put(Column.shown, id, record);
}

export function writeShownTransaction(
  batch: Batch,
  blockHash: Hash,
  shown: SignedTransactionView,
): void {
  const json = utf8ToBytes(SignedTransactionView.json(shown));
  write(batch, shown.hash, { kind: 'Transaction', value: { blockHash, json } });
}

export function readShownTransaction(store: StoreReader, id: Hash): IncludedTransaction | null {
  const record = read(store, id, 'Transaction');
  if (record === null) return null;
  const shown = SignedTransactionView.parse(parseJson(bytesToUtf8(record.json)));
  return {
    transaction: transactionFromView(shown, standInForCode),
    blockHash: record.blockHash,
  };
}

export function writeShownReceipt(batch: Batch, parentId: Hash, shown: ReceiptView): void {
  const json = utf8ToBytes(ReceiptView.json(shown));
  write(batch, shown.receiptId, { kind: 'Receipt', value: { parentId, json } });
}

export interface KnownReceipt {
  readonly receipt: Receipt;
  readonly parentId: Hash | null;
}

export function readShownReceipt(store: StoreReader, id: Hash): KnownReceipt | null {
  const record = read(store, id, 'Receipt');
  if (record === null) return null;
  return {
    receipt: receiptFromView(parseReceipt(record.json), 'V1', standInForCode),
    parentId: knownParent(record.parentId),
  };
}

/** As it was shown. */
export function readShownReceiptView(store: StoreReader, id: Hash): ReceiptView | null {
  const record = read(store, id, 'Receipt');
  return record && parseReceipt(record.json);
}

function parseReceipt(json: Uint8Array): ReceiptView {
  return ReceiptView.parse(parseJson(bytesToUtf8(json)));
}

/** Stored as zero where it is not known. */
export function knownParent(parentId: Hash): Hash | null {
  return equalBytes(parentId, HASH_ZERO) ? null : parentId;
}

export function writeShownChunk(batch: Batch, id: Hash, chunk: ShownChunk): void {
  const { header, transactions, receipts, bound } = chunk;
  if (bound === null)
    write(batch, id, { kind: 'Chunk', value: { header, transactions, receipts } });
  else {
    const value = { header, transactions, receipts: bound };
    write(batch, id, { kind: 'ChunkOfShownTransactions', value });
  }
}

export function readShownChunk(store: StoreReader, id: Hash): ShownChunk | null {
  const unbound = read(store, id, 'Chunk');
  if (unbound !== null) return { ...unbound, bound: null };
  const chunk = read(store, id, 'ChunkOfShownTransactions');
  if (chunk === null) return null;
  const { receipts: bound, ...others } = chunk;
  return { ...others, bound, receipts: bound.map(({ receiptId }) => receiptId) };
}

/** Of a transaction, a receipt or a chunk; a later block may have bound what was shown earlier. */
export function readUnboundParts(store: StoreReader, id: Hash): readonly UnboundPart[] {
  const shown = readRow(store, Column.shown, id);
  if (shown === null) return [];
  switch (shown.kind) {
    case 'Transaction':
      return store.get(Column.transaction, id) === undefined ? ['transactions'] : [];
    case 'Receipt':
      return store.get(Column.receipt, id) === undefined ? ['receipts'] : [];
    default: {
      const { transactions = [], bound = null } = readShownChunk(store, id) ?? {};
      const parts = transactions.flatMap((hash) => readUnboundParts(store, hash));
      const part = parts[0] === undefined ? [] : [parts[0]];
      return bound === null ? ['receipts', ...part] : part;
    }
  }
}
