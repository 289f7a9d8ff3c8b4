// The first epoch, made from the genesis file alone. It serves under two ids: zeros, and the hash
// of the genesis block.

import { HASH_ZERO } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { EpochConfigs } from '../../params/epochConfigs.ts';
import type { EpochInfo } from '../../types/epoch.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { selectValidators } from './validatorSelection.ts';

type GenesisEpochError = { readonly code: 'genesis_validators' };

/** Throws a PerigeeError of code `genesis_validators` if the file has too few of them. */
export function createGenesisEpoch(genesis: GenesisConfig, configs: EpochConfigs): EpochInfo {
  const proposals = genesis.validators.map(({ accountId, publicKey, amount }) => ({
    accountId,
    publicKey,
    stake: amount,
  }));
  const epoch = selectValidators({
    config: configs.at(genesis.protocolVersion),
    rngSeed: HASH_ZERO,
    previous: null,
    proposals,
    kickouts: new Map(),
    rewards: new Map([[genesis.protocolTreasuryAccount, 0n]]),
    minted: 0n,
    protocolVersion: genesis.protocolVersion,
    shardLayout: configs.genesisLayout,
    isSticky: false,
  });
  if (epoch === null) {
    throw new PerigeeError<GenesisEpochError>(
      { code: 'genesis_validators' },
      'The genesis has too few validators for a shard.',
    );
  }
  return epoch;
}
