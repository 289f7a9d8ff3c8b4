// What arrives at a shard: receipts with actions, which run or wait for data; data, which may be
// the last that a receipt waits for; yielded receipts and what resumes them; global contracts.

import type { Hash } from '../../base/crypto/hash.ts';
import { requireConsistent } from '../../state/inconsistentState.ts';
import {
  hasReceivedData,
  readPendingDataCount,
  readPostponedReceipt,
  readWaitingReceiptId,
  removePendingDataCount,
  removePostponedReceipt,
  removeWaitingReceiptId,
  writePendingDataCount,
  writePostponedReceipt,
  writeReceivedData,
  writeWaitingReceiptId,
} from '../../state/postponedReceipts.ts';
import {
  readYieldedReceipt,
  readYieldIdOfData,
  readYieldStatus,
  removeYieldedReceipt,
  removeYieldIds,
  removeYieldStatus,
  writeYieldedReceipt,
} from '../../state/promiseYields.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { ActionReceipt, DataReceipt, Receipt } from '../../types/receipt.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { applyDistribution, type DistributionStep } from '../contracts/globalContracts.ts';
import { applyActionReceipt, type ExecutedReceipt } from './applyActionReceipt.ts';

/**
 * The result of a receipt: it, or one that waited for it, was executed; a global contract was
 * forwarded; or something was only stored.
 */
type ProcessedReceipt =
  | { readonly kind: 'executed'; readonly execution: ExecutedReceipt }
  | { readonly kind: 'distributed'; readonly step: DistributionStep }
  | { readonly kind: 'stored' };

const STORED: ProcessedReceipt = { kind: 'stored' };

export function processReceipt(
  chunk: ChunkContext,
  state: StateUpdate,
  receipt: Receipt,
): ProcessedReceipt {
  const { body } = receipt;
  switch (body.kind) {
    case 'Action':
    case 'ActionV2':
      return execute(chunk, state, postponeIfWaiting(state, receipt, body.value));
    case 'Data':
      return execute(chunk, state, receiveData(state, receipt, body.value));
    case 'PromiseYield':
    case 'PromiseYieldV2':
      writeYieldedReceipt(state, receipt);
      commitStored(state, receipt);
      return STORED;
    case 'PromiseResume':
      return execute(chunk, state, resumeYield(chunk, state, receipt, body.value));
    case 'GlobalContractDistribution':
      return { kind: 'distributed', step: applyDistribution(chunk, state, receipt, body.value) };
  }
}

function execute(chunk: ChunkContext, state: StateUpdate, ready: Receipt | null): ProcessedReceipt {
  if (ready === null) return STORED;
  return { kind: 'executed', execution: applyActionReceipt(chunk, state, ready) };
}

function commitStored(state: StateUpdate, { receiptId: receiptHash }: Receipt): void {
  state.commit({ kind: 'PostponedReceipt', value: { receiptHash } });
}

/** The receipt itself if all its inputs are available; otherwise it is postponed in the state. */
function postponeIfWaiting(
  state: StateUpdate,
  receipt: Receipt,
  { inputDataIds }: ActionReceipt,
): Receipt | null {
  const { receiptId, receiverId } = receipt;
  const missing = inputDataIds.filter((dataId) => !hasReceivedData(state, receiverId, dataId));
  if (missing.length === 0) return receipt;
  for (const dataId of missing) writeWaitingReceiptId(state, receiverId, dataId, receiptId);
  writePendingDataCount(state, receiverId, receiptId, missing.length);
  writePostponedReceipt(state, receipt);
  commitStored(state, receipt);
  return null;
}

/** Stores the data; returns the receipt that was waiting only for it. */
function receiveData(
  state: StateUpdate,
  receipt: Receipt,
  { data, dataId }: DataReceipt,
): Receipt | null {
  const { receiverId } = receipt;
  writeReceivedData(state, receiverId, dataId, data);
  const waitingId = readWaitingReceiptId(state, receiverId, dataId);
  if (waitingId !== null) {
    removeWaitingReceiptId(state, receiverId, dataId);
    const count = readPendingDataCount(state, receiverId, waitingId);
    requireConsistent(count !== null && count > 0, 'a waiting receipt counts what it lacks');
    if (count === 1) return takePostponed(state, receiverId, waitingId);
    writePendingDataCount(state, receiverId, waitingId, count - 1);
  }
  commitStored(state, receipt);
  return null;
}

function takePostponed(state: StateUpdate, receiverId: string, receiptId: Hash): Receipt {
  removePendingDataCount(state, receiverId, receiptId);
  const waiting = readPostponedReceipt(state, receiverId, receiptId);
  requireConsistent(waiting !== null, 'a waiting receipt is in the state');
  removePostponedReceipt(state, receiverId, receiptId);
  return waiting;
}

/** The yielded receipt that the data resumes; null if it has been resumed before. */
function resumeYield(
  { protocol }: ChunkContext,
  state: StateUpdate,
  { receiverId }: Receipt,
  { data, dataId }: DataReceipt,
): Receipt | null {
  const isTimeout = data === null;
  // A timeout yields to data that is already pending.
  if (isTimeout && readYieldStatus(state, receiverId, dataId) === 'ResumeInitiated') return null;
  const yielded = readYieldedReceipt(state, receiverId, dataId);
  if (yielded === null) return null;
  removeYieldedReceipt(state, receiverId, dataId);
  removeYieldStatus(state, receiverId, dataId);
  if (protocol.features.yieldWithId) {
    const yieldId = readYieldIdOfData(state, receiverId, dataId);
    if (yieldId !== null) removeYieldIds(state, receiverId, yieldId, dataId);
  }
  writeReceivedData(state, receiverId, dataId, data);
  return yielded;
}
