// The configuration of epochs by protocol version. Follows the reference's choice for a chain that
// is not a public network (`chain/epoch-manager/src/lib.rs`): files for some versions if there are
// any; otherwise the chain id decides whether its genesis counts, or a built-in configuration for
// which genesis provides only three fields.

import { PerigeeError } from '../base/errors.ts';
import type { EpochConfig } from '../types/epochConfig.ts';
import type { GenesisConfig } from '../types/genesis.ts';
import { type ShardLayout, sameLayout } from '../types/shardLayout.ts';
import { findLayoutFault } from '../types/shardLayoutFault.ts';
import { findEpochConfigFault } from './epochConfigFault.ts';
import { freezeDeep } from './freezeDeep.ts';
import { firstVersionWith } from './protocol.ts';

type FromGenesis = 'epochLength' | 'numBlockProducerSeats' | 'shardLayoutConfig';

/** Fractions are reduced, as the reference has them. */
const BUILT_IN: Omit<EpochConfig, FromGenesis> = freezeDeep({
  blockProducerKickoutThreshold: 90,
  chunkProducerKickoutThreshold: 90,
  chunkValidatorOnlyKickoutThreshold: 80,
  targetValidatorMandatesPerShard: 68,
  validatorMaxKickoutStakePerc: 100,
  onlineMinThreshold: [9, 10],
  onlineMaxThreshold: [99, 100],
  fishermenThreshold: 10n ** 25n,
  minimumStakeDivisor: 10,
  numChunkProducerSeats: 100,
  numChunkValidatorSeats: 300,
  minimumValidatorsPerShard: 1,
  minimumStakeRatio: [1, 6_250],
  chunkProducerAssignmentChangesLimit: 5,
  shuffleShardAssignmentForChunkProducers: false,
  maxInflationRate: [1, 40],
  protocolUpgradeStakeThreshold: [4, 5],
});

/** Chains with such an id, which the reference makes up for new networks, use their genesis. */
const OWN_CONFIG_PREFIX = 'test-chain-';

/** Their configuration is not in their genesis, and is not known here. */
const PUBLIC_NETWORKS = ['mainnet', 'testnet'];

/** Each is used from its version on, up to the next one. */
type EpochConfigFiles = Iterable<readonly [version: number, config: EpochConfig]>;

class EpochConfigError extends PerigeeError<{
  readonly code: 'epoch_config' | 'unknown_epoch_config';
}> {}

/** The newest first; the last one is used by the version of the genesis. */
type VersionedConfigs = readonly { readonly since: number; readonly config: EpochConfig }[];

export class EpochConfigs {
  /**
   * Whether layouts are those that the configurations dictate. On a chain without files, whose
   * layout the reference never changes, a split that a header announces is enough.
   */
  readonly areFiles: boolean;
  readonly #genesis: GenesisConfig;
  readonly #configs: VersionedConfigs;

  constructor(genesis: GenesisConfig, configs: VersionedConfigs, areFiles: boolean) {
    this.#genesis = genesis;
    this.#configs = configs;
    this.areFiles = areFiles;
  }

  /** Throws a PerigeeError of code `epoch_config` for versions before that of the genesis. */
  at(version: number): EpochConfig {
    const found = this.#configs.find(({ since }) => since <= version);
    if (found === undefined) throw unusable(`there is none for version ${version}`);
    return found.config;
  }

  /** A static layout of the configuration replaces that of the genesis. */
  get genesisLayout(): ShardLayout {
    const shards = this.at(this.#genesis.protocolVersion).shardLayoutConfig;
    return shards.kind === 'static' ? shards.layout : this.#genesis.shardLayout;
  }

  /** The static layouts from a version back to the genesis, newest first, each once in a row. */
  layoutHistory(version: number): readonly ShardLayout[] {
    const layouts: ShardLayout[] = [];
    for (const { since, config } of this.#configs) {
      if (since > version || config.shardLayoutConfig.kind !== 'static') continue;
      const { layout } = config.shardLayoutConfig;
      const newer = layouts.at(-1);
      if (newer === undefined || !sameLayout(newer, layout)) layouts.push(layout);
    }
    return layouts;
  }
}

/**
 * The configurations of a chain, from `files` if it has any. Throws a PerigeeError of code
 * `epoch_config` that names the file that is wrong.
 */
export function createEpochConfigs(
  genesis: GenesisConfig,
  files: EpochConfigFiles | null = null,
): EpochConfigs {
  const { chainId, protocolVersion } = genesis;
  if (PUBLIC_NETWORKS.includes(chainId)) {
    throw new EpochConfigError(
      { code: 'unknown_epoch_config' },
      `The epoch configuration of ${chainId} is not known.`,
    );
  }
  if (files !== null) return new EpochConfigs(genesis, fromFiles(genesis, files), true);
  const { epochLength, numBlockProducerSeats, shardLayout } = genesis;
  const shardLayoutConfig = { kind: 'static', layout: shardLayout } as const;
  const config = chainId.startsWith(OWN_CONFIG_PREFIX)
    ? { ...genesis, validatorMaxKickoutStakePerc: genesis.maxKickoutStakePerc, shardLayoutConfig }
    : { ...BUILT_IN, epochLength, numBlockProducerSeats, shardLayoutConfig };
  return new EpochConfigs(genesis, [{ since: protocolVersion, config }], false);
}

/** Files of versions before the last one that the genesis can use are never used. */
function fromFiles(genesis: GenesisConfig, files: EpochConfigFiles): VersionedConfigs {
  const { protocolVersion, epochLength } = genesis;
  const sorted = [...files].sort(([a], [b]) => b - a);
  const first = sorted.findIndex(([version]) => version <= protocolVersion);
  if (first === -1) {
    throw unusable(`there is none for version ${protocolVersion} of the genesis or an earlier one`);
  }
  const used = sorted.slice(0, first + 1);
  for (const [version, config] of used) {
    const fault = findFault(config);
    if (fault !== null) throw unusable(`${version}.json has ${fault}`);
  }
  const [oldest, { shardLayoutConfig }] = used.at(-1)!;
  // Epochs of earlier versions, the same in all dialects, do not record their layout.
  const dynamicSince = firstVersionWith('release', ({ features }) => features.dynamicResharding)!;
  if (shardLayoutConfig.kind === 'dynamic' && protocolVersion < dynamicSince) {
    throw unusable(
      `${oldest}.json has a dynamic_resharding_config, which needs a genesis of version ` +
        `${dynamicSince} or later`,
    );
  }
  return used.map(([since, config]) => ({ since, config: { ...config, epochLength } }));
}

function findFault(config: EpochConfig): string | null {
  const shards = config.shardLayoutConfig;
  const fault = findEpochConfigFault(config);
  if (fault !== null) return fault;
  if (shards.kind === 'static') return findLayoutFault(shards.layout);
  const isBackToBack = shards.config.minEpochsBetweenResharding === 0n;
  return isBackToBack ? 'min_epochs_between_resharding 0, which must be 1 or more' : null;
}

function unusable(reason: string): EpochConfigError {
  return new EpochConfigError(
    { code: 'epoch_config' },
    `the epoch configurations cannot be used: ${reason}`,
  );
}
