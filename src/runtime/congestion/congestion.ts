// Congestion control: how full a shard is, and how much gas others may send to it. Levels are
// 64-bit floats between 0 and exactly 1, as in the reference's `congestion_info.rs`; the results of
// their arithmetic are part of the protocol.

import { minBigint, U64_MAX } from '../../base/bytes/bigints.ts';
import type { Congestion } from '../../params/tables/congestion.ts';
import type { CongestionInfo } from '../../types/congestion.ts';

/**
 * What a block says about a shard: the congestion info of its chunk header, and the header's age.
 */
export interface ShardCongestion {
  readonly info: CongestionInfo;
  /** Heights since the shard's last chunk; 0 for a chunk of this block. */
  readonly missedChunks: number;
}

/** One missed chunk happens; only from the second one on it counts as congestion. */
const MISSED_CHUNKS_TOLERATED = 1;
const FULLY_CONGESTED = 1;

function fraction(value: bigint | number, max: bigint | number): number {
  return value >= max ? FULLY_CONGESTED : Number(value) / Number(max);
}

/** The congestion by delayed receipts, which also limits what new transactions a shard takes. */
function incomingCongestion(config: Congestion, info: CongestionInfo): number {
  return fraction(info.delayedReceiptsGas, config.maxCongestionIncomingGas);
}

export function missedChunksCongestion(config: Congestion, missedChunks: number): number {
  if (missedChunks <= MISSED_CHUNKS_TOLERATED) return 0;
  return fraction(missedChunks, config.maxCongestionMissedChunks);
}

export function congestionLevel(config: Congestion, shard: ShardCongestion): number {
  return Math.max(
    incomingCongestion(config, shard.info),
    fraction(shard.info.bufferedReceiptsGas, config.maxCongestionOutgoingGas),
    fraction(shard.info.receiptBytes, config.maxCongestionMemoryConsumption),
    missedChunksCongestion(config, shard.missedChunks),
  );
}

export function isFullyCongested(level: number): boolean {
  return level === FULLY_CONGESTED;
}

/** How much gas `sender` may send to a shard in one chunk. */
export function outgoingGasLimit(
  config: Congestion,
  receiver: ShardCongestion,
  sender: number,
): bigint {
  const level = congestionLevel(config, receiver);
  if (!isFullyCongested(level)) return mix(config.maxOutgoingGas, config.minOutgoingGas, level);
  return receiver.info.allowedShard === sender ? config.allowedShardOutgoingGas : 0n;
}

/** Gas that a shard spends on converting new transactions in one chunk. */
export function transactionGasLimit(config: Congestion, info: CongestionInfo): bigint {
  return mix(config.maxTxGas, config.minTxGas, incomingCongestion(config, info));
}

/** From `left` at ratio 0 to `right` at ratio 1, rounded half away from zero. */
export function mix(left: bigint, right: bigint, ratio: number): bigint {
  const total = Number(left) * (1 - ratio) + Number(right) * ratio;
  // A float near 2^64 may round up to it; the reference's conversion saturates.
  return minBigint(BigInt(Math.round(total)), U64_MAX);
}

/** The one shard that may send to this one when it is full: every shard in turn. */
export function allowedShard(shardIds: readonly number[], seed: number): number {
  return shardIds[seed % shardIds.length] as number;
}
