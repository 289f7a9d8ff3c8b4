// The gas price and the total supply from block to block. Only chunks that are new in the block
// count.

import { MAX_GAS_PRICE_MULTIPLIER } from '../../params/constants.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import type { GenesisConfig } from '../../types/genesis.ts';

export interface GasPriceRule {
  readonly min: bigint;
  readonly max: bigint;
  readonly adjustment: readonly [numerator: bigint, denominator: bigint];
}

export function gasPriceRule(genesis: GenesisConfig): GasPriceRule {
  const min = genesis.minGasPrice;
  const ceiling = min * MAX_GAS_PRICE_MULTIPLIER;
  const max = genesis.maxGasPrice < ceiling ? genesis.maxGasPrice : ceiling;
  const [numerator, denominator] = genesis.gasPriceAdjustmentRate;
  return { min, max, adjustment: [BigInt(numerator), BigInt(denominator)] };
}

/**
 * The price for the block after one with these new chunks; unchanged, even out of range, without
 * any.
 */
export function nextGasPrice(
  rule: GasPriceRule,
  price: bigint,
  newChunks: readonly ChunkHeader[],
): bigint {
  let used = 0n;
  let limit = 0n;
  for (const { inner } of newChunks) {
    used += inner.value.prevGasUsed;
    limit += inner.value.gasLimit;
  }
  if (limit === 0n) return price;
  const [numerator, denominator] = rule.adjustment;
  const scale = 2n * denominator * limit;
  const moved = (price * (scale + 2n * numerator * used - numerator * limit)) / scale;
  if (moved < rule.min) return rule.min;
  return moved > rule.max ? rule.max : moved;
}

/**
 * `minted` is what the finished epoch's rewards created; zero but in the first block of an epoch.
 */
export function nextTotalSupply(
  supply: bigint,
  minted: bigint,
  newChunks: readonly ChunkHeader[],
): bigint {
  return newChunks.reduce((sum, { inner }) => sum - inner.value.prevBalanceBurnt, supply + minted);
}
