// Queues in the state: rows by index, and one place that says which indices are in use. Indices
// only grow, and an emptied queue keeps its own.

import type { Codec, TypeOf } from '../codec/codec.ts';
import { u64Number } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { requireConsistent } from './inconsistentState.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';

/** The queue holds the indices from `first` up to, and without, `next`. */
export const QueueIndices = struct({ first: u64Number, next: u64Number });
export type QueueIndices = TypeOf<typeof QueueIndices>;

export const NO_INDICES: QueueIndices = { first: 0, next: 0 };

/** The trie keys of a queue. */
export interface QueueRows<T> {
  readonly item: Codec<T>;
  trieKey(index: number): Uint8Array;
  readIndices(state: StateReader): QueueIndices;
  writeIndices(state: StateUpdate, indices: QueueIndices): void;
}

export function queueLength<T>(state: StateReader, rows: QueueRows<T>): number {
  const { first, next } = rows.readIndices(state);
  return next - first;
}

export function pushToQueue<T>(state: StateUpdate, rows: QueueRows<T>, item: T): void {
  const { first, next } = rows.readIndices(state);
  writeRow(state, rows.trieKey(next), rows.item, item);
  rows.writeIndices(state, { first, next: next + 1 });
}

/** The item that is popped next, or null. */
export function readQueueFront<T>(state: StateReader, rows: QueueRows<T>): T | null {
  const { first, next } = rows.readIndices(state);
  if (first === next) return null;
  const item = readRow(state, rows.trieKey(first), rows.item);
  requireConsistent(item !== null, 'an index in use has its row');
  return item;
}

export function popFromQueue<T>(state: StateUpdate, rows: QueueRows<T>): T | null {
  const item = readQueueFront(state, rows);
  if (item === null) return null;
  const { first, next } = rows.readIndices(state);
  state.remove(rows.trieKey(first));
  rows.writeIndices(state, { first: first + 1, next });
  return item;
}
