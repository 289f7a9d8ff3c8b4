// Checks that a chain can start from a genesis: the file may name a protocol version, a layout or
// numbers with which no block can be produced. Runs before the genesis is used.

import { PerigeeError } from '../../base/errors.ts';
import { DIALECTS } from '../../params/dialect.ts';
import {
  findBoundFault,
  findEpochConfigFault,
  findRatioFault,
} from '../../params/epochConfigFault.ts';
import { describeKnownVersions, isKnownVersion } from '../../params/protocol.ts';
import type { Genesis, GenesisConfig } from '../../types/genesis.ts';
import { findLayoutFault } from '../../types/shardLayoutFault.ts';

class UnusableGenesis extends PerigeeError<{ readonly code: 'unusable_genesis' }> {
  constructor(reason: string) {
    super({ code: 'unusable_genesis' }, `the genesis has ${reason}`);
  }
}

/** Nonces up to a million times a height must fit into 64 bits. */
export const HEIGHT_MAX = 10 ** 13;

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
  const { protocolVersion, genesisHeight } = config;
  // The dialect, which the file does not name, may still lack the version.
  if (!DIALECTS.some((dialect) => isKnownVersion(protocolVersion, dialect))) {
    const known = describeKnownVersions('release');
    return `protocol version ${protocolVersion}, which is not known; ${known}`;
  }
  return (
    findBoundFault('genesis_height', genesisHeight, 0, HEIGHT_MAX) ??
    findEpochConfigFault(config) ??
    findRatioFault({
      gas_price_adjustment_rate: config.gasPriceAdjustmentRate,
      protocol_reward_rate: config.protocolRewardRate,
    }) ??
    findLayoutFault(config.shardLayout)
  );
}
