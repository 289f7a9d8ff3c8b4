// Yielded receipts: the receipt itself, whether it is being resumed, the queue of timeouts, and the
// ids that contracts chose.

import type { Hash } from '../base/crypto/hash.ts';
import type { TypeOf } from '../codec/codec.ts';
import { struct } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import { type AccountId, accountId } from '../types/accountId.ts';
import { hash, height } from '../types/primitives.ts';
import { actionReceipt, Receipt } from '../types/receipt.ts';
import { requireConsistent } from './inconsistentState.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import {
  dataIdToYieldIdTrieKey,
  promiseYieldIndicesTrieKey,
  promiseYieldReceiptTrieKey,
  promiseYieldStatusTrieKey,
  promiseYieldTimeoutTrieKey,
  yieldIdToDataIdTrieKey,
} from './trieKey.ts';
import {
  NO_INDICES,
  popFromQueue,
  pushToQueue,
  QueueIndices,
  type QueueRows,
  readQueueFront,
} from './trieQueue.ts';

export const PromiseYieldStatus = words('PromiseYieldStatus', ['Yielded', 'ResumeInitiated']);
type PromiseYieldStatus = TypeOf<typeof PromiseYieldStatus>;

export const PromiseYieldTimeout = struct({ accountId, dataId: hash, expiresAt: height });
export type PromiseYieldTimeout = TypeOf<typeof PromiseYieldTimeout>;

export function readYieldedReceipt(
  state: StateReader,
  id: AccountId,
  dataId: Hash,
): Receipt | null {
  return readRow(state, promiseYieldReceiptTrieKey(id, dataId), Receipt);
}

export function hasYieldedReceipt(state: StateReader, id: AccountId, dataId: Hash): boolean {
  return state.has(promiseYieldReceiptTrieKey(id, dataId));
}

/** A yielded receipt waits for exactly one datum, which names its row. */
export function writeYieldedReceipt(state: StateUpdate, receipt: Receipt): void {
  const [dataId, ...others] = actionReceipt(receipt)?.inputDataIds ?? [];
  requireConsistent(dataId !== undefined && others.length === 0, 'a yielded receipt has one input');
  writeRow(state, promiseYieldReceiptTrieKey(receipt.receiverId, dataId), Receipt, receipt);
}

export function removeYieldedReceipt(state: StateUpdate, id: AccountId, dataId: Hash): void {
  state.remove(promiseYieldReceiptTrieKey(id, dataId));
}

export function readYieldStatus(
  state: StateReader,
  id: AccountId,
  dataId: Hash,
): PromiseYieldStatus | null {
  return readRow(state, promiseYieldStatusTrieKey(id, dataId), PromiseYieldStatus);
}

export function hasYieldStatus(state: StateReader, id: AccountId, dataId: Hash): boolean {
  return state.has(promiseYieldStatusTrieKey(id, dataId));
}

export function writeYieldStatus(
  state: StateUpdate,
  id: AccountId,
  dataId: Hash,
  status: PromiseYieldStatus,
): void {
  writeRow(state, promiseYieldStatusTrieKey(id, dataId), PromiseYieldStatus, status);
}

export function removeYieldStatus(state: StateUpdate, id: AccountId, dataId: Hash): void {
  state.remove(promiseYieldStatusTrieKey(id, dataId));
}

/** The data id that an id chosen by the contract refers to. */
export function readDataIdOfYield(
  state: StateReader,
  id: AccountId,
  yieldId: Uint8Array,
): Hash | null {
  return state.get(yieldIdToDataIdTrieKey(id, yieldId));
}

export function hasYieldId(state: StateReader, id: AccountId, yieldId: Uint8Array): boolean {
  return state.has(yieldIdToDataIdTrieKey(id, yieldId));
}

/** The id that the contract chose for a yield, or null. */
export function readYieldIdOfData(
  state: StateReader,
  id: AccountId,
  dataId: Hash,
): Uint8Array | null {
  return state.get(dataIdToYieldIdTrieKey(id, dataId));
}

/** Both directions of the mapping. */
export function writeYieldIds(
  state: StateUpdate,
  id: AccountId,
  yieldId: Uint8Array,
  dataId: Hash,
): void {
  state.set(yieldIdToDataIdTrieKey(id, yieldId), dataId);
  state.set(dataIdToYieldIdTrieKey(id, dataId), yieldId);
}

export function removeYieldIds(
  state: StateUpdate,
  id: AccountId,
  yieldId: Uint8Array,
  dataId: Hash,
): void {
  state.remove(yieldIdToDataIdTrieKey(id, yieldId));
  state.remove(dataIdToYieldIdTrieKey(id, dataId));
}

const timeouts: QueueRows<PromiseYieldTimeout> = {
  item: PromiseYieldTimeout,
  trieKey: promiseYieldTimeoutTrieKey,
  readIndices: (state) => readRow(state, promiseYieldIndicesTrieKey(), QueueIndices) ?? NO_INDICES,
  writeIndices: (state, indices) => {
    writeRow(state, promiseYieldIndicesTrieKey(), QueueIndices, indices);
  },
};

export function pushYieldTimeout(state: StateUpdate, timeout: PromiseYieldTimeout): void {
  pushToQueue(state, timeouts, timeout);
}

export function readFirstYieldTimeout(state: StateReader): PromiseYieldTimeout | null {
  return readQueueFront(state, timeouts);
}

export function popYieldTimeout(state: StateUpdate): PromiseYieldTimeout | null {
  return popFromQueue(state, timeouts);
}
