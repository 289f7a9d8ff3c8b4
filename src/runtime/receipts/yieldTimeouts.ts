// Yields that were not resumed in time are resumed without data.

import type { Hash } from '../../base/crypto/hash.ts';
import { decode } from '../../codec/codec.ts';
import {
  hasYieldedReceipt,
  type PromiseYieldTimeout,
  popYieldTimeout,
  readFirstYieldTimeout,
} from '../../state/promiseYields.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { promiseYieldReceiptTrieKey } from '../../state/trieKey.ts';
import { Receipt } from '../../types/receipt.ts';
import { createReceiptId } from '../results/createIds.ts';

interface ExpiredYield {
  readonly timeout: PromiseYieldTimeout;
  /** The receipt that still waits; null if it has been resumed. */
  readonly receiptId: Hash | null;
}

/** Takes the first timeout out of the queue if its height has come; the queue is in that order. */
export function takeExpiredYield(state: StateUpdate, height: number): ExpiredYield | null {
  const timeout = readFirstYieldTimeout(state);
  if (timeout === null || timeout.expiresAt > height) return null;
  popYieldTimeout(state);
  return { timeout, receiptId: findWaitingReceipt(state, timeout) };
}

/** Only the path to the receipt counts in the state proof, as in the reference. */
function findWaitingReceipt(state: StateUpdate, timeout: PromiseYieldTimeout): Hash | null {
  const { accountId, dataId } = timeout;
  if (!hasYieldedReceipt(state, accountId, dataId)) return null;
  const stored = state.peek(promiseYieldReceiptTrieKey(accountId, dataId));
  return stored === null ? null : decode(Receipt, stored).receiptId;
}

/** `index` counts the timeouts that are resolved in one chunk. */
export function createTimeoutResume(
  { accountId, dataId }: PromiseYieldTimeout,
  height: number,
  index: number,
): Receipt {
  return {
    predecessorId: accountId,
    receiverId: accountId,
    receiptId: createReceiptId(dataId, height, index),
    body: { kind: 'PromiseResume', value: { dataId, data: null } },
  };
}
