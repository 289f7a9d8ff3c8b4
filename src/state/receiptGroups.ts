// Sizes of buffered receipts in groups, so that a shard can ask for bandwidth without reading the
// receipts themselves. Each buffer has a queue of groups next to it.

import type { TypeOf } from '../codec/codec.ts';
import { u64Number, u128 } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { versioned } from '../codec/union.ts';
import { RECEIPT_GROUP_SIZE_UPPER_BOUND } from '../params/constants.ts';
import { requireConsistent } from './inconsistentState.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import { receiptGroupQueueTrieKey, receiptGroupTrieKey } from './trieKey.ts';

const ReceiptGroup = versioned(0, struct({ size: u64Number, gas: u128 }));
type ReceiptGroup = TypeOf<typeof ReceiptGroup>;

/** Indices of the groups, and sums over all receipts of the buffer. */
const ReceiptGroupQueue = versioned(
  0,
  struct({
    first: u64Number,
    next: u64Number,
    totalSize: u64Number,
    totalGas: u128,
    receiptCount: u64Number,
  }),
);
type ReceiptGroupQueue = TypeOf<typeof ReceiptGroupQueue>;

const EMPTY_QUEUE: ReceiptGroupQueue = {
  first: 0,
  next: 0,
  totalSize: 0,
  totalGas: 0n,
  receiptCount: 0,
};

/** The figures with which a receipt is counted. */
interface ReceiptFigures {
  readonly congestionGas: bigint;
  readonly congestionSize: number;
}

/** Null for a shard to which nothing was ever buffered. */
export function readReceiptGroupQueue(
  state: StateReader,
  shardId: number,
): ReceiptGroupQueue | null {
  return readRow(state, receiptGroupQueueTrieKey(shardId), ReceiptGroupQueue);
}

/** The sizes of all groups, first to last. */
export function* receiptGroupSizes(state: StateReader, shardId: number): Generator<number> {
  const { first, next } = readReceiptGroupQueue(state, shardId) ?? EMPTY_QUEUE;
  for (let index = first; index < next; index++) yield readGroup(state, shardId, index).size;
}

/** A receipt joins the last group, or begins one where that would become too large. */
export function addToReceiptGroups(
  state: StateUpdate,
  shardId: number,
  { congestionGas: gas, congestionSize: size }: ReceiptFigures,
): void {
  const queue = readReceiptGroupQueue(state, shardId) ?? EMPTY_QUEUE;
  const last = queue.first === queue.next ? null : readGroup(state, shardId, queue.next - 1);
  const isJoining = last !== null && last.size + size <= RECEIPT_GROUP_SIZE_UPPER_BOUND;
  const next = isJoining ? queue.next : queue.next + 1;
  const group = isJoining ? { size: last.size + size, gas: last.gas + gas } : { size, gas };
  writeGroup(state, shardId, next - 1, group);
  writeQueue(state, shardId, {
    first: queue.first,
    next,
    totalSize: queue.totalSize + size,
    totalGas: queue.totalGas + gas,
    receiptCount: queue.receiptCount + 1,
  });
}

/** Takes the first receipt of a buffer out of the first group. */
export function removeFromReceiptGroups(
  state: StateUpdate,
  shardId: number,
  { congestionGas: gas, congestionSize: size }: ReceiptFigures,
): void {
  const queue = readReceiptGroupQueue(state, shardId);
  requireConsistent(queue !== null && queue.first < queue.next, 'a buffered receipt has its group');
  const first = readGroup(state, shardId, queue.first);
  // No receipt has size zero, so size zero means that none is left.
  const isEmptied = first.size === size;
  if (isEmptied) state.remove(receiptGroupTrieKey(shardId, queue.first));
  else writeGroup(state, shardId, queue.first, { size: first.size - size, gas: first.gas - gas });
  writeQueue(state, shardId, {
    first: isEmptied ? queue.first + 1 : queue.first,
    next: queue.next,
    totalSize: queue.totalSize - size,
    totalGas: queue.totalGas - gas,
    receiptCount: queue.receiptCount - 1,
  });
}

function readGroup(state: StateReader, shardId: number, index: number): ReceiptGroup {
  const group = readRow(state, receiptGroupTrieKey(shardId, index), ReceiptGroup);
  requireConsistent(group !== null, 'an index in use has its row');
  return group;
}

function writeGroup(state: StateUpdate, shardId: number, index: number, group: ReceiptGroup): void {
  writeRow(state, receiptGroupTrieKey(shardId, index), ReceiptGroup, group);
}

function writeQueue(state: StateUpdate, shardId: number, queue: ReceiptGroupQueue): void {
  writeRow(state, receiptGroupQueueTrieKey(shardId), ReceiptGroupQueue, queue);
}
