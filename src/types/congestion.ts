// What a chunk header says about its shard's queues and about the bandwidth that it asks for.

import type { TypeOf } from '../codec/codec.ts';
import { fixedBytes, u16, u64Number, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, versioned } from '../codec/union.ts';
import { balance } from './primitives.ts';

/** Gas sums are u128 and printed as text, like balances. */
export const CongestionInfo = versioned(
  0,
  struct({
    delayedReceiptsGas: balance,
    bufferedReceiptsGas: balance,
    receiptBytes: u64Number,
    allowedShard: u16,
  }),
);
export type CongestionInfo = TypeOf<typeof CongestionInfo>;

/** One bit for each of forty sizes, lowest bit of the first byte first. */
export const BANDWIDTH_BITMAP_BYTES = 5;

export const BandwidthRequest = struct({
  toShard: u16,
  requestedValuesBitmap: struct({ data: fixedBytes(BANDWIDTH_BITMAP_BYTES) }),
});
export type BandwidthRequest = TypeOf<typeof BandwidthRequest>;

export const BandwidthRequests = union('BandwidthRequests', {
  V1: struct({ requests: vec(BandwidthRequest) }),
});
export type BandwidthRequests = TypeOf<typeof BandwidthRequests>;

export const NO_BANDWIDTH_REQUESTS: BandwidthRequests = { kind: 'V1', value: { requests: [] } };

/** Of empty queues; also what a header that predates congestion control is taken to say. */
export const NO_CONGESTION: CongestionInfo = {
  delayedReceiptsGas: 0n,
  bufferedReceiptsGas: 0n,
  receiptBytes: 0,
  allowedShard: 0,
};
