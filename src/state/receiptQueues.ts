// The queues of receipts in the state: those that a chunk had no room to execute, and for each
// shard those that it had no room to send there.

import { type Entries, type MapKey, sortedMap } from '../codec/map.ts';
import { shardId as shardIdCodec } from '../types/primitives.ts';
import { QueuedReceipt } from '../types/receipt.ts';
import { addToReceiptGroups, removeFromReceiptGroups } from './receiptGroups.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import {
  bufferedReceiptIndicesTrieKey,
  bufferedReceiptTrieKey,
  delayedReceiptIndicesTrieKey,
  delayedReceiptTrieKey,
} from './trieKey.ts';
import {
  NO_INDICES,
  popFromQueue,
  pushToQueue,
  QueueIndices,
  type QueueRows,
  queueLength,
  readQueueFront,
} from './trieQueue.ts';

const delayed: QueueRows<QueuedReceipt> = {
  item: QueuedReceipt,
  trieKey: delayedReceiptTrieKey,
  readIndices: (state) => {
    return readRow(state, delayedReceiptIndicesTrieKey(), QueueIndices) ?? NO_INDICES;
  },
  writeIndices: (state, indices) => {
    writeRow(state, delayedReceiptIndicesTrieKey(), QueueIndices, indices);
  },
};

export function delayedReceiptCount(state: StateReader): number {
  return queueLength(state, delayed);
}

export function pushDelayedReceipt(state: StateUpdate, receipt: QueuedReceipt): void {
  pushToQueue(state, delayed, receipt);
}

export function popDelayedReceipt(state: StateUpdate): QueuedReceipt | null {
  return popFromQueue(state, delayed);
}

const shardKey: MapKey<number> = {
  codec: shardIdCodec,
  compare: (a, b) => a - b,
  format: String,
  parse: Number,
};

/** The indices of all buffers are in one row; a drained buffer keeps its entry. */
const BufferIndices = sortedMap(shardKey, QueueIndices);

function readBufferIndices(state: StateReader): Entries<number, QueueIndices> {
  return readRow(state, bufferedReceiptIndicesTrieKey(), BufferIndices) ?? [];
}

function bufferTo(shardId: number): QueueRows<QueuedReceipt> {
  return {
    item: QueuedReceipt,
    trieKey: (index) => bufferedReceiptTrieKey(shardId, index),
    readIndices: (state) => {
      return readBufferIndices(state).find(([id]) => id === shardId)?.[1] ?? NO_INDICES;
    },
    writeIndices: (state, indices) => {
      const others = readBufferIndices(state).filter(([id]) => id !== shardId);
      const all = [...others, [shardId, indices] as const];
      writeRow(state, bufferedReceiptIndicesTrieKey(), BufferIndices, all);
    },
  };
}

/** The shards to which anything was ever buffered, ascending. */
export function bufferedShards(state: StateReader): number[] {
  return readBufferIndices(state).map(([shardId]) => shardId);
}

export function bufferedReceiptCount(state: StateReader, shardId: number): number {
  return queueLength(state, bufferTo(shardId));
}

/** The receipt that leaves next, or null. Looking at it is reading it. */
export function readFirstBufferedReceipt(
  state: StateReader,
  shardId: number,
): QueuedReceipt | null {
  return readQueueFront(state, bufferTo(shardId));
}

export function pushBufferedReceipt(
  state: StateUpdate,
  shardId: number,
  receipt: QueuedReceipt,
): void {
  addToReceiptGroups(state, shardId, receipt);
  pushToQueue(state, bufferTo(shardId), receipt);
}

export function popBufferedReceipt(state: StateUpdate, shardId: number): QueuedReceipt | null {
  const receipt = popFromQueue(state, bufferTo(shardId));
  if (receipt !== null) removeFromReceiptGroups(state, shardId, receipt);
  return receipt;
}
