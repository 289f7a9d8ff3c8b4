// Bandwidth requests: a shard asks to send more than the base bandwidth to another one by setting
// bits of a map of forty sizes, each larger than the one before. Follows `bandwidth_scheduler.rs`
// of the reference's primitives.

import { BANDWIDTH_REQUEST_VALUES_COUNT } from '../../params/constants.ts';
import type { Protocol } from '../../params/protocol.ts';
import { BANDWIDTH_BITMAP_BYTES, type BandwidthRequest } from '../../types/congestion.ts';

/** Bandwidth is bytes a block; all of it is far below 2^53. */
export interface BandwidthParams {
  readonly baseBandwidth: number;
  readonly maxShardBandwidth: number;
  readonly maxAllowance: number;
  readonly maxReceiptSize: number;
  /** The sizes that the bits of a request represent. */
  readonly requestValues: readonly number[];
}

export function bandwidthParams(protocol: Protocol, shardCount: number): BandwidthParams {
  const { maxShardBandwidth, maxSingleGrant, maxAllowance, maxBaseBandwidth } = protocol.bandwidth;
  // One grant of the largest size must fit next to the base bandwidth of all other links.
  const spare = Math.floor((maxShardBandwidth - maxSingleGrant) / Math.max(1, shardCount - 1));
  const baseBandwidth = Math.min(maxBaseBandwidth, spare);
  const step = maxSingleGrant - baseBandwidth;
  const requestValues = Array.from({ length: BANDWIDTH_REQUEST_VALUES_COUNT }, (_, i) => {
    return baseBandwidth + Math.floor((step * (i + 1)) / BANDWIDTH_REQUEST_VALUES_COUNT);
  });
  const { maxReceiptSize } = protocol.limits;
  return { baseBandwidth, maxShardBandwidth, maxAllowance, maxReceiptSize, requestValues };
}

/**
 * The request that lets groups of buffered receipts of these sizes leave; null if base suffices.
 */
export function createBandwidthRequest(
  params: BandwidthParams,
  toShard: number,
  groupSizes: Iterable<number>,
): BandwidthRequest | null {
  const data = new Uint8Array(BANDWIDTH_BITMAP_BYTES);
  let total = 0;
  let isEmpty = true;
  for (const size of groupSizes) {
    // A receipt may outgrow its limit by late output receivers; it is requested as if it had not.
    total += Math.min(size, params.maxReceiptSize);
    if (total <= params.baseBandwidth) continue;
    const bit = params.requestValues.findIndex((value) => value >= total);
    if (bit === -1) break;
    data[bit >> 3] = (data[bit >> 3] as number) | (1 << (bit & 7));
    isEmpty = false;
  }
  return isEmpty ? null : { toShard, requestedValuesBitmap: { data } };
}

/** A request as successive increments above the base bandwidth. */
export function requestedIncrements(params: BandwidthParams, request: BandwidthRequest): number[] {
  const { data } = request.requestedValuesBitmap;
  const increments: number[] = [];
  let total = params.baseBandwidth;
  params.requestValues.forEach((value, bit) => {
    const isSet = (((data[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
    if (!isSet || value <= total) return;
    increments.push(value - total);
    total = value;
  });
  return increments;
}
