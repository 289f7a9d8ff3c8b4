// What decides over validators and epochs. Follows the reference's choice for a chain that is not
// a public network (`chain/epoch-manager/src/lib.rs`): the chain id decides whether its genesis
// counts, or a built-in configuration for which genesis provides only three fields.

import { PerigeeError } from '../base/errors.ts';
import type { GenesisConfig } from '../types/genesis.ts';
import { freezeDeep } from './freezeDeep.ts';

/** Fields have the names and the meaning that they have in genesis.json. */
export type EpochConfig = Pick<
  GenesisConfig,
  | 'epochLength'
  | 'numBlockProducerSeats'
  | 'shardLayout'
  | 'blockProducerKickoutThreshold'
  | 'chunkProducerKickoutThreshold'
  | 'chunkValidatorOnlyKickoutThreshold'
  | 'targetValidatorMandatesPerShard'
  | 'maxKickoutStakePerc'
  | 'onlineMinThreshold'
  | 'onlineMaxThreshold'
  | 'fishermenThreshold'
  | 'minimumStakeDivisor'
  | 'numChunkProducerSeats'
  | 'numChunkValidatorSeats'
  | 'minimumValidatorsPerShard'
  | 'minimumStakeRatio'
  | 'chunkProducerAssignmentChangesLimit'
  | 'shuffleShardAssignmentForChunkProducers'
  | 'maxInflationRate'
  | 'protocolUpgradeStakeThreshold'
>;

type FromGenesis = 'epochLength' | 'numBlockProducerSeats' | 'shardLayout';

const BUILT_IN: Omit<EpochConfig, FromGenesis> = freezeDeep({
  blockProducerKickoutThreshold: 90,
  chunkProducerKickoutThreshold: 90,
  chunkValidatorOnlyKickoutThreshold: 80,
  targetValidatorMandatesPerShard: 68,
  maxKickoutStakePerc: 100,
  onlineMinThreshold: [90, 100],
  onlineMaxThreshold: [99, 100],
  fishermenThreshold: 10n ** 25n,
  minimumStakeDivisor: 10,
  numChunkProducerSeats: 100,
  numChunkValidatorSeats: 300,
  minimumValidatorsPerShard: 1,
  minimumStakeRatio: [160, 1_000_000],
  chunkProducerAssignmentChangesLimit: 5,
  shuffleShardAssignmentForChunkProducers: false,
  maxInflationRate: [1, 40],
  protocolUpgradeStakeThreshold: [4, 5],
});

/** Chains with such an id, which the reference makes up for new networks, use their genesis. */
const OWN_CONFIG_PREFIX = 'test-chain-';

/** Their configuration changes with the protocol version and is not in their genesis. */
const PUBLIC_NETWORKS = ['mainnet', 'testnet'];

type EpochConfigError = { readonly code: 'unknown_epoch_config' };

export function selectEpochConfig(genesis: GenesisConfig): EpochConfig {
  if (PUBLIC_NETWORKS.includes(genesis.chainId)) {
    throw new PerigeeError<EpochConfigError>(
      { code: 'unknown_epoch_config' },
      `The epoch configuration of ${genesis.chainId} is not known.`,
    );
  }
  if (genesis.chainId.startsWith(OWN_CONFIG_PREFIX)) return genesis;
  const { epochLength, numBlockProducerSeats, shardLayout } = genesis;
  return { epochLength, numBlockProducerSeats, shardLayout, ...BUILT_IN };
}
