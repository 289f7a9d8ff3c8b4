// Checks that a chain can start from a genesis: the file may name a protocol version, a layout or
// numbers with which no block can be produced. Runs before the genesis is used.

import { PerigeeError } from '../../base/errors.ts';
import { DIALECTS } from '../../params/dialect.ts';
import { describeUnknownVersion, isKnownVersion } from '../../params/protocol.ts';
import type { Genesis, GenesisConfig, Ratio } from '../../types/genesis.ts';
import { findLayoutFault } from '../../types/shardLayoutFault.ts';

class UnusableGenesis extends PerigeeError<{ readonly code: 'unusable_genesis' }> {
  constructor(reason: string) {
    super({ code: 'unusable_genesis' }, `the genesis has ${reason}`);
  }
}

/** Nonces up to a million times a height must fit into 64 bits. */
export const HEIGHT_MAX = 10 ** 13;
/** Chunks are split into a part for each seat, and Reed–Solomon codes have at most 256 parts. */
const SEATS_MAX = 256;
/** There is an entry in memory for each mandate. */
const MANDATES_MAX = 10_000;

/**
 * Throws a PerigeeError of code `unusable_genesis` that names the first field that is wrong, and
 * what else can be done.
 */
export function verifyGenesis(genesis: Genesis, remedy = ''): Genesis {
  const fault = findFault(genesis.config);
  if (fault !== null) throw new UnusableGenesis(`${fault}${remedy}`);
  return genesis;
}

function findFault(config: GenesisConfig): string | null {
  const { protocolVersion, genesisHeight, numBlockProducerSeats } = config;
  // The dialect, which the file does not name, may still lack the version.
  if (!DIALECTS.some((dialect) => isKnownVersion(protocolVersion, dialect))) {
    return describeUnknownVersion(protocolVersion, 'release');
  }
  return (
    findBoundFault('genesis_height', genesisHeight, 0, HEIGHT_MAX) ??
    findBoundFault('num_block_producer_seats', numBlockProducerSeats, 0, SEATS_MAX) ??
    findBoundFault(
      'target_validator_mandates_per_shard',
      config.targetValidatorMandatesPerShard,
      1,
      MANDATES_MAX,
    ) ??
    findRatioFault(config) ??
    findLayoutFault(config.shardLayout)
  );
}

function findBoundFault(name: string, value: number, min: number, max: number): string | null {
  return value >= min && value <= max
    ? null
    : `${name} ${value}, which is not from ${min} to ${max}`;
}

function findRatioFault(config: GenesisConfig): string | null {
  const ratios: Readonly<Record<string, Ratio>> = {
    gas_price_adjustment_rate: config.gasPriceAdjustmentRate,
    protocol_reward_rate: config.protocolRewardRate,
    max_inflation_rate: config.maxInflationRate,
    online_min_threshold: config.onlineMinThreshold,
    online_max_threshold: config.onlineMaxThreshold,
    minimum_stake_ratio: config.minimumStakeRatio,
    protocol_upgrade_stake_threshold: config.protocolUpgradeStakeThreshold,
  };
  const found = Object.entries(ratios).find(([, [, denominator]]) => denominator === 0);
  return found === undefined ? null : `${found[0]} with the denominator 0`;
}
