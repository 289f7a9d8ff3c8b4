// Whether epochs can be made with numbers that a user wrote, in a genesis or in an epoch
// configuration.

import type { EpochConfig } from '../types/epochConfig.ts';
import type { Ratio } from '../types/genesis.ts';

/** Chunks are split into a part for each seat, and Reed–Solomon codes have at most 256 parts. */
const SEATS_MAX = 256;
/** There is an entry in memory for each mandate. */
const MANDATES_MAX = 10_000;
const DIVISOR_MAX = Number.MAX_SAFE_INTEGER;

type CheckedNumbers = Pick<
  EpochConfig,
  | 'numBlockProducerSeats'
  | 'targetValidatorMandatesPerShard'
  | 'minimumStakeDivisor'
  | 'maxInflationRate'
  | 'onlineMinThreshold'
  | 'onlineMaxThreshold'
  | 'minimumStakeRatio'
  | 'protocolUpgradeStakeThreshold'
>;

/** The first number that is wrong, as the object of a sentence, or null. */
export function findEpochConfigFault(config: CheckedNumbers): string | null {
  const { numBlockProducerSeats, targetValidatorMandatesPerShard: mandates } = config;
  return (
    findBoundFault('num_block_producer_seats', numBlockProducerSeats, 0, SEATS_MAX) ??
    findBoundFault('target_validator_mandates_per_shard', mandates, 1, MANDATES_MAX) ??
    findBoundFault('minimum_stake_divisor', config.minimumStakeDivisor, 1, DIVISOR_MAX) ??
    findRatioFault({
      max_inflation_rate: config.maxInflationRate,
      online_min_threshold: config.onlineMinThreshold,
      online_max_threshold: config.onlineMaxThreshold,
      minimum_stake_ratio: config.minimumStakeRatio,
      protocol_upgrade_stake_threshold: config.protocolUpgradeStakeThreshold,
    })
  );
}

export function findBoundFault(
  name: string,
  value: number,
  min: number,
  max: number,
): string | null {
  return value >= min && value <= max
    ? null
    : `${name} ${value}, which is not from ${min} to ${max}`;
}

export function findRatioFault(ratios: Readonly<Record<string, Ratio>>): string | null {
  const found = Object.entries(ratios).find(([, [, denominator]]) => denominator === 0);
  return found === undefined ? null : `${found[0]} with the denominator 0`;
}
