// What the bandwidth scheduler remembers from block to block.

import type { TypeOf } from '../codec/codec.ts';
import { u64Number, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { versioned } from '../codec/union.ts';
import { hash, shardId } from '../types/primitives.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import { bandwidthSchedulerStateTrieKey } from './trieKey.ts';

const BandwidthState = versioned(
  0,
  struct({
    linkAllowances: vec(struct({ sender: shardId, receiver: shardId, allowance: u64Number })),
    sanityCheckHash: hash,
  }),
);
export type BandwidthState = TypeOf<typeof BandwidthState>;

/** Null before the first block. */
export function readBandwidthState(state: StateReader): BandwidthState | null {
  return readRow(state, bandwidthSchedulerStateTrieKey(), BandwidthState);
}

export function writeBandwidthState(state: StateUpdate, value: BandwidthState): void {
  writeRow(state, bandwidthSchedulerStateTrieKey(), BandwidthState, value);
}
