// Receipts that wait for data, and data that waits for them. For each datum that is missing a row
// says who waits for it; the waiting receipt has the count of what it still lacks.

import type { Hash } from '../base/crypto/hash.ts';
import { decode } from '../codec/codec.ts';
import { bytes, option, u32 } from '../codec/primitives.ts';
import type { AccountId } from '../types/accountId.ts';
import { hash } from '../types/primitives.ts';
import { Receipt } from '../types/receipt.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import {
  pendingDataCountTrieKey,
  postponedReceiptIdTrieKey,
  postponedReceiptTrieKey,
  receivedDataTrieKey,
} from './trieKey.ts';

/** A null value is the result of a failed receipt. */
const ReceivedData = option(bytes);

/** `data` is null when the receipt that should have made it failed; null without it: not there. */
export function readReceivedData(
  state: StateReader,
  id: AccountId,
  dataId: Hash,
): { readonly data: Uint8Array | null } | null {
  const stored = state.get(receivedDataTrieKey(id, dataId));
  return stored === null ? null : { data: decode(ReceivedData, stored) };
}

export function hasReceivedData(state: StateReader, id: AccountId, dataId: Hash): boolean {
  return state.has(receivedDataTrieKey(id, dataId));
}

/** The stored length: one byte more for a failure, five more than the data otherwise. */
export function receivedDataLength(state: StateReader, id: AccountId, dataId: Hash): number | null {
  return state.valueLength(receivedDataTrieKey(id, dataId));
}

export function writeReceivedData(
  state: StateUpdate,
  id: AccountId,
  dataId: Hash,
  data: Uint8Array | null,
): void {
  writeRow(state, receivedDataTrieKey(id, dataId), ReceivedData, data);
}

export function removeReceivedData(state: StateUpdate, id: AccountId, dataId: Hash): void {
  state.remove(receivedDataTrieKey(id, dataId));
}

/** The receipt that waits for a datum. */
export function readWaitingReceiptId(state: StateReader, id: AccountId, dataId: Hash): Hash | null {
  return readRow(state, postponedReceiptIdTrieKey(id, dataId), hash);
}

export function writeWaitingReceiptId(
  state: StateUpdate,
  id: AccountId,
  dataId: Hash,
  receiptId: Hash,
): void {
  writeRow(state, postponedReceiptIdTrieKey(id, dataId), hash, receiptId);
}

export function removeWaitingReceiptId(state: StateUpdate, id: AccountId, dataId: Hash): void {
  state.remove(postponedReceiptIdTrieKey(id, dataId));
}

export function readPendingDataCount(
  state: StateReader,
  id: AccountId,
  receiptId: Hash,
): number | null {
  return readRow(state, pendingDataCountTrieKey(id, receiptId), u32);
}

export function writePendingDataCount(
  state: StateUpdate,
  id: AccountId,
  receiptId: Hash,
  count: number,
): void {
  writeRow(state, pendingDataCountTrieKey(id, receiptId), u32, count);
}

export function removePendingDataCount(state: StateUpdate, id: AccountId, receiptId: Hash): void {
  state.remove(pendingDataCountTrieKey(id, receiptId));
}

export function readPostponedReceipt(
  state: StateReader,
  id: AccountId,
  receiptId: Hash,
): Receipt | null {
  return readRow(state, postponedReceiptTrieKey(id, receiptId), Receipt);
}

export function writePostponedReceipt(state: StateUpdate, receipt: Receipt): void {
  const key = postponedReceiptTrieKey(receipt.receiverId, receipt.receiptId);
  writeRow(state, key, Receipt, receipt);
}

export function removePostponedReceipt(state: StateUpdate, id: AccountId, receiptId: Hash): void {
  state.remove(postponedReceiptTrieKey(id, receiptId));
}
