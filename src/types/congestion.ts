// What a chunk header says about its shard's queues and about the bandwidth that it asks for.

import { described, type TypeOf } from '../codec/codec.ts';
import { fixedBytes, u16, u64Number, u128, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, versioned } from '../codec/union.ts';

/** Gas sums are u128 and printed as text, like balances. */
export const CongestionInfo = versioned(
  0,
  struct('CongestionInfoView', {
    delayedReceiptsGas: described(u128, 'The gas of receipts that wait to be executed.'),
    bufferedReceiptsGas: described(u128, 'The gas of receipts that wait to be sent.'),
    receiptBytes: described(u64Number, 'The size of all these receipts.'),
    allowedShard: described(u16, 'The shard that may send receipts even if this one is congested.'),
  }),
);
export type CongestionInfo = TypeOf<typeof CongestionInfo>;

/** One bit for each of forty sizes, lowest bit of the first byte first. */
export const BANDWIDTH_BITMAP_BYTES = 5;

export const BandwidthRequest = struct('BandwidthRequest', {
  toShard: described(u16, 'The shard to send to.'),
  requestedValuesBitmap: described(
    struct('BandwidthRequestBitmap', { data: fixedBytes(BANDWIDTH_BITMAP_BYTES) }),
    'One bit for each of forty sizes, the lowest bit of the first byte first.',
  ),
});
export type BandwidthRequest = TypeOf<typeof BandwidthRequest>;

export const BandwidthRequests = union('BandwidthRequests', {
  V1: struct('BandwidthRequestsV1', { requests: vec(BandwidthRequest) }),
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
